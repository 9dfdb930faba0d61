import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { loginResponse } from "../contract/account.ts";
import { settingsOf } from "../settings.ts";
import { requestJson, expectRefusal, PASSWORD, someoneSignedIn } from "../testing/http.ts";
import { hashPassword, type Peppers, verifyPassword } from "./passwords.ts";

const OLD = "the pepper of last year";
const NEW = "the pepper of this year";
const none: Peppers = { passwordPepper: null, formerPepper: null };
const rotated: Peppers = { passwordPepper: NEW, formerPepper: OLD };

it("a password hash names its pepper by id and doesn't contain it", async () => {
  const hash = await hashPassword(PASSWORD, NEW);
  expect(hash).toMatch(/^\$scrypt\$ln=14,r=8,p=5,keyid=[\w-]{4}\$/);
  expect(hash).not.toContain(NEW);
  expect(await hashPassword(PASSWORD, OLD)).not.toContain(/keyid=([\w-]{4})/.exec(hash)?.[0]);
  expect(await hashPassword(PASSWORD, null)).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$/);
});

it.each<[string, string | null, Peppers, { ok: boolean; rehash: boolean }]>([
  ["with the current pepper", NEW, rotated, { ok: true, rehash: false }],
  ["with the previous pepper", OLD, rotated, { ok: true, rehash: true }],
  ["without a pepper", null, rotated, { ok: true, rehash: true }],
  ["without a pepper if none is configured", null, none, { ok: true, rehash: false }],
  ["with a lost pepper", OLD, none, { ok: false, rehash: false }],
  ["with a pepper that is no longer configured", OLD, { ...rotated, formerPepper: null }, { ok: false, rehash: false }],
])("a password is checked against a hash made %s", async (_, pepper, peppers, expected) => {
  const hash = await hashPassword(PASSWORD, pepper);
  expect(await verifyPassword(PASSWORD, hash, peppers)).toEqual(expected);
  expect(await verifyPassword(`${PASSWORD}x`, hash, peppers)).toEqual({ ok: false, rehash: false });
});

it("a password matches its hash in either Unicode normal form", async () => {
  const [nfc, nfd] = ["Blåbærgrød-7", "Blåbærgrød-7".normalize("NFD")];
  for (const [made, typed] of [
    [nfc, nfd],
    [nfd, nfc],
    ["Correct\u00a0Horse\u30007", "Correct Horse 7"],
  ] as const) {
    const hash = await hashPassword(made, NEW);
    expect(await verifyPassword(typed, hash, rotated)).toEqual({ ok: true, rehash: false });
    expect(await verifyPassword(made, hash, rotated)).toEqual({ ok: true, rehash: false });
    expect(await verifyPassword(` ${typed}`, hash, rotated)).toEqual({ ok: false, rehash: false });
  }
});

it("the next sign-in replaces a hash without a pepper once there is a pepper", async () => {
  const { id, email } = await someoneSignedIn();
  const stored = async () =>
    (await env.DB.prepare("SELECT password_hash AS hash FROM users WHERE id = ?").bind(id).first<{ hash: string }>())
      ?.hash ?? "";
  const unpeppered = await hashPassword(PASSWORD, null);
  await env.DB.prepare("UPDATE users SET password_hash = ? WHERE id = ?").bind(unpeppered, id).run();
  const login = { method: "POST", json: { email, password: PASSWORD } };
  await expectRefusal("invalid_credentials", 401, "/auth/login", {
    ...login,
    json: { email, password: "Wrong 1234" },
  });
  expect(await stored()).toBe(unpeppered);
  await requestJson(loginResponse, "/auth/login", login);
  expect(await stored()).toContain(",keyid=");
  expect(await verifyPassword(PASSWORD, await stored(), settingsOf(env))).toEqual({ ok: true, rehash: false });
  await requestJson(loginResponse, "/auth/login", login);
});

import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { loginResponse } from "../contract/account.ts";
import { settingsOf } from "../settings/settings.ts";
import { requestJson, expectRefusal, PASSWORD, someoneSignedIn } from "../testing/http.ts";
import { hashPassword, type Peppers, verifyPassword } from "./passwords.ts";

const OLD_PEPPER = "the pepper of last year";
const NEW_PEPPER = "the pepper of this year";
const noPeppers: Peppers = { passwordPepper: null, previousPepper: null };
const rotatedPeppers: Peppers = { passwordPepper: NEW_PEPPER, previousPepper: OLD_PEPPER };

it("a password hash contains its pepper's ID, but not the pepper", async () => {
  const hash = await hashPassword(PASSWORD, NEW_PEPPER);
  expect(hash).toMatch(/^\$scrypt\$ln=14,r=8,p=5,keyid=[\w-]{4}\$/);
  expect(hash).not.toContain(NEW_PEPPER);
  expect(await hashPassword(PASSWORD, OLD_PEPPER)).not.toContain(/keyid=([\w-]{4})/.exec(hash)?.[0]);
  expect(await hashPassword(PASSWORD, null)).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$/);
});

it.each<[string, string | null, Peppers, { ok: boolean; needsRehash: boolean }]>([
  ["with the current pepper is accepted", NEW_PEPPER, rotatedPeppers, { ok: true, needsRehash: false }],
  ["with the previous pepper is accepted and replaced", OLD_PEPPER, rotatedPeppers, { ok: true, needsRehash: true }],
  ["without a pepper is accepted and replaced", null, rotatedPeppers, { ok: true, needsRehash: true }],
  ["without a pepper is accepted if none is configured", null, noPeppers, { ok: true, needsRehash: false }],
  ["with a lost pepper is rejected", OLD_PEPPER, noPeppers, { ok: false, needsRehash: false }],
  [
    "with a pepper that is no longer configured is rejected",
    OLD_PEPPER,
    { ...rotatedPeppers, previousPepper: null },
    { ok: false, needsRehash: false },
  ],
])("a password hash made %s", async (_, pepper, peppers, expected) => {
  const hash = await hashPassword(PASSWORD, pepper);
  expect(await verifyPassword(PASSWORD, hash, peppers)).toEqual(expected);
  expect(await verifyPassword(`${PASSWORD}x`, hash, peppers)).toEqual({ ok: false, needsRehash: false });
});

it("a password matches its hash in either Unicode normal form", async () => {
  const [nfc, nfd] = ["Blåbærgrød-7", "Blåbærgrød-7".normalize("NFD")];
  for (const [made, typed] of [
    [nfc, nfd],
    [nfd, nfc],
    ["Correct\u00a0Horse\u30007", "Correct Horse 7"],
  ] as const) {
    const hash = await hashPassword(made, NEW_PEPPER);
    expect(await verifyPassword(typed, hash, rotatedPeppers)).toEqual({ ok: true, needsRehash: false });
    expect(await verifyPassword(made, hash, rotatedPeppers)).toEqual({ ok: true, needsRehash: false });
    expect(await verifyPassword(` ${typed}`, hash, rotatedPeppers)).toEqual({ ok: false, needsRehash: false });
  }
});

it("the next sign-in replaces a hash without a pepper once there is a pepper", async () => {
  const { id, email } = await someoneSignedIn();
  const readHash = async () =>
    (await env.DB.prepare("SELECT password_hash AS hash FROM users WHERE id = ?").bind(id).first<{ hash: string }>())
      ?.hash ?? "";
  const unpeppered = await hashPassword(PASSWORD, null);
  await env.DB.prepare("UPDATE users SET password_hash = ? WHERE id = ?").bind(unpeppered, id).run();
  const loginCall = { method: "POST", json: { email, password: PASSWORD } };
  await expectRefusal("invalid_credentials", 401, "/auth/login", {
    ...loginCall,
    json: { email, password: "Wrong 1234" },
  });
  expect(await readHash()).toBe(unpeppered);
  await requestJson(loginResponse, "/auth/login", loginCall);
  expect(await readHash()).toContain(",keyid=");
  expect(await verifyPassword(PASSWORD, await readHash(), settingsOf(env))).toEqual({ ok: true, needsRehash: false });
  await requestJson(loginResponse, "/auth/login", loginCall);
});

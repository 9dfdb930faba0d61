import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";

import { linkIdOf } from "../accounts/mail-link.ts";
import { CHALLENGE_MS } from "../accounts/passkey-challenge.ts";
import { insertPasskey, listPasskeys } from "../accounts/queries/passkeys.ts";
import { insertPasswordReset } from "../accounts/queries/password-resets.ts";
import { loginResponse, profileResponse } from "../contract/account.ts";
import { responseSchema, doneResponse } from "../contract/fields.ts";
import { passkeysResponse } from "../contract/passkeys.ts";
import { FRESH_SIGN_IN_MS } from "../contract/security.ts";
import { openDatabase } from "../db/database.ts";
import { addPasskey, Authenticator, beginCeremony } from "../testing/authenticator.ts";
import { finishDeletion } from "../testing/deletions.ts";
import {
  aCookieFor,
  anAdmin,
  requestJson,
  cookieOf,
  expectRefusal,
  expectRefusalIn,
  PASSWORD,
  request,
  someoneSignedIn,
  tokenIn,
  signedInEarlier,
} from "../testing/http.ts";
import { takeAction } from "../testing/moderation.ts";
import { choice, someoneWithGoogle, someoneWithAPassword } from "../testing/passwords.ts";
import { anAddress, provable, requestFrom } from "../testing/strict-limits.ts";

const OWN = "/user/passkeys";

afterEach(() => vi.useRealTimers());

const OPTIONS = "/auth/passkey-options";

async function signIn(authenticator: Authenticator, change: Parameters<Authenticator["sign"]>[1] = {}) {
  const options = await beginCeremony(OPTIONS);
  const response = await authenticator.sign(options, change);
  return { method: "POST", json: { response } };
}
const LOGIN = "/auth/passkey-login";

const passkeysOf = async (cookie: string) => (await requestJson(passkeysResponse, OWN, { cookie })).passkeys;
const signedInLongAgo = (id: string) => signedInEarlier(id, FRESH_SIGN_IN_MS);

it("adding a passkey requires the password and lists the device", async () => {
  const { cookie } = await someoneWithAPassword();
  const asking = { method: "POST", cookie, json: {} };
  const asked = await expectRefusal("wrong_password", 403, `${OWN}/options`, asking);
  expect(asked.fields).toEqual({ password: ["Password is required"] });
  await expectRefusal("wrong_password", 403, `${OWN}/options`, { ...asking, json: { password: "Another one 1" } });
  await addPasskey(cookie, { password: PASSWORD });
  expect(await passkeysOf(cookie)).toMatchObject([{ device: "Chrome on Windows", lastUsedAt: null }]);
});

it("T6: adding a passkey without a password requires a fresh sign-in", async () => {
  const { id, cookie } = await someoneWithGoogle();
  await addPasskey(cookie);
  await signedInLongAgo(id);
  await expectRefusal("fresh_sign_in_needed", 403, `${OWN}/options`, { method: "POST", cookie, json: {} });
});

it("T22: adding a passkey accepts each challenge once, within five minutes", async () => {
  const { cookie } = await someoneWithGoogle();
  const { again } = await addPasskey(cookie);
  await expectRefusal("passkey_refused", 401, OWN, again);
  const other = await someoneWithGoogle();
  const authenticator = await Authenticator.make();
  const options = await beginCeremony(`${OWN}/options`, cookie);
  const json = { response: await authenticator.register(options) };
  const late = { method: "POST", cookie, json };
  await expectRefusal("passkey_refused", 401, OWN, { ...late, cookie: other.cookie });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + CHALLENGE_MS + 1_000 });
  await expectRefusal("passkey_refused", 401, OWN, late);
  expect(await passkeysOf(other.cookie)).toEqual([]);
});

it("T8: adding a passkey accepts no answer that is unverified or from another site", async () => {
  const { cookie } = await someoneWithGoogle();
  for (const wrong of [{ origin: "https://evil.example" }, { domain: "evil.example" }, { verified: false }]) {
    const options = await beginCeremony(`${OWN}/options`, cookie);
    const response = await (await Authenticator.make()).register(options, wrong);
    const call = { method: "POST", cookie, json: { response } };
    await expectRefusal("passkey_refused", 401, OWN, call);
  }
  expect(await passkeysOf(cookie)).toEqual([]);
});

it("T6: adding a passkey is refused if the password has changed in the meantime", async () => {
  const { id: userId, cookie } = await someoneWithGoogle();
  await addPasskey(cookie);
  const [known] = await listPasskeys(openDatabase(env.DB), userId);
  if (!known) throw new Error("none was added");
  const insert = (id: string) => insertPasskey(openDatabase(env.DB), { ...known, id }, null);
  expect(await insert(`${userId}-1`)).toBe(true);
  await env.INBOX.getByName(userId).changePassword(userId, { to: "a hash", keptId: null });
  expect(await insert(`${userId}-2`)).toBe(false);
  const options = await beginCeremony(`${OWN}/options`, (await someoneWithGoogle()).cookie);
  const response = await (await Authenticator.make()).register(options);
  await expectRefusal("not_signed_in", 401, OWN, {
    method: "POST",
    cookie,
    json: { response },
  });
});

it("an account can't add the same passkey twice or a twenty-first one", async () => {
  const { id, cookie } = await someoneWithGoogle();
  const { authenticator } = await addPasskey(cookie);
  const options = await beginCeremony(`${OWN}/options`, cookie);
  const call = { method: "POST", cookie };
  const twice = { ...call, json: { response: await authenticator.register(options) } };
  await expectRefusal("passkey_not_added", 409, OWN, twice);
  for (let count = 1; count < 20; count += 1) {
    await env.DB.prepare(
      `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, created_at)
         VALUES (?, ?, 'c', 'k', 0, '[]', 0)`,
    )
      .bind(`${id}-${count}`, id)
      .run();
  }
  await expectRefusal("too_many_passkeys", 409, `${OWN}/options`, { method: "POST", cookie, json: {} });
});

it("signing in with a passkey opens a session and counts as a fresh sign-in", async () => {
  const { id, cookie, email } = await someoneWithGoogle();
  const { authenticator } = await addPasskey(cookie);
  await signedInLongAgo(id);
  await expectRefusal("fresh_sign_in_needed", 403, "/user/delete-account", { method: "DELETE", cookie });
  const response = await request(LOGIN, await signIn(authenticator));
  expect(loginResponse.parse(await response.clone().json()).user).toMatchObject({ _id: id, email });
  const fresh = cookieOf(tokenIn(response) ?? "");
  expect((await passkeysOf(fresh))[0]?.lastUsedAt).not.toBeNull();
  await requestJson(responseSchema({}), "/user/delete-account", { method: "DELETE", cookie: fresh });
  await finishDeletion(id);
  await expectRefusal("passkey_refused", 401, LOGIN, await signIn(authenticator));
  expect(await env.DB.prepare("SELECT 1 FROM passkeys WHERE user_id = ?").bind(id).first()).toBeNull();
});

it("signing in with a passkey works in several open login pages, in any order", async () => {
  const { cookie } = await someoneWithGoogle();
  const { authenticator } = await addPasskey(cookie);
  const pages = [await beginCeremony(OPTIONS), await beginCeremony(OPTIONS), await beginCeremony(OPTIONS)];
  for (const options of pages.toReversed()) {
    const json = { response: await authenticator.sign(options) };
    expect((await request(LOGIN, { method: "POST", json })).status).toBe(200);
  }
});

it("T22: signing in with a passkey accepts each answer once, with a higher counter", async () => {
  const { cookie } = await someoneWithGoogle();
  const { authenticator } = await addPasskey(cookie);
  const first = await signIn(authenticator, { counter: 5 });
  expect((await request(LOGIN, first)).status).toBe(200);
  await expectRefusal("passkey_refused", 401, LOGIN, first);
  await expectRefusal("passkey_refused", 401, LOGIN, await signIn(authenticator, { counter: 5 }));
  expect((await request(LOGIN, await signIn(authenticator, { counter: 6 }))).status).toBe(200);
});

it("T1: signing in is refused with an unknown or unverified passkey", async () => {
  const { cookie } = await someoneWithGoogle();
  const { authenticator } = await addPasskey(cookie);
  await expectRefusal("passkey_refused", 401, LOGIN, await signIn(await Authenticator.make()));
  for (const wrong of [{ origin: "https://evil.example" }, { domain: "evil.example" }, { verified: false }]) {
    await expectRefusal("passkey_refused", 401, LOGIN, await signIn(authenticator, wrong));
  }
});

it("T1: signing in is refused with a challenge that we didn't sign for it", async () => {
  const { cookie } = await someoneWithGoogle();
  const { authenticator } = await addPasskey(cookie);
  const token = Buffer.from(String((await beginCeremony(OPTIONS))["challenge"]), "base64url").toString();
  const [header, , signature] = token.split(".");
  const content = { purpose: "sign in", jti: "a".repeat(22), exp: Math.ceil((Date.now() + CHALLENGE_MS) / 1_000) };
  const forged = `${header}.${Buffer.from(JSON.stringify(content)).toString("base64url")}.${signature}`;
  for (const options of [
    { challenge: Buffer.from(forged).toString("base64url") },
    { challenge: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url") },
    // For adding a passkey.
    await beginCeremony(`${OWN}/options`, cookie),
  ]) {
    const json = { response: await authenticator.sign(options) };
    await expectRefusal("passkey_refused", 401, LOGIN, { method: "POST", json });
  }
});

it("T7: signing in with a passkey is refused while the account is suspended", async () => {
  const { id, cookie } = await someoneWithGoogle();
  const { authenticator } = await addPasskey(cookie);
  await takeAction(`people/${id}/suspend`, await anAdmin());
  await expectRefusalIn(await request(LOGIN, await signIn(authenticator)), "account_suspended", 403);
});

it("T10: a network can begin sixty passkey sign-ins and can still use a password", async () => {
  const { email } = await someoneWithAPassword();
  const address = anAddress();
  const begun = () => requestFrom(OPTIONS, { method: "POST", address, bindings: provable });
  for (let count = 0; count < 60; count += 1) expect((await begun()).status).toBe(200);
  // A human check wouldn't help.
  expect((await expectRefusalIn(await begun(), "too_many_requests", 429)).details).toBeUndefined();
  const logIn = { method: "POST", address, json: { email, password: PASSWORD } };
  expect((await requestFrom("/auth/login", logIn)).status).toBe(200);
});

it("T6: resetting the password with a mailed link removes all passkeys", async () => {
  const { id, cookie } = await someoneWithAPassword();
  await addPasskey(cookie, { password: PASSWORD });
  const next = "Another kettle 2";
  await requestJson(doneResponse, "/user/password", {
    method: "PUT",
    cookie,
    json: choice(next, { currentPassword: PASSWORD }),
  });
  expect(await passkeysOf(cookie)).toHaveLength(1);
  const { authenticator } = await addPasskey(cookie, { password: next });
  const now = Date.now();
  const token = "t".repeat(43);
  const link = { id: linkIdOf(token) ?? "", userId: id, createdAt: now, expiresAt: now + CHALLENGE_MS };
  await insertPasswordReset(openDatabase(env.DB), link);
  await requestJson(doneResponse, "/auth/reset-password", {
    method: "POST",
    json: choice("A third kettle 3", { token }),
  });
  expect(await passkeysOf(await aCookieFor(id))).toEqual([]);
  await expectRefusal("passkey_refused", 401, LOGIN, await signIn(authenticator));
});

it("removing a passkey needs the password, and the passkey stops working", async () => {
  const { cookie } = await someoneWithAPassword();
  const { authenticator } = await addPasskey(cookie, { password: PASSWORD });
  const [passkey] = await passkeysOf(cookie);
  const path = `${OWN}/${passkey?._id}`;
  await expectRefusal("wrong_password", 403, path, { method: "DELETE", cookie });
  await expectRefusal("not_found", 404, path, { method: "DELETE", cookie: (await someoneSignedIn()).cookie });
  await requestJson(doneResponse, path, { method: "DELETE", cookie, json: { password: PASSWORD } });
  expect(await passkeysOf(cookie)).toEqual([]);
  await expectRefusal("passkey_refused", 401, LOGIN, await signIn(authenticator));
  await requestJson(profileResponse, "/user/profile", { cookie });
});

it("a passkey that is the only way to sign in can't be removed", async () => {
  const { id, cookie } = await someoneWithGoogle();
  await addPasskey(cookie);
  await addPasskey(cookie);
  const remove = async () => {
    const [passkey] = await passkeysOf(cookie);
    return request(`${OWN}/${passkey?._id}`, { method: "DELETE", cookie });
  };
  expect((await remove()).status).toBe(200);
  // The account has no password, and `someoneWithGoogle` stores no Google identity.
  await expectRefusalIn(await remove(), "last_way_to_sign_in", 409);
  await env.DB.prepare("UPDATE users SET google_issuer = 'g', google_subject = ? WHERE id = ?").bind(id, id).run();
  expect((await remove()).status).toBe(200);
  await signedInLongAgo(id);
  expect((await passkeysOf(await aCookieFor(id))).length).toBe(0);
});

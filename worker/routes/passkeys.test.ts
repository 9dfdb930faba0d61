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
import { inboxesWith, requestWith } from "../testing/bindings.ts";
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
  backdateSessions,
} from "../testing/http.ts";
import { takeAction } from "../testing/moderation.ts";
import { newPasswordBody, someoneWithoutPassword, someoneWithAPassword } from "../testing/passwords.ts";
import { anIpv6Address, envWithHumanCheck, requestFrom } from "../testing/strict-limits.ts";

const PASSKEYS_PATH = "/user/passkeys";

afterEach(() => vi.useRealTimers());

const OPTIONS_PATH = "/auth/passkey-options";

async function passkeyLoginCall(authenticator: Authenticator, change: Parameters<Authenticator["sign"]>[1] = {}) {
  const options = await beginCeremony(OPTIONS_PATH);
  const response = await authenticator.sign(options, change);
  return { method: "POST", json: { response } };
}
const LOGIN_PATH = "/auth/passkey-login";

const passkeysOf = async (cookie: string) => (await requestJson(passkeysResponse, PASSKEYS_PATH, { cookie })).passkeys;
const makeSessionsOld = (id: string) => backdateSessions(id, FRESH_SIGN_IN_MS);

it("adding a passkey requires the password and lists the device", async () => {
  const { cookie } = await someoneWithAPassword();
  const optionsCall = { method: "POST", cookie, json: {} };
  const refusal = await expectRefusal("wrong_password", 403, `${PASSKEYS_PATH}/options`, optionsCall);
  expect(refusal.fields).toEqual({ password: ["Password is required"] });
  await expectRefusal("wrong_password", 403, `${PASSKEYS_PATH}/options`, {
    ...optionsCall,
    json: { password: "Another one 1" },
  });
  await addPasskey(cookie, { password: PASSWORD });
  expect(await passkeysOf(cookie)).toMatchObject([{ device: "Chrome on Windows", lastUsedAt: null }]);
});

it("T6: adding a passkey without a password requires a fresh sign-in", async () => {
  const { id, cookie } = await someoneWithoutPassword();
  await addPasskey(cookie);
  await makeSessionsOld(id);
  await expectRefusal("fresh_sign_in_needed", 403, `${PASSKEYS_PATH}/options`, { method: "POST", cookie, json: {} });
});

it("T22: adding a passkey accepts each challenge once, within five minutes", async () => {
  const { cookie } = await someoneWithoutPassword();
  const { addCall } = await addPasskey(cookie);
  await expectRefusal("passkey_refused", 401, PASSKEYS_PATH, addCall);
  const other = await someoneWithoutPassword();
  const authenticator = await Authenticator.make();
  const options = await beginCeremony(`${PASSKEYS_PATH}/options`, cookie);
  const json = { response: await authenticator.register(options) };
  const late = { method: "POST", cookie, json };
  await expectRefusal("passkey_refused", 401, PASSKEYS_PATH, { ...late, cookie: other.cookie });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + CHALLENGE_MS + 1_000 });
  await expectRefusal("passkey_refused", 401, PASSKEYS_PATH, late);
  expect(await passkeysOf(other.cookie)).toEqual([]);
});

it("T8: adding a passkey rejects an unverified response or one from another site", async () => {
  const { cookie } = await someoneWithoutPassword();
  for (const wrong of [{ origin: "https://evil.example" }, { domain: "evil.example" }, { verified: false }]) {
    const options = await beginCeremony(`${PASSKEYS_PATH}/options`, cookie);
    const response = await (await Authenticator.make()).register(options, wrong);
    const call = { method: "POST", cookie, json: { response } };
    await expectRefusal("passkey_refused", 401, PASSKEYS_PATH, call);
  }
  expect(await passkeysOf(cookie)).toEqual([]);
});

it("T6: adding a passkey is refused if the password has changed in the meantime", async () => {
  const { id: userId, cookie } = await someoneWithoutPassword();
  await addPasskey(cookie);
  const [existingPasskey] = await listPasskeys(openDatabase(env.DB), userId);
  if (!existingPasskey) throw new Error("none was added");
  const insert = (id: string) => insertPasskey(openDatabase(env.DB), { ...existingPasskey, id }, null);
  expect(await insert(`${userId}-1`)).toBe(true);
  await env.INBOX.getByName(userId).changePassword(userId, { to: "a hash", keptSessionId: null });
  expect(await insert(`${userId}-2`)).toBe(false);
  const options = await beginCeremony(`${PASSKEYS_PATH}/options`, (await someoneWithoutPassword()).cookie);
  const response = await (await Authenticator.make()).register(options);
  await expectRefusal("not_signed_in", 401, PASSKEYS_PATH, {
    method: "POST",
    cookie,
    json: { response },
  });
});

it("an account can't add the same passkey twice or a twenty-first one", async () => {
  const { id, cookie } = await someoneWithoutPassword();
  const { authenticator } = await addPasskey(cookie);
  const options = await beginCeremony(`${PASSKEYS_PATH}/options`, cookie);
  const call = { method: "POST", cookie };
  const repeatedCall = { ...call, json: { response: await authenticator.register(options) } };
  await expectRefusal("passkey_not_added", 409, PASSKEYS_PATH, repeatedCall);
  for (let count = 1; count < 20; count += 1) {
    await env.DB.prepare(
      `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, created_at)
         VALUES (?, ?, 'c', 'k', 0, '[]', 0)`,
    )
      .bind(`${id}-${count}`, id)
      .run();
  }
  await expectRefusal("too_many_passkeys", 409, `${PASSKEYS_PATH}/options`, { method: "POST", cookie, json: {} });
});

it("signing in with a passkey opens a session and counts as a fresh sign-in", async () => {
  const { id, cookie, email } = await someoneWithoutPassword();
  const { authenticator } = await addPasskey(cookie);
  await makeSessionsOld(id);
  await expectRefusal("fresh_sign_in_needed", 403, "/user/delete-account", { method: "DELETE", cookie });
  const response = await request(LOGIN_PATH, await passkeyLoginCall(authenticator));
  expect(loginResponse.parse(await response.clone().json()).user).toMatchObject({ _id: id, email });
  const fresh = cookieOf(tokenIn(response) ?? "");
  expect((await passkeysOf(fresh))[0]?.lastUsedAt).not.toBeNull();
  await requestJson(responseSchema({}), "/user/delete-account", { method: "DELETE", cookie: fresh });
  await finishDeletion(id);
  await expectRefusal("passkey_refused", 401, LOGIN_PATH, await passkeyLoginCall(authenticator));
  expect(await env.DB.prepare("SELECT 1 FROM passkeys WHERE user_id = ?").bind(id).first()).toBeNull();
});

it("signing in with a passkey succeeds on each of several open pages, in any order", async () => {
  const { cookie } = await someoneWithoutPassword();
  const { authenticator } = await addPasskey(cookie);
  const pages = [
    await beginCeremony(OPTIONS_PATH),
    await beginCeremony(OPTIONS_PATH),
    await beginCeremony(OPTIONS_PATH),
  ];
  for (const options of pages.toReversed()) {
    const json = { response: await authenticator.sign(options) };
    expect((await request(LOGIN_PATH, { method: "POST", json })).status).toBe(200);
  }
});

it("T22: a passkey sign-in accepts each response once, with a higher counter", async () => {
  const { cookie } = await someoneWithoutPassword();
  const { authenticator } = await addPasskey(cookie);
  const first = await passkeyLoginCall(authenticator, { counter: 5 });
  expect((await request(LOGIN_PATH, first)).status).toBe(200);
  await expectRefusal("passkey_refused", 401, LOGIN_PATH, first);
  await expectRefusal("passkey_refused", 401, LOGIN_PATH, await passkeyLoginCall(authenticator, { counter: 5 }));
  expect((await request(LOGIN_PATH, await passkeyLoginCall(authenticator, { counter: 6 }))).status).toBe(200);
});

it("T1: signing in is refused with an unknown or unverified passkey", async () => {
  const { cookie } = await someoneWithoutPassword();
  const { authenticator } = await addPasskey(cookie);
  await expectRefusal("passkey_refused", 401, LOGIN_PATH, await passkeyLoginCall(await Authenticator.make()));
  for (const wrong of [{ origin: "https://evil.example" }, { domain: "evil.example" }, { verified: false }]) {
    await expectRefusal("passkey_refused", 401, LOGIN_PATH, await passkeyLoginCall(authenticator, wrong));
  }
});

it("T1: a passkey sign-in is refused with a challenge not signed for sign-in", async () => {
  const { cookie } = await someoneWithoutPassword();
  const { authenticator } = await addPasskey(cookie);
  const token = Buffer.from(String((await beginCeremony(OPTIONS_PATH))["challenge"]), "base64url").toString();
  const [header, , signature] = token.split(".");
  const content = { purpose: "sign in", jti: "a".repeat(22), exp: Math.ceil((Date.now() + CHALLENGE_MS) / 1_000) };
  const forged = `${header}.${Buffer.from(JSON.stringify(content)).toString("base64url")}.${signature}`;
  for (const options of [
    { challenge: Buffer.from(forged).toString("base64url") },
    { challenge: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url") },
    // For adding a passkey.
    await beginCeremony(`${PASSKEYS_PATH}/options`, cookie),
  ]) {
    const json = { response: await authenticator.sign(options) };
    await expectRefusal("passkey_refused", 401, LOGIN_PATH, { method: "POST", json });
  }
});

it("T7: signing in with a passkey is refused while the account is suspended", async () => {
  const { id, cookie } = await someoneWithoutPassword();
  const { authenticator } = await addPasskey(cookie);
  await takeAction(`people/${id}/suspend`, await anAdmin(), { reason: "Fake bids" });
  const { message } = await expectRefusal("account_suspended", 403, LOGIN_PATH, await passkeyLoginCall(authenticator));
  expect(message).toBe("This account is suspended. You can't sign in with it. Reason: Fake bids");
});

it("T10: passwords still work after a network starts sixty passkey sign-ins", async () => {
  const { email } = await someoneWithAPassword();
  const address = anIpv6Address();
  const beginSignIn = () => requestFrom(OPTIONS_PATH, { method: "POST", address, bindings: envWithHumanCheck });
  for (let count = 0; count < 60; count += 1) expect((await beginSignIn()).status).toBe(200);
  // A human check wouldn't help.
  expect((await expectRefusalIn(await beginSignIn(), "too_many_requests", 429)).details).toBeUndefined();
  const loginCall = { method: "POST", address, json: { email, password: PASSWORD } };
  expect((await requestFrom("/auth/login", loginCall)).status).toBe(200);
});

it("T6: resetting the password with a mailed link removes all passkeys", async () => {
  const { id, cookie } = await someoneWithAPassword();
  await addPasskey(cookie, { password: PASSWORD });
  const nextPassword = "Another kettle 2";
  await requestJson(doneResponse, "/user/password", {
    method: "PUT",
    cookie,
    json: newPasswordBody(nextPassword, { currentPassword: PASSWORD }),
  });
  expect(await passkeysOf(cookie)).toHaveLength(1);
  const { authenticator } = await addPasskey(cookie, { password: nextPassword });
  const now = Date.now();
  const token = "t".repeat(43);
  const link = { id: linkIdOf(token) ?? "", userId: id, createdAt: now, expiresAt: now + CHALLENGE_MS };
  await insertPasswordReset(openDatabase(env.DB), link);
  await requestJson(doneResponse, "/auth/reset-password", {
    method: "POST",
    json: newPasswordBody("A third kettle 3", { token }),
  });
  expect(await passkeysOf(await aCookieFor(id))).toEqual([]);
  await expectRefusal("passkey_refused", 401, LOGIN_PATH, await passkeyLoginCall(authenticator));
});

it("T6: a passkey sign-in in progress when the password is reset opens no session", async () => {
  const { id, cookie } = await someoneWithAPassword();
  const { authenticator } = await addPasskey(cookie, { password: PASSWORD });
  const inbox = env.INBOX.getByName(id);
  const openSession = async (...args: Parameters<typeof inbox.openSession>) => {
    await inbox.changePassword(id, { to: "a hash", keptSessionId: null });
    return inbox.openSession(...args);
  };
  const bindings = { ...env, INBOX: inboxesWith({ openSession }) };
  const response = await requestWith(bindings, LOGIN_PATH, await passkeyLoginCall(authenticator));
  await expectRefusalIn(response, "passkey_refused", 401);
  expect(await inbox.listSessions()).toEqual([]);
});

it("removing a passkey needs the password, and the passkey stops working", async () => {
  const { cookie } = await someoneWithAPassword();
  const { authenticator } = await addPasskey(cookie, { password: PASSWORD });
  const [passkey] = await passkeysOf(cookie);
  const path = `${PASSKEYS_PATH}/${passkey?._id}`;
  await expectRefusal("wrong_password", 403, path, { method: "DELETE", cookie });
  await expectRefusal("not_found", 404, path, { method: "DELETE", cookie: (await someoneSignedIn()).cookie });
  await requestJson(doneResponse, path, { method: "DELETE", cookie, json: { password: PASSWORD } });
  expect(await passkeysOf(cookie)).toEqual([]);
  await expectRefusal("passkey_refused", 401, LOGIN_PATH, await passkeyLoginCall(authenticator));
  await requestJson(profileResponse, "/user/profile", { cookie });
});

it("a passkey that is the only way to sign in can't be removed", async () => {
  const { id, cookie } = await someoneWithoutPassword();
  await addPasskey(cookie);
  await addPasskey(cookie);
  const remove = async () => {
    const [passkey] = await passkeysOf(cookie);
    return request(`${PASSKEYS_PATH}/${passkey?._id}`, { method: "DELETE", cookie });
  };
  expect((await remove()).status).toBe(200);
  // The account has no password, and `someoneWithoutPassword` stores no Google identity.
  await expectRefusalIn(await remove(), "last_way_to_sign_in", 409);
  await env.DB.prepare("UPDATE users SET google_issuer = 'g', google_subject = ? WHERE id = ?").bind(id, id).run();
  expect((await remove()).status).toBe(200);
  await makeSessionsOld(id);
  expect((await passkeysOf(await aCookieFor(id))).length).toBe(0);
});

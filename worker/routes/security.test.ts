import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";

import { FRESH_TOKEN_MS } from "../accounts/sessions.ts";
import { app } from "../app.ts";
import { loginResponse, profileResponse } from "../contract/account.ts";
import { CLOSE_SESSION_ENDED } from "../contract/close-codes.ts";
import { doneResponse } from "../contract/fields.ts";
import { sessionsResponse } from "../contract/security.ts";
import type { Inbox } from "../inbox/inbox.ts";
import { requestWith, inboxesWith } from "../testing/bindings.ts";
import { verifyWithGoogle, logInWithGoogle } from "../testing/google.ts";
import {
  requestJson,
  cookieOf,
  expectRefusal,
  expectRefusalIn,
  PASSWORD,
  request,
  tokenIn,
  ageSession,
} from "../testing/http.ts";
import { newPasswordBody, logInElsewhere, someoneWithAPassword } from "../testing/passwords.ts";
import { watchInbox } from "../testing/sockets.ts";
import { anIpv6Address, expectTooMany, requestFrom } from "../testing/strict-limits.ts";

const NEW_PASSWORD = "Another kettle 2";
const MINUTE_MS = 60_000;
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

afterEach(() => vi.useRealTimers());

const putCall = (cookie: string, json: object) => ({ method: "PUT", cookie, json });
const sessionsOf = async (cookie: string) =>
  (await requestJson(sessionsResponse, "/user/sessions", { cookie })).sessions;
const countSessions = async (id: string) => (await env.INBOX.getByName(id).listSessions()).length;

const expectSessionOver = async (cookie: string) => {
  await expectRefusal("not_signed_in", 401, "/user/profile", { cookie: await ageSession(FRESH_TOKEN_MS, cookie) });
  // A call that always checks with the inbox is refused right away.
  await expectRefusal("not_signed_in", 401, "/user/sessions", { cookie });
};

it("changing the password needs the current one and signs out other sessions", async () => {
  const { email, cookie } = await someoneWithAPassword();
  const otherCookie = await logInElsewhere(email);
  await requestJson(
    doneResponse,
    "/user/password",
    putCall(cookie, newPasswordBody(NEW_PASSWORD, { currentPassword: PASSWORD })),
  );
  await expectSessionOver(otherCookie);
  await requestJson(profileResponse, "/user/profile", { cookie });
  const old = { method: "POST", json: { email, password: PASSWORD } };
  await expectRefusal("invalid_credentials", 401, "/auth/login", old);
  await logInElsewhere(email, NEW_PASSWORD);
});

it("a wrong current password shows an error on its field", async () => {
  const { email, cookie } = await someoneWithAPassword();
  for (const wrongCurrent of [{ currentPassword: "Wrong horse 1" }, {}]) {
    const refused = await expectRefusal(
      "wrong_password",
      403,
      "/user/password",
      putCall(cookie, newPasswordBody(NEW_PASSWORD, wrongCurrent)),
    );
    expect(refused.fields).toEqual({ currentPassword: ["The password is incorrect"] });
  }
  await logInElsewhere(email);
});

it("a new password that is common or confirmed differently is rejected", async () => {
  const { email, cookie } = await someoneWithAPassword();
  const refuse = async (json: object) =>
    (await expectRefusal("invalid_input", 400, "/user/password", putCall(cookie, json))).fields;
  const currentPassword = PASSWORD;
  expect(await refuse(newPasswordBody("Password1", { currentPassword }))).toEqual({
    password: ["This password is too common. Choose another one."],
  });
  expect(await refuse(newPasswordBody(`A1${email}`, { currentPassword }))).toHaveProperty("password");
  expect(await refuse({ currentPassword, password: NEW_PASSWORD, confirmPassword: PASSWORD })).toEqual({
    confirmPassword: ["Passwords do not match"],
  });
});

it("five wrong passwords block both changing the password and deleting the account", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const { cookie } = await someoneWithAPassword();
  const address = anIpv6Address();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const [path, method] = attempt % 2 === 0 ? ["/user/password", "PUT"] : ["/user/delete-account", "DELETE"];
    const json =
      method === "PUT"
        ? newPasswordBody(NEW_PASSWORD, { currentPassword: "Wrong horse 1" })
        : { password: "Wrong horse 1" };
    expect((await requestFrom(path ?? "", { method: method ?? "", cookie, address, json })).status).toBe(403);
  }
  const correctCall = { cookie, address, json: newPasswordBody(NEW_PASSWORD, { currentPassword: PASSWORD }) };
  expect(await expectTooMany(await requestFrom("/user/password", { method: "PUT", ...correctCall }))).toBe(60);
  const deletion = { method: "DELETE", cookie, address, json: { password: PASSWORD } };
  await expectTooMany(await requestFrom("/user/delete-account", deletion));
});

it("T6: changing the password stops a sign-in that was already checked", async () => {
  const { id, email } = await someoneWithAPassword();
  // The password changes after the sign-in has read and checked it.
  const openSession = async (...args: Parameters<Inbox["openSession"]>) => {
    await env.DB.prepare("UPDATE users SET password_hash = 'another' WHERE id = ?").bind(id).run();
    return env.INBOX.getByName(id).openSession(...args);
  };
  const login = { method: "POST", json: { email, password: PASSWORD } };
  const before = await countSessions(id);
  const response = await requestWith({ ...env, INBOX: inboxesWith({ openSession }) }, "/auth/login", login);
  await expectRefusalIn(response, "invalid_credentials", 401);
  expect(tokenIn(response)).toBeNull();
  expect(await countSessions(id)).toBe(before);
});

it("setting a Google account's first password needs a recent sign-in", async () => {
  const token = await verifyWithGoogle();
  const response = await logInWithGoogle(token);
  const cookie = cookieOf(tokenIn(response) ?? "");
  const { user } = loginResponse.parse(await response.json());
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * MINUTE_MS });
  await expectRefusal("fresh_sign_in_needed", 403, "/user/password", putCall(cookie, newPasswordBody(NEW_PASSWORD)));
  vi.setSystemTime(Date.now() - MINUTE_MS);
  await requestJson(doneResponse, "/user/password", putCall(cookie, newPasswordBody(NEW_PASSWORD)));
  vi.useRealTimers();
  await logInElsewhere(user.email, NEW_PASSWORD);
  // From now on the password is required.
  await expectRefusal("wrong_password", 403, "/user/password", putCall(cookie, newPasswordBody(PASSWORD)));
});

it("the list of sessions shows devices and their last use, but no token", async () => {
  const { email, cookie } = await someoneWithAPassword();
  const [firstSession] = await sessionsOf(cookie);
  const otherCookie = await logInElsewhere(email, PASSWORD, FIREFOX);
  const sessions = await sessionsOf(otherCookie);
  expect(sessions).toHaveLength(2);
  expect(sessions.find(({ current }) => current)).toMatchObject({ device: "Firefox on Windows" });
  expect(sessions.find(({ current }) => !current)).toMatchObject({ _id: firstSession?._id, device: null });
  for (const { _id, createdAt, lastUsedAt } of sessions) {
    expect(_id).toMatch(/^[0-9a-f]{16}$/);
    expect(Date.parse(lastUsedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt));
  }
  expect(JSON.stringify(sessions)).not.toContain(otherCookie.split("=")[1]);
});

it("the list of sessions shows the network prefix each session was opened from", async () => {
  const { email } = await someoneWithAPassword();
  const json = { email, password: PASSWORD };
  const login = await requestFrom("/auth/login", { method: "POST", address: "203.0.113.77", json });
  const [session] = await sessionsOf(cookieOf(tokenIn(login) ?? ""));
  expect(session?.network).toBe("203.0.113.0/24");
});

it("the list of sessions omits expired sessions", async () => {
  const { email, cookie } = await someoneWithAPassword();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 60 * MINUTE_MS });
  const otherCookie = await logInElsewhere(email);
  expect(await sessionsOf(otherCookie)).toHaveLength(1);
  await expectSessionOver(cookie);
});

it("ending another session takes effect right away and closes its sockets", async () => {
  const { email, cookie } = await someoneWithAPassword();
  const otherCookie = await logInElsewhere(email);
  const { closed } = await watchInbox(otherCookie);
  const other = (await sessionsOf(cookie)).find(({ current }) => !current);
  await requestJson(doneResponse, `/user/sessions/${other?._id}`, { method: "DELETE", cookie });
  await vi.waitFor(() => expect(closed).toMatchObject([{ code: CLOSE_SESSION_ENDED }]));
  await expectSessionOver(otherCookie);
  expect(await sessionsOf(cookie)).toMatchObject([{ current: true }]);
});

it("ending one session without its ID is refused, and no session ends", async () => {
  const { email, cookie } = await someoneWithAPassword();
  await logInElsewhere(email);
  await expectRefusal("not_found", 404, "/user/sessions/", { method: "DELETE", cookie });
  expect(await sessionsOf(cookie)).toHaveLength(2);
});

it("if its ID is left out, only the call that ends one session matches another call", () => {
  const changes = app.routes.flatMap(({ method, path }) => (/^(ALL|GET)$/.test(method) ? [] : [`${method} ${path}`]));
  const withoutId = changes.map((change) => change.replace(/\/:[^/]+$/, ""));
  const collisions = withoutId.filter((change, index) => change !== changes[index] && changes.includes(change));
  expect(new Set(collisions)).toEqual(new Set(["DELETE /api/v1/user/sessions"]));
});

it("signing out everywhere also ends the current session and clears its cookie", async () => {
  const { email, cookie } = await someoneWithAPassword();
  const otherCookie = await logInElsewhere(email);
  const response = await request("/user/sessions", { method: "DELETE", cookie });
  expect(response.status).toBe(200);
  expect(tokenIn(response)).toBe("");
  await expectSessionOver(cookie);
  await expectSessionOver(otherCookie);
});

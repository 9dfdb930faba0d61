import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { loginResponse, profileResponse } from "../contract/account.ts";
import { responseSchema } from "../contract/fields.ts";
import { requestWith, unreachableInboxes } from "../testing/bindings.ts";
import { DAY_MS } from "../testing/builders.ts";
import {
  requestJson,
  cookieOf,
  PASSWORD,
  expectRefusal,
  expectRefusalIn,
  request,
  signupFields,
  someoneSignedIn,
  tokenIn,
  ageSession,
} from "../testing/http.ts";

const emptyResponse = responseSchema({});

async function signUp(change: Record<string, string> = {}) {
  const form = signupFields(change);
  await requestJson(emptyResponse, "/auth/signup", { method: "POST", form });
  return form;
}

function logIn(email: string, password = PASSWORD, cookie?: string) {
  return request("/auth/login", { method: "POST", json: { email, password }, cookie });
}

it("T3: signing up creates a User, even if another role is requested", async () => {
  const { email } = await signUp({ role: "Admin" });
  const { user } = loginResponse.parse(await (await logIn(email?.toUpperCase() ?? "")).json());
  expect(user).toMatchObject({ name: "Jane Doe", email, role: "User", image: null, products: [], winnings: [] });
  expect(user.id).toMatch(/^[0-9a-f]{32}$/);
});

it("signing up reports each invalid field without repeating the input", async () => {
  const form = signupFields({ firstName: "J", email: "no", password: "secret-typo", confirmPassword: "other" });
  const response = await request("/auth/signup", { method: "POST", form });
  expect(await response.clone().text()).not.toMatch(/secret-typo|other/);
  const { fields } = await expectRefusalIn(response, "invalid_input", 400);
  expect(fields).toMatchObject({
    firstName: ["First name must be at least 2 characters"],
    email: ["Invalid email address"],
    password: ["Password must contain uppercase, lowercase, and number"],
  });
});

it("T10: signing up rejects passwords that are common or contain a name", async () => {
  for (const [password, sentence] of [
    ["Password1", "This password is too common. Choose another one."],
    ["My-Lotline-7", 'Password must not contain "lotline"'],
    ["Jane.Doe-is-1", "Password must not contain the part of your email before the @"],
  ] as const) {
    const form = signupFields({ email: "jane.doe@example.com", password, confirmPassword: password });
    const { fields } = await expectRefusal("invalid_input", 400, "/auth/signup", { method: "POST", form });
    expect(fields).toEqual({ password: [sentence] });
  }
});

it("T6: signing up stores neither the password nor the session token in plaintext", async () => {
  const { email = "" } = await signUp();
  const token = tokenIn(await logIn(email)) ?? "";
  const people = await env.DB.prepare("SELECT * FROM users WHERE email = ?").bind(email).all();
  const inbox = env.INBOX.getByName(String(people.results[0]?.["id"]));
  const [sessions, keyValues] = await runInDurableObject(inbox, (_, { storage }) => [
    storage.sql.exec("SELECT * FROM sessions").toArray(),
    Array.from(storage.kv.list()),
  ]);
  expect(people.results).toHaveLength(1);
  expect(sessions).toHaveLength(1);
  const stored = JSON.stringify([people.results, sessions, keyValues]);
  expect(stored).not.toContain(PASSWORD);
  expect(stored).not.toContain(token);
  expect(stored).toContain("$scrypt$ln=14,r=8,p=5,keyid=");
});

it("T11: an unknown address and a wrong password get the same sign-in response", async () => {
  const { email = "" } = await signUp();
  const wrong = await expectRefusalIn(await logIn(email, "Wrong horse 1"), "invalid_credentials", 401);
  const unknown = await expectRefusalIn(await logIn(`not-${email}`), "invalid_credentials", 401);
  expect({ ...wrong, requestId: "" }).toEqual({ ...unknown, requestId: "" });
  expect(wrong.message).toBe("Login Failed");
});

it("T6: signing in sets a host-only cookie that scripts can't read", async () => {
  const { email = "" } = await signUp();
  const cookies = (await logIn(email)).headers.getSetCookie();
  const cookie = cookies.find((each) => each.startsWith("__Host-session=")) ?? "";
  expect(cookie.split("; ").slice(1).toSorted()).toEqual(
    ["Max-Age=604800", "Path=/", "HttpOnly", "Secure", "SameSite=Strict"].toSorted(),
  );
});

it("T6: signing in issues a new token and ends the browser's earlier session", async () => {
  const { email = "" } = await signUp();
  const first = tokenIn(await logIn(email)) ?? "";
  const second = tokenIn(await logIn(email, PASSWORD, cookieOf(first))) ?? "";
  expect(second).not.toBe(first);
  await expectRefusal("not_signed_in", 401, "/user/profile", { cookie: cookieOf(first) });
  await requestJson(profileResponse, "/user/profile", { cookie: cookieOf(second) });
});

it("signing in reports each invalid field in the specification's words", async () => {
  const { fields } = await expectRefusal("invalid_input", 400, "/auth/login", {
    method: "POST",
    json: { password: "12345" },
  });
  expect(fields).toEqual({
    email: ["Email is required"],
    password: ["Password must be at least 6 characters"],
  });
});

it("T7: signing out ends the session right away and clears the cookie", async () => {
  const { email = "" } = await signUp();
  const cookie = cookieOf(tokenIn(await logIn(email)) ?? "");
  const response = await request("/auth/logout", { method: "POST", cookie });
  expect(emptyResponse.parse(await response.json()).message).toBe("Logged Out");
  const ended = "Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict";
  const cookies = response.headers.getSetCookie();
  expect(cookies.findLast((setCookie) => setCookie.startsWith("__Host-session="))).toBe(`__Host-session=; ${ended}`);
  await expectRefusal("not_signed_in", 401, "/user/profile", { cookie });
});

it("signing out clears the cookie even if the inbox is down, but reports an error", async () => {
  const { id, cookie } = await someoneSignedIn();
  const bindings = { ...env, INBOX: unreachableInboxes() };
  const response = await requestWith(bindings, "/auth/logout", { method: "POST", cookie });
  expect(response.ok).toBe(false);
  expect(tokenIn(response)).toBe("");
  expect(await env.INBOX.getByName(id).listSessions()).toHaveLength(1);
  // Signs out again with the old cookie, as a program with a saved cookie might.
  expect((await request("/auth/logout", { method: "POST", cookie })).status).toBe(200);
  expect(await env.INBOX.getByName(id).listSessions()).toEqual([]);
});

it("signing out also ends the session of an outdated token", async () => {
  const { id, cookie } = await someoneSignedIn();
  expect((await request("/auth/logout", { method: "POST", cookie: await ageSession(DAY_MS / 2, cookie) })).status).toBe(
    200,
  );
  expect(await env.INBOX.getByName(id).listSessions()).toEqual([]);
});

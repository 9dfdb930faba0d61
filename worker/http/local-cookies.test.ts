import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { app } from "../app.ts";
import { cookieOf, someoneSignedIn } from "../testing/http.ts";
import { withLocalCookies } from "./local-cookies.ts";

const PASSWORD = "Copper-Kettle-9";

async function send(request: Request, isLocal: boolean): Promise<Response> {
  const context = createExecutionContext();
  const response = await withLocalCookies(request, isLocal, (localRequest) => app.fetch(localRequest, env, context));
  await waitOnExecutionContext(context);
  return response;
}

/** Signs up and in at this origin. Returns the cookies that were set. */
async function signIn(origin: string, isLocal: boolean): Promise<string[]> {
  const email = `${crypto.randomUUID()}@lotline.example`;
  const form = new FormData();
  const fields = {
    firstName: "Ann",
    lastName: "Doe",
    email,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    role: "User",
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const post = { method: "POST", headers: { origin } };
  const signUp = new Request(`${origin}/api/v1/auth/signup`, { ...post, body: form });
  expect((await send(signUp, isLocal)).status).toBe(201);
  const headers = { origin, "content-type": "application/json" };
  const body = JSON.stringify({ email, password: PASSWORD });
  const response = await send(new Request(`${origin}/api/v1/auth/login`, { method: "POST", headers, body }), isLocal);
  expect(response.status).toBe(200);
  return response.headers.getSetCookie();
}

async function profileStatus(origin: string, isLocal: boolean, cookie: string): Promise<number> {
  return (await send(new Request(`${origin}/api/v1/user/profile`, { headers: { origin, cookie } }), isLocal)).status;
}

it.each(["http://localhost:8787", "http://127.0.0.1:8787", "http://[::1]:8787", "http://192.168.1.20:8787"])(
  "a local server sets cookies that every browser keeps: %s",
  async (origin) => {
    const cookies = await signIn(origin, true);
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/^local-[^;]+;(?!.*Secure).*HttpOnly/);
    const sent = cookies.map((cookie) => cookie.split(";")[0]).join("; ");
    expect(await profileStatus(origin, true, sent)).toBe(200);
    // The same names mean nothing to a server that is not local.
    expect(await profileStatus(origin, false, sent)).toBe(401);
  },
);

it("a local server over plain HTTP rejects a cookie named like a secure one", async () => {
  const { cookie } = await someoneSignedIn();
  expect(cookie).toBe(cookieOf(cookie.slice(cookieOf("").length)));
  expect(await profileStatus("http://localhost:8787", true, cookie)).toBe(401);
});

it.each([
  ["https://lotline.example", true],
  ["https://lotline.example", false],
  ["http://localhost:8787", false],
])("cookies stay secure and host-bound at %s (local server: %s)", async (origin, isLocal) => {
  const cookies = await signIn(origin, isLocal);
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) expect(cookie).toMatch(/^__Host-[^;]+;.*; Secure/);
});

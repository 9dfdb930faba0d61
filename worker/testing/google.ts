/**
 * Signs in with Google like a browser: with cookies, and through the test provider
 * (scripts/testing/servers/hostile-provider.ts).
 */
import { expect } from "vitest";

import { anEmail, request } from "./http.ts";

/** How an ID token differs from a valid one: changed claims, or one way of forging it. */
export type Tampering = { readonly claims?: Readonly<Record<string, unknown>>; readonly forgery?: string };

export type StartedSignIn = { readonly cookie: string; readonly location: URL };
export type Callback = { readonly path: string; readonly cookie: string };

const ATTEMPT = "__Host-google-attempt";
const SIGN_IN_TOKEN = "__Host-google";

export async function beginSignIn(): Promise<StartedSignIn> {
  const response = await request("/auth/google");
  expect(response.status).toBe(302);
  return { cookie: cookieIn(response, ATTEMPT), location: new URL(response.headers.get("location") ?? "") };
}

/** Chooses an account at the provider, and returns the callback's URL and the cookie for it. */
export async function chooseAccount(
  { cookie, location }: StartedSignIn,
  email: string,
  tampering: Tampering = {},
): Promise<Callback> {
  const url = new URL(location);
  url.pathname = "/authorize";
  url.searchParams.set("login_hint", email);
  url.searchParams.set("tampering", JSON.stringify(tampering));
  const response = await fetch(url, { redirect: "manual" });
  const target = new URL(response.headers.get("location") ?? "");
  expect(target.pathname).toBe("/api/v1/auth/google/callback");
  return { cookie, path: `/auth/google/callback${target.search}` };
}

export function openCallback({ path, cookie }: Callback): Promise<Response> {
  return request(path, { cookie });
}

/** The window's message for the page that opened it, and the sign-in token's cookie. */
export async function signInTokenIn(response: Response) {
  expect(response.status).toBe(200);
  const html = await response.text();
  const text = /data-message="([^"]*)"/.exec(html)?.[1]?.replaceAll("&quot;", '"').replaceAll("&amp;", "&") ?? "";
  const message: unknown = JSON.parse(text);
  return { message, cookie: cookieIn(response, SIGN_IN_TOKEN) };
}

export async function verifyWithGoogle(email = anEmail(), tampering: Tampering = {}) {
  const { cookie } = await signInTokenIn(
    await openCallback(await chooseAccount(await beginSignIn(), email, tampering)),
  );
  return { email, uid: `local-${email}`, cookie };
}

export function logInWithGoogle({ uid, cookie }: { uid: string; cookie?: string }, extraFields: object = {}) {
  return request("/auth/google-login", { method: "POST", cookie, json: { uid, ...extraFields } });
}

function cookieIn(response: Response, name: string): string {
  const found = response.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));
  expect(found, `no cookie ${name}`).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=(Lax|Strict)$/);
  return found?.split(";")[0] ?? "";
}

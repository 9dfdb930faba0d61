/** Signing in with Google as a browser does it: with its cookies, and through the provider that runs beside the tests. */
import { expect } from "vitest";

import { anEmail, request } from "./http.ts";

/** How one sign-in differs from a good one. */
export type Wish = { readonly claims?: Readonly<Record<string, unknown>>; readonly forged?: string };

export type Begun = { readonly cookie: string; readonly location: URL };
export type Returned = { readonly address: string; readonly cookie: string };

const ATTEMPT = "__Host-google-attempt";
const HAND_OFF = "__Host-google";

export async function begin(): Promise<Begun> {
  const response = await request("/auth/google");
  expect(response.status).toBe(302);
  return { cookie: cookieIn(response, ATTEMPT), location: new URL(response.headers.get("location") ?? "") };
}

/** Chooses an account at the provider, which sends the browser back to us: to this address, with this cookie. */
export async function choose({ cookie, location }: Begun, email: string, wish: Wish = {}): Promise<Returned> {
  const url = new URL(location);
  url.pathname = "/authorize";
  url.searchParams.set("login_hint", email);
  url.searchParams.set("wish", JSON.stringify(wish));
  const response = await fetch(url, { redirect: "manual" });
  const target = new URL(response.headers.get("location") ?? "");
  expect(target.pathname).toBe("/api/v1/auth/google/callback");
  return { cookie, address: `/auth/google/callback${target.search}` };
}

export function comeBack({ address, cookie }: Returned): Promise<Response> {
  return request(address, { cookie });
}

/** What the window tells the page that opened it, and the cookie that the page will send. */
export async function handOffIn(response: Response) {
  expect(response.status).toBe(200);
  const text = await response.text();
  const message = /data-message="([^"]*)"/.exec(text)?.[1]?.replaceAll("&quot;", '"').replaceAll("&amp;", "&") ?? "";
  const told: unknown = JSON.parse(message);
  return { told, cookie: cookieIn(response, HAND_OFF) };
}

/** All the way to the hand-off. */
export async function handedOff(email = anEmail(), wish: Wish = {}) {
  const { cookie } = await handOffIn(await comeBack(await choose(await begin(), email, wish)));
  return { email, uid: `local-${email}`, cookie };
}

export function logInWithGoogle({ uid, cookie }: { uid: string; cookie?: string }, more: object = {}) {
  return request("/auth/google-login", { method: "POST", cookie, json: { uid, ...more } });
}

function cookieIn(response: Response, name: string): string {
  const found = response.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));
  expect(found, `no cookie ${name}`).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=(Lax|Strict)$/);
  return found?.split(";")[0] ?? "";
}

/**
 * Tests call the Worker like browsers: over HTTP, with an origin and a cookie. Every JSON response is parsed with the
 * contract's schema and checked against the OpenAPI document, so an undocumented response fails any test that gets it.
 */
import { env, exports } from "cloudflare:workers";
import { expect } from "vitest";
import { type $ZodType, type output, parse } from "zod/v4/core";

import { insertUser } from "../accounts/queries/people.ts";
import { openSession } from "../accounts/sessions.ts";
import type { ErrorCode } from "../contract/errors.ts";
import { type Failure, failure } from "../contract/failure.ts";
import { openCatalogue } from "../db/database.ts";
import { newId } from "./builders.ts";
import { expectDocumented } from "./documented.ts";

export const ORIGIN = "https://lotline.test";
const BASE = `${ORIGIN}/api/v1`;

export type Call = {
  readonly method?: string;
  readonly cookie?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string | File>>;
  readonly body?: BodyInit;
};

/** Paths are relative to the API's base, except those under /.well-known. */
function urlOf(path: string): string {
  return path.startsWith("/.well-known/") ? ORIGIN + path : BASE + path;
}

/** A call as the site's own pages make it. */
export function requestOf(path: string, call: Call = {}): Request {
  const { method = "GET", cookie, headers = {}, json, form, body } = call;
  const all = new Headers({ origin: ORIGIN, ...(cookie === undefined ? {} : { cookie }), ...headers });
  if (json !== undefined) all.set("content-type", "application/json");
  const content = json === undefined ? (form ? formOf(form) : body) : JSON.stringify(json);
  return new Request(urlOf(path), { method, headers: all, body: content ?? null, redirect: "manual" });
}

/** Makes the call, with the bindings of the tests. */
export async function request(path: string, call: Call = {}): Promise<Response> {
  const response = await exports.default.fetch(requestOf(path, call));
  await expectDocumented(call.method ?? "GET", urlOf(path), response);
  return response;
}

/** Expects a call to succeed, and returns its response parsed with the contract's schema. */
export async function ask<Answer extends $ZodType>(
  answer: Answer,
  path: string,
  call: Call = {},
): Promise<output<Answer>> {
  const response = await request(path, call);
  const body: unknown = await response.json();
  expect(body).toMatchObject({ success: true });
  expect(response.ok).toBe(true);
  return parse(answer, body);
}

/** Expects a call to be refused with this code and status, in the usual body and with the usual headers. */
export async function expectRefusal(code: ErrorCode, status: number, path: string, call: Call = {}): Promise<Failure> {
  return expectRefusalIn(await request(path, call), code, status);
}

export async function expectRefusalIn(response: Response, code: ErrorCode, status: number): Promise<Failure> {
  const body = failure.parse(await response.json());
  expect(body).toMatchObject({ success: false, code });
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(response.headers.get("x-request-id")).toBe(body.requestId);
  return body;
}

export function formOf(fields: Readonly<Record<string, string | File>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

export const PASSWORD = "Correct horse 1";

export function anEmail(): string {
  return `${newId()}@example.com`;
}

export function signupFields(change: Record<string, string> = {}): Record<string, string> {
  return {
    firstName: "Jane",
    lastName: "Doe",
    email: anEmail(),
    password: PASSWORD,
    confirmPassword: PASSWORD,
    role: "User",
    ...change,
  };
}

/** A user with a session and a proven address, created without the sign-up: hashing a password would take most of the test's time. */
export async function someoneSignedIn(firstName = "Jane") {
  const catalogue = openCatalogue(env.DB);
  const [id, email, now] = [newId(), anEmail(), Date.now()];
  await insertUser(catalogue, {
    id,
    firstName,
    lastName: "Doe",
    email,
    emailProvenAt: now,
    passwordHash: "none",
    imageKey: null,
    createdAt: now,
  });
  return { id, email, firstName, cookie: await aCookieFor(id, now) };
}

/** The cookie of a new session of a user; `now` is epoch ms. */
export async function aCookieFor(userId: string, now = Date.now()): Promise<string> {
  const token = await openSession(openCatalogue(env.DB), userId, now);
  if (token === null) throw new Error("this user may not sign in");
  return cookieOf(token);
}

/**
 * A user with the admin role, as `npm run admin:grant` sets it, and without a password: that they have just signed in is
 * proof enough for every act.
 */
export async function anAdmin() {
  const admin = await someoneSignedIn("Ada");
  await env.DB.prepare("UPDATE users SET role = 'Admin', password_hash = NULL WHERE id = ?").bind(admin.id).run();
  return admin;
}

export function cookieOf(token: string): string {
  return `__Host-sid=${token}`;
}

/** The session token in a response's cookie, or null when it sets none. */
export function tokenIn(response: Response): string | null {
  const tokens = response.headers.getSetCookie().map((cookie) => /^__Host-sid=([^;]*);/.exec(cookie)?.[1]);
  return tokens.find((token) => token !== undefined) ?? null;
}

/**
 * Tests speak to the Worker as browsers do: over HTTP, with an origin and a cookie. Every JSON answer is parsed with
 * the contract's schema and held against the API's own document, so an answer of another shape fails whichever test
 * meets it.
 */
import { env, exports } from "cloudflare:workers";
import { expect } from "vitest";
import { type $ZodType, type output, parse } from "zod/v4/core";

import { openSession } from "../accounts/sessions.ts";
import { openCatalogue } from "../catalogue/database.ts";
import { insertUser } from "../catalogue/people.ts";
import { type ErrorCode, type Failure, failure } from "../contract/errors.ts";
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

/** Calls are named by what follows the API's base; what is well known has a place of its own. */
function urlOf(path: string): string {
  return path.startsWith("/.well-known/") ? ORIGIN + path : BASE + path;
}

/** A call as our own pages make it. */
export async function request(path: string, call: Call = {}): Promise<Response> {
  const { method = "GET", cookie, headers = {}, json, form, body } = call;
  const all = new Headers({ origin: ORIGIN, ...(cookie === undefined ? {} : { cookie }), ...headers });
  if (json !== undefined) all.set("content-type", "application/json");
  const content = json === undefined ? (form ? formOf(form) : body) : JSON.stringify(json);
  const response = await exports.default.fetch(
    new Request(urlOf(path), { method, headers: all, body: content ?? null, redirect: "manual" }),
  );
  await expectDocumented(method, urlOf(path), response);
  return response;
}

/** A call that succeeds, and its answer as the contract has it. */
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

/** A call that is refused with one code. Every refusal has the one body, a status of its code, and the headers. */
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

function formOf(fields: Readonly<Record<string, string | File>>): FormData {
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

/** A person with a session, made past the sign-up: hashing a password each time would be most of a test. */
export async function someoneSignedIn(firstName = "Jane") {
  const catalogue = openCatalogue(env.DB);
  const [id, email, now] = [newId(), anEmail(), Date.now()];
  await insertUser(catalogue, {
    id,
    firstName,
    lastName: "Doe",
    email,
    passwordHash: "none",
    imageKey: null,
    createdAt: now,
  });
  const { token } = await openSession(catalogue, id, now);
  return { id, email, firstName, cookie: cookieOf(token) };
}

/** Someone to whom `npm run admin:grant` has given the role. */
export async function anAdmin() {
  const admin = await someoneSignedIn("Ada");
  await env.DB.prepare("UPDATE users SET role = 'Admin' WHERE id = ?").bind(admin.id).run();
  return admin;
}

export function cookieOf(token: string): string {
  return `__Host-sid=${token}`;
}

/** The token that an answer's cookie carries, or null when it sets none. */
export function tokenIn(response: Response): string | null {
  const tokens = response.headers.getSetCookie().map((cookie) => /^__Host-sid=([^;]*);/.exec(cookie)?.[1]);
  return tokens.find((token) => token !== undefined) ?? null;
}

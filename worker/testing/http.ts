/**
 * Tests call the Worker like browsers: over HTTP, with an origin and a cookie. Every JSON response is parsed with the
 * contract's schema and checked against the OpenAPI document, so an undocumented response fails any test that gets it.
 */
import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { expect } from "vitest";
import { type $ZodType, type output, parse } from "zod/v4/core";

import { insertUser } from "../accounts/queries/people.ts";
import { readSession, signSession } from "../accounts/session-token.ts";
import { type Session, SESSION_MS } from "../accounts/sessions.ts";
import type { ErrorCode } from "../contract/errors.ts";
import { type Failure, failure } from "../contract/failure.ts";
import { openDatabase } from "../db/database.ts";
import { settingsOf } from "../settings/settings.ts";
import { newId } from "./builders.ts";
import { expectDocumented } from "./documented.ts";

export const ORIGIN = "https://lotline.test";
const HOST = new URL(ORIGIN).hostname;
const BASE = `${ORIGIN}/api/v1`;
const KEYS = settingsOf(env).sessionKeys;

export type TestCall = {
  readonly method?: string;
  readonly cookie?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string | File>>;
  readonly body?: BodyInit;
};

/** The parts of a multipart form, in order. */
export type MultipartParts = readonly (readonly [name: string, value: string | File])[];

/** Paths are relative to the API's base, except those under /.well-known. */
function urlOf(path: string): string {
  return path.startsWith("/.well-known/") ? ORIGIN + path : BASE + path;
}

/** A call as the site's own pages make it. */
export function requestOf(path: string, call: TestCall = {}): Request {
  const { method = "GET", cookie, headers = {}, json, form, body } = call;
  const allHeaders = new Headers({ origin: ORIGIN, ...(cookie === undefined ? {} : { cookie }), ...headers });
  if (json !== undefined) allHeaders.set("content-type", "application/json");
  const content = json === undefined ? (form ? formOf(form) : body) : JSON.stringify(json);
  return new Request(urlOf(path), { method, headers: allHeaders, body: content ?? null, redirect: "manual" });
}

function sidOf(token: string): unknown {
  const [, payload = ""] = token.split(".");
  const claims: unknown = payload === "" ? null : JSON.parse(Buffer.from(payload, "base64url").toString());
  return claims !== null && typeof claims === "object" && "sid" in claims ? claims.sid : null;
}

/** The token that has replaced another one, as in a browser's cookie jar. */
const renewedTokens = new Map<string, string>();

/** Makes the call with the tests' bindings and the newest token of its session. */
export async function request(path: string, call: TestCall = {}): Promise<Response> {
  const sent = /__Host-session=([^;]+)/.exec(call.cookie ?? "")?.[1] ?? "";
  const token = renewedTokens.get(sent) ?? sent;
  const response = await exports.default.fetch(
    requestOf(path, { ...call, cookie: call.cookie?.replaceAll(sent, token) }),
  );
  await expectDocumented(call.method ?? "GET", urlOf(path), response);
  const renewedToken = tokenIn(response);
  if (renewedToken && sidOf(renewedToken) === sidOf(sent)) renewedTokens.set(sent, renewedToken);
  return response;
}

/** Expects a call to succeed, and returns its response parsed with the contract's schema. */
export async function requestJson<Schema extends $ZodType>(
  schema: Schema,
  path: string,
  call: TestCall = {},
): Promise<output<Schema>> {
  const response = await request(path, call);
  const body: unknown = await response.json();
  expect(body).toMatchObject({ success: true });
  expect(response.ok).toBe(true);
  return parse(schema, body);
}

/** All pages of a list, in order. Calls `between` with the number of pages so far before each further page. */
export async function fetchPages<Page extends { readonly nextCursor: string | null }>(
  schema: $ZodType<Page>,
  path: string,
  call: TestCall = {},
  between: (pages: number) => Promise<unknown> = async () => {},
): Promise<Page[]> {
  const separator = path.includes("?") ? "&" : "?";
  const pages = [await requestJson(schema, path, call)];
  for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor) {
    await between(pages.length);
    pages.push(await requestJson(schema, `${path}${separator}cursor=${encodeURIComponent(cursor)}`, call));
  }
  return pages;
}

/** Expects a call to be refused with this code and status, in the usual body and with the usual headers. */
export async function expectRefusal(
  code: ErrorCode,
  status: number,
  path: string,
  call: TestCall = {},
): Promise<Failure> {
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

/**
 * A user with a session and a verified address. They're created without signing up, because hashing a password would
 * take most of the test's time.
 */
export async function someoneSignedIn(firstName = "Jane") {
  const user = await aUser(firstName);
  return { ...user, cookie: await aCookieFor(user.id) };
}

/** Someone with an account, and the cookie of their session. */
export type Someone = Awaited<ReturnType<typeof someoneSignedIn>>;
/** The part of `Someone` that calls need. */
export type SignedIn = Pick<Someone, "cookie">;

async function aUser(firstName: string) {
  const [id, email, now] = [newId(), anEmail(), Date.now()];
  await insertUser(openDatabase(env.DB), {
    id,
    firstName,
    lastName: "Doe",
    email,
    emailVerifiedAt: now,
    passwordHash: "none",
    imageKey: null,
    createdAt: now,
  });
  return { id, email, firstName };
}

/** The cookie for a user's new session, which began now, or at `createdAt` (epoch ms). */
export async function aCookieFor(userId: string, createdAt?: number): Promise<string> {
  const inbox = env.INBOX.getByName(userId);
  const session = await inbox.openSession(userId, { device: null, network: null });
  if (!session) throw new Error("this user may not sign in");
  if (createdAt === undefined) return cookieFor(session);
  await runInDurableObject(inbox, (_, { storage }) => {
    storage.sql.exec("UPDATE sessions SET created_at = ? WHERE id = ?", createdAt, session.id);
  });
  return cookieFor({ ...session, createdAt, expiresAt: createdAt + SESSION_MS });
}

/** The cookie of a session, as the Worker makes it, or with another key or for another host. */
export async function cookieFor(session: Session, secret = KEYS[0] ?? "", host = HOST): Promise<string> {
  return cookieOf(await signSession(secret, host, session));
}

/** Backdates the start of someone's sessions by `ms`. */
export async function backdateSessions(userId: string, ms: number): Promise<void> {
  await runInDurableObject(env.INBOX.getByName(userId), (_, { storage }) => {
    storage.sql.exec("UPDATE sessions SET created_at = created_at - ?", ms);
  });
}

export async function sessionIn(cookie: string): Promise<Session> {
  const session = await readSession(KEYS, HOST, cookie.slice(cookieOf("").length), 0);
  if (!session) throw new Error("this cookie has no session");
  return session;
}

/** The cookie as if the inbox had confirmed the session `ms` ago. */
export async function ageSession(ms: number, cookie: string): Promise<string> {
  return cookieFor({ ...(await sessionIn(cookie)), checkedAt: Date.now() - ms });
}

/** The cookie after a renewal now, as if the inbox had only just noticed a change in D1. */
export async function renewSessionCookie(cookie: string): Promise<string> {
  const { id, user } = await sessionIn(cookie);
  const inbox = env.INBOX.getByName(user.id);
  await inbox.refreshAccount();
  const session = await inbox.checkSession(user.id, id);
  if (!session) throw new Error("this session has ended");
  return cookieFor(session);
}

/**
 * A user with the admin role, as `npm run admin:grant` sets it, and without a password. They have just signed in, so
 * every action is allowed.
 */
export async function anAdmin() {
  const admin = await aUser("Ada");
  await env.DB.prepare("UPDATE users SET role = 'Admin', password_hash = NULL WHERE id = ?").bind(admin.id).run();
  return { ...admin, cookie: await aCookieFor(admin.id) };
}

export function cookieOf(token: string): string {
  return `__Host-session=${token}`;
}

/** The session token in a response's last session cookie. Empty if that clears the cookie, null if there is none. */
export function tokenIn(response: Response): string | null {
  const tokens = response.headers.getSetCookie().map((cookie) => /^__Host-session=([^;]*);/.exec(cookie)?.[1]);
  return tokens.findLast((token) => token !== undefined) ?? null;
}

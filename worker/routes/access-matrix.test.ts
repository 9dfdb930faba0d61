import { env } from "cloudflare:workers";
import { findTargetHandler } from "hono/utils/handler";
import { expect, it } from "vitest";

import { app } from "../app.ts";
import { MAX_LISTING_FORM_BYTES } from "../http/body.ts";
import { descriptionOf, documentedInputOf } from "../http/describe-route.ts";
import { ACCESS_ROWS } from "../testing/access/access-matrix.ts";
import { type AnyAttempt, cellOf, hasChanged } from "../testing/access/cell-of.ts";
import { type AccessAttempt, type Cell, type AccessCase, ACCESS_CASES, type AccessRow } from "../testing/access/row.ts";
import { request, someoneSignedIn } from "../testing/http.ts";

/** Pages are public HTML with their own tests. */
const API = /^\/(?:api|\.well-known)\//;
/** Every call that the Worker serves, with its handlers. Middleware is registered for all methods, a route for one. */
const handlersByCall = Map.groupBy(
  app.routes.filter(({ method, path }) => method !== "ALL" && API.test(path)),
  ({ method, path }) => `${method} ${path.replace("/api/v1", "")}`,
);

/** Where a call can be malformed: in the body, a URL parameter, the handshake, or nowhere. */
function mistakeKindOf(call: string): keyof typeof MISTAKES {
  const handlers = (handlersByCall.get(call) ?? []).map(({ handler }) => findTargetHandler(handler));
  if (handlers.some((handler) => descriptionOf(handler)?.status === 101)) return "socket";
  const targets = handlers.flatMap((handler) => documentedInputOf(handler)?.target ?? []);
  const body = targets.find((target) => target === "json" || target === "form");
  return body ?? (targets.some((target) => target !== "header") ? "parameters" : "nothing");
}

async function endedCookie(): Promise<string> {
  const { cookie } = await someoneSignedIn();
  expect((await request("/auth/logout", { method: "POST", cookie })).status).toBe(200);
  return cookie;
}
/** An account without a password can be deleted with the session alone. */
async function deletedCookie(): Promise<string> {
  const { id, cookie } = await someoneSignedIn();
  await env.DB.prepare("UPDATE users SET password_hash = NULL WHERE id = ?").bind(id).run();
  expect((await request("/user/delete-account", { method: "DELETE", cookie })).status).toBe(200);
  return cookie;
}

/** Replaces the ID in the URL, or its last segment, with a malformed or overlong one. */
function withLastSegment(path: string, value: string): string {
  return path.replace(/[0-9a-f]{32}(-\d+)?|[^/=?&]+$/, value);
}
const tooLong = "x".repeat(2_000);

const MISTAKES: Record<
  "json" | "form" | "parameters" | "socket" | "nothing",
  Record<"malformed" | "wrongType" | "oversized", (attempt: AccessAttempt) => AccessAttempt>
> = {
  json: {
    malformed: withBody('{"bidAmount":', "application/json"),
    wrongType: withBody('{"bidAmount":150}', "text/plain"),
    oversized: withBody(JSON.stringify({ text: "x".repeat(16 * 1_024) }), "application/json"),
  },
  form: {
    malformed: withBody("--x\r\nno form at all", "multipart/form-data; boundary=x"),
    wrongType: withBody("{}", "application/json"),
    oversized: withBody(new Uint8Array(MAX_LISTING_FORM_BYTES + 1), "multipart/form-data; boundary=x"),
  },
  parameters: {
    malformed: (good) => ({ ...good, path: withLastSegment(good.path, "no!id") }),
    wrongType: withTextType,
    oversized: (good) => ({ ...good, path: withLastSegment(good.path, tooLong) }),
  },
  socket: {
    malformed: (good) => ({ ...good, cookie: `${good.cookie}; ${good.cookie}` }),
    wrongType: ({ path, cookie }) => ({ path, cookie }),
    oversized: (good) => ({ ...good, path: `${good.path}?after=${tooLong}` }),
  },
  nothing: {
    malformed: (good) => ({ ...good, cookie: `${good.cookie}; ${good.cookie}` }),
    wrongType: withTextType,
    oversized: (good) => ({ ...good, path: `${good.path}?x=${tooLong}` }),
  },
};

function withBody(body: BodyInit, type: string) {
  return ({ path, cookie, call = {} }: AccessAttempt): AccessAttempt => {
    const { json: _json, form: _form, ...rest } = call;
    return { path, cookie, call: { ...rest, body, headers: { ...rest.headers, "content-type": type } } };
  };
}
function withTextType({ path, cookie, call = {} }: AccessAttempt): AccessAttempt {
  return { path, cookie, call: { ...call, headers: { ...call.headers, "content-type": "text/plain" } } };
}

const invalidCookies = { endedSession: await endedCookie(), deletedAccount: await deletedCookie() };

/** The call as this kind of caller makes it, or with this mistake. */
async function attemptBy(kind: AccessCase, route: string, attempt: AccessAttempt): Promise<AnyAttempt> {
  switch (kind) {
    case "visitor":
      return { ...attempt, cookie: undefined };
    case "otherUser":
      return { ...attempt, cookie: (await someoneSignedIn()).cookie };
    case "endedSession":
    case "deletedAccount":
      return { ...attempt, cookie: invalidCookies[kind] };
    case "malformed":
    case "wrongType":
    case "oversized":
      return MISTAKES[mistakeKindOf(route)][kind](attempt);
    case "owner":
    case "replayed":
      return attempt;
  }
}

/**
 * The result for each kind of caller and mistake. After a call that may have changed something, the next is a new
 * attempt.
 */
async function cellsOf(route: string, { attempt }: AccessRow): Promise<Partial<Record<AccessCase, Cell>>> {
  const cells: Partial<Record<AccessCase, Cell>> = {};
  let validAttempt = await attempt();
  for (const kind of ACCESS_CASES) {
    const cell = await cellOf(route, await attemptBy(kind, route, validAttempt));
    cells[kind] = cell;
    // The replay needs the owner's changes, and nothing follows it.
    if (hasChanged(route, cell) && kind !== "owner" && kind !== "replayed") validAttempt = await attempt();
  }
  return cells;
}

it("T12: the access matrix has exactly one row for each of the Worker's calls", () => {
  expect(Object.keys(ACCESS_ROWS).toSorted()).toEqual(Array.from(handlersByCall.keys()).toSorted());
});

it.each(Object.entries(ACCESS_ROWS))("%s follows the access matrix", async (call, row) => {
  expect(await cellsOf(call, row)).toEqual(row.cells);
});

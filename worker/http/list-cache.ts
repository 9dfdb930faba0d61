/**
 * Caches lists that are the same for every visitor, as response bodies. A body is cached for a few seconds in the
 * isolate, and popular lists are also shared through the platform's cache. A body does not outlive its content: a list
 * that shows an auction as live expires when that auction ends. Sellers see their own changes at once. While D1 does
 * not answer, an older body is served, for an hour at most and marked as stale.
 */
import { createHash } from "node:crypto";

import { createMiddleware } from "hono/factory";

import { ExpiringCache } from "../platform/expiring-cache.ts";
import { withTimeout } from "../platform/with-timeout.ts";
import type { HttpContext, HttpEnv } from "./context.ts";
import { isTemporary } from "./failure.ts";
import { logError } from "./log.ts";
import { forgetPages } from "./room-pages.ts";

/** After this age one request rebuilds the body; meanwhile the others still get the old one. */
const FRESH_MS = 2_000;
/** After this age a body is no longer served, as long as D1 answers. */
const MAX_AGE_MS = 5_000;
/** If rebuilding takes longer than this, the next request tries as well, and an old body is served instead. */
const BUILD_TIMEOUT_MS = 1_000;
/** While D1 does not answer an old body is served up to this age, */
const MAX_STALE_MS = 3_600_000;
/** and D1 is asked this often for each list. */
const STALE_RETRY_MS = 2_000;
/** Enough for a few hundred pages; the isolate has 128 MB. */
const MAX_BYTES = 8 * 1_024 * 1_024;
/** Characters of remembered addresses: a few thousand of them. */
const MAX_ADDRESS_CHARACTERS = 512 * 1_024;

type ListBody = { readonly bytes: Uint8Array<ArrayBuffer>; readonly etag: string; readonly builtAt: number };
type CachedBody = ListBody & {
  /** Until when it may be served as long as D1 answers. */
  readonly until: number;
  buildingSince: number;
  failedAt: number;
};

/** A list's content, and until when it is valid if nothing happens (epoch ms). */
export type BuiltList = {
  readonly body: { readonly message: string } & Record<string, unknown>;
  readonly validUntil: number;
};

type List = {
  /** The query in a canonical form. */
  readonly name: string;
  /** Whether the list is requested often enough to share it with other isolates. */
  readonly popular: boolean;
  /** Null when there is no such list. */
  readonly build: () => Promise<BuiltList | null>;
};

const cache = new ExpiringCache<CachedBody>({ maxSize: MAX_BYTES, sizeOf: ({ bytes }) => bytes.byteLength });
/**
 * The list that each recent address means: parsing and validating a query costs more than everything else in an answer
 * from memory.
 */
const known = new ExpiringCache<{ readonly url: string; readonly name: string }>({
  maxSize: MAX_ADDRESS_CHARACTERS,
  sizeOf: ({ url }) => url.length,
});
/** Bodies built up to then may show a listing as it was before a change made in this isolate. */
let outdatedAt = 0;

/**
 * Answers with a list in memory if exactly this address was answered with it before. Put it in front of the validation.
 */
export const cachedList = createMiddleware<HttpEnv>(async (c, next) => {
  const name = known.get(c.req.raw.url)?.name;
  const found = name === undefined ? undefined : cache.get(name);
  return found && isCurrent(found, c.get("now")) ? answer(c, found) : next();
});

/** The response with the list, or null when there is no such list. */
export async function answerList(c: HttpContext, { name, popular, build }: List): Promise<Response | null> {
  const now = c.get("now");
  const found = cache.get(name);
  if (found && isCurrent(found, now)) {
    known.set(c.req.raw.url, { url: c.req.raw.url, name }, now + MAX_STALE_MS);
    return answer(c, found);
  }
  if (found && now - found.failedAt < STALE_RETRY_MS) return answerStale(c, found);
  if (found) found.buildingSince = now;
  const shared = popular ? await findShared(c, name, now) : null;
  if (shared) return answer(c, cacheBody(name, shared.body, shared.until));
  let built: BuiltList | null;
  try {
    built = await (found ? withTimeout(build(), BUILD_TIMEOUT_MS) : build());
  } catch (error) {
    if (!found || !(error instanceof Error) || !isTemporary(error)) throw error;
    logError(c, error);
    found.failedAt = now;
    return answerStale(c, found);
  }
  if (!built) return null;
  const text = JSON.stringify({ success: true, ...built.body });
  const bytes = new Uint8Array(new TextEncoder().encode(text));
  const until = Math.min(now + MAX_AGE_MS, built.validUntil);
  const body = { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url")}"`, builtAt: now };
  if (popular && now + FRESH_MS <= until) c.executionCtx.waitUntil(share(c, name, body));
  return answer(c, cacheBody(name, body, until));
}

/** Whether it can be served without building it once more, or while another request does. */
function isCurrent({ until, builtAt, buildingSince }: CachedBody, now: number): boolean {
  return now < until && (now - builtAt < FRESH_MS || now - buildingSince < BUILD_TIMEOUT_MS);
}

/**
 * Call this after a listing was created, changed, hidden or deleted, so that the change shows in every list at once.
 */
export function outdateLists(now: number): void {
  cache.clear();
  forgetPages();
  outdatedAt = now;
}

/** An old body while D1 does not answer. Its headers state its age. */
function answerStale(c: HttpContext, body: ListBody): Response {
  const seconds = Math.round((c.get("now") - body.builtAt) / 1_000);
  return answer(c, body, { Age: String(seconds), Warning: '110 - "Response is Stale"' });
}

function answer(c: HttpContext, { bytes, etag }: ListBody, more: Readonly<Record<string, string>> = {}): Response {
  // Browsers may store it and must revalidate it each time.
  const headers = { ETag: etag, "Cache-Control": "no-cache", ...more };
  if (c.req.header("if-none-match") === etag) return c.body(null, 304, headers);
  return c.body(bytes, 200, { ...headers, "Content-Type": "application/json" });
}

function cacheBody(name: string, body: ListBody, until: number): ListBody {
  const cached = { ...body, until, buildingSince: 0, failedAt: 0 };
  if (body.builtAt > outdatedAt) cache.set(name, cached, body.builtAt + MAX_STALE_MS);
  return body;
}

const BUILT_AT = "x-built-at";

async function findShared(
  c: HttpContext,
  name: string,
  now: number,
): Promise<{ body: ListBody; until: number } | null> {
  const response = await caches.default.match(sharedUrl(c, name));
  const etag = response?.headers.get("etag");
  const builtAt = Number(response?.headers.get(BUILT_AT));
  if (!response || !etag || now - builtAt >= FRESH_MS || builtAt <= outdatedAt) return null;
  const body = { bytes: new Uint8Array(await response.arrayBuffer()), etag, builtAt };
  return { body, until: builtAt + FRESH_MS };
}

async function share(c: HttpContext, name: string, { bytes, etag, builtAt }: ListBody): Promise<void> {
  const headers = { ETag: etag, [BUILT_AT]: String(builtAt), "Cache-Control": `max-age=${FRESH_MS / 1_000}` };
  await caches.default.put(sharedUrl(c, name), new Response(bytes, { headers }));
}

function sharedUrl(c: HttpContext, name: string): string {
  return new URL(`/list-cache/${encodeURIComponent(name)}`, c.req.url).href;
}

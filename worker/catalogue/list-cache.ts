/**
 * Caches lists that are the same for every visitor. Each isolate keeps the response bodies for five seconds. A list
 * that shows an auction as live expires when that auction ends. Lists come from D1's replicas, but sellers still see
 * their own changes right away (`worker/db/replicas.ts`). While D1 doesn't answer, we serve an older body, marked as
 * stale, for up to an hour.
 */
import { createHash } from "node:crypto";

import type { Database } from "../db/database.ts";
import { replicas } from "../db/replicas.ts";
import type { HttpContext } from "../http/context.ts";
import { logError } from "../http/log.ts";
import { matchesEtag } from "../http/matches-etag.ts";
import { clearPages } from "../object-clients/room-pages.ts";
import { type CachedValue, RevalidatedCache } from "../platform/revalidated-cache.ts";
import { isTemporary } from "../platform/temporary-error.ts";
import { withTimeout } from "../platform/with-timeout.ts";

/** After this age, one request rebuilds the body. Until it's done, other requests get the old body. */
const FRESH_MS = 2_000;
/** After this age a body is no longer served, as long as D1 answers. */
const MAX_AGE_MS = 5_000;
/** If rebuilding takes longer than this, the next request tries as well, and an old body is served instead. */
const BUILD_TIMEOUT_MS = 1_000;
/** While D1 does not answer, an old body is served up to this age. */
const MAX_STALE_MS = 3_600_000;
/** How often to retry D1 for each list while it doesn't answer. */
const STALE_RETRY_MS = 2_000;
/** Enough for a few hundred pages. The isolate has 128 MB. */
const MAX_BYTES = 8 * 1_024 * 1_024;

type ListBody = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  /** When D1 last failed to return a newer body. */
  failedAt: number;
};

/** A list's content, and the time until which it's valid if nothing changes (epoch ms). */
type BuiltList = {
  readonly body: { readonly message: string } & Record<string, unknown>;
  readonly validUntil: number;
};

type CachedList<Built> = {
  /** The query in a canonical form. */
  readonly key: string;
  /** Null when there is no such list. Reads from a replica. */
  readonly build: (db: Database) => Promise<Built>;
};

const cache = new RevalidatedCache<ListBody>({
  freshMs: FRESH_MS,
  fetchTimeoutMs: BUILD_TIMEOUT_MS,
  maxSize: MAX_BYTES,
  sizeOf: ({ bytes }) => bytes.byteLength,
});

/** The response with the list, or null when there is no such list. */
export async function serveList(c: HttpContext, list: CachedList<BuiltList>): Promise<Response>;
export async function serveList(c: HttpContext, list: CachedList<BuiltList | null>): Promise<Response | null>;
export async function serveList(c: HttpContext, list: CachedList<BuiltList | null>): Promise<Response | null> {
  const { key } = list;
  const now = c.get("now");
  const current = cache.findCurrent(key, now);
  if (current) return serveBody(c, current.value);
  const old = cache.findAny(key);
  if (old && now - old.value.failedAt < STALE_RETRY_MS) return serveStale(c, old);
  const generation = cache.beginFetch(key, now);
  let built: BuiltList | null;
  try {
    const building = replicas.read(c.env.DB, list.build);
    built = await (old ? withTimeout(building, BUILD_TIMEOUT_MS) : building);
  } catch (error) {
    if (!old || !(error instanceof Error) || !isTemporary(error)) throw error;
    logError(c, error);
    old.value.failedAt = now;
    return serveStale(c, old);
  }
  if (!built) return null;
  const bytes = new Uint8Array(new TextEncoder().encode(JSON.stringify({ success: true, ...built.body })));
  const value = { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url")}"`, failedAt: 0 };
  const until = Math.min(now + MAX_AGE_MS, built.validUntil);
  cache.set(key, { value, fetchedAt: now, until, keptUntil: now + MAX_STALE_MS }, generation);
  return serveBody(c, value);
}

/**
 * Call this after a listing is created, changed, hidden or deleted, so that all lists from this isolate show the change
 * right away. Other isolates follow once their cached lists expire.
 */
export function invalidateLists(): void {
  cache.clear();
  replicas.readPrimaryNext();
  clearPages();
}

/** An old body while D1 does not answer. Its headers state its age. */
function serveStale(c: HttpContext, { value, fetchedAt }: CachedValue<ListBody>): Response {
  const seconds = Math.round((c.get("now") - fetchedAt) / 1_000);
  return serveBody(c, value, { Age: String(seconds), Warning: '110 - "Response is Stale"' });
}

function serveBody(
  c: HttpContext,
  { bytes, etag }: ListBody,
  extraHeaders: Readonly<Record<string, string>> = {},
): Response {
  // Browsers may store it, but must revalidate it each time.
  const headers = { ETag: etag, "Cache-Control": "no-cache", ...extraHeaders };
  if (matchesEtag(c.req.header("if-none-match"), etag)) return c.body(null, 304, headers);
  return c.body(bytes, 200, { ...headers, "Content-Type": "application/json" });
}

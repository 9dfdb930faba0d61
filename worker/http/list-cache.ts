/**
 * The list cache: lists that everyone sees alike, as response text. A text is cached for a few seconds in the isolate,
 * and those that most visitors ask for are shared through the platform's cache as well. It is never cached longer than
 * it is true: a page that shows an auction as live ends with that auction. A seller sees their own change at once.
 */
import { createHash } from "node:crypto";

import { ExpiringCache } from "../platform/expiring-cache.ts";
import type { HttpContext } from "./context.ts";

/** Older than this a text is made anew, by one request; the others meanwhile still get the old one. */
const FRESH_MS = 2_000;
/** Older than this nobody gets it. */
const KEPT_MS = 5_000;
/** Whoever makes a text anew has failed if it takes longer: the next request tries. */
const MAKING_MS = 1_000;
/** A few hundred pages; the isolate has 128 MB. */
const MOST_BYTES = 8 * 1_024 * 1_024;

type Text = { readonly bytes: Uint8Array<ArrayBuffer>; readonly etag: string; readonly madeAt: number };
type Kept = Text & { makingSince: number };

/** What a list says, and until when it stays true although nothing happens (epoch ms). */
export type Made = { readonly body: Record<string, unknown>; readonly trueUntil: number };

type List = {
  /** What is asked, in one canonical way. */
  readonly name: string;
  /** Whether so many ask for it that other isolates shall find it, too. */
  readonly popular: boolean;
  /** Null when there is no such list. */
  readonly make: () => Promise<Made | null>;
};

const kept = new ExpiringCache<Kept>({ maxSize: MOST_BYTES, sizeOf: ({ bytes }) => bytes.byteLength });
/** Texts made up to then show a listing as it was before someone here changed it. */
let outdatedAt = 0;

/** The list, or null when there is none of that name. */
export async function answerList(c: HttpContext, { name, popular, make }: List): Promise<Response | null> {
  const now = c.get("now");
  const found = kept.get(name);
  if (found && (now - found.madeAt < FRESH_MS || now - found.makingSince < MAKING_MS)) {
    return answer(c, found);
  }
  if (found) found.makingSince = now;
  const shared = popular ? await takeShared(c, name, now) : null;
  if (shared) return answer(c, keep(name, shared.text, shared.until));
  const made = await make();
  if (!made) return null;
  const body = JSON.stringify({ success: true, message: "Auctions Fetched", ...made.body });
  const bytes = new Uint8Array(new TextEncoder().encode(body));
  const until = Math.min(now + KEPT_MS, made.trueUntil);
  const text = { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url")}"`, madeAt: now };
  if (popular && now + FRESH_MS <= until) c.executionCtx.waitUntil(share(c, name, text));
  return answer(c, keep(name, text, until));
}

/** After a listing was made, changed or deleted: the one who did it finds it in every list. */
export function outdateLists(now: number): void {
  kept.clear();
  outdatedAt = now;
}

function answer(c: HttpContext, { bytes, etag }: Text): Response {
  // A browser may keep it and must ask whether it still holds.
  const headers = { ETag: etag, "Cache-Control": "no-cache" };
  if (c.req.header("if-none-match") === etag) return c.body(null, 304, headers);
  return c.body(bytes, 200, { ...headers, "Content-Type": "application/json" });
}

function keep(name: string, text: Text, until: number): Text {
  if (text.madeAt > outdatedAt) kept.set(name, { ...text, makingSince: 0 }, until);
  return text;
}

const MADE_AT = "x-made-at";

async function takeShared(c: HttpContext, name: string, now: number): Promise<{ text: Text; until: number } | null> {
  const response = await caches.default.match(sharedUrl(c, name));
  const etag = response?.headers.get("etag");
  const madeAt = Number(response?.headers.get(MADE_AT));
  if (!response || !etag || now - madeAt >= FRESH_MS || madeAt <= outdatedAt) return null;
  const text = { bytes: new Uint8Array(await response.arrayBuffer()), etag, madeAt };
  return { text, until: madeAt + FRESH_MS };
}

async function share(c: HttpContext, name: string, { bytes, etag, madeAt }: Text): Promise<void> {
  const headers = { ETag: etag, [MADE_AT]: String(madeAt), "Cache-Control": `max-age=${FRESH_MS / 1_000}` };
  await caches.default.put(sharedUrl(c, name), new Response(bytes, { headers }));
}

function sharedUrl(c: HttpContext, name: string): string {
  return new URL(`/ready-lists/${encodeURIComponent(name)}`, c.req.url).href;
}

/**
 * Bodies that are the same for everyone, cost D1 thousands of rows, and may be out of date for a while: counts and
 * sitemaps. The isolate, the platform's cache, browsers and crawlers all keep them for the same time.
 */
import { ExpiringCache } from "../platform/expiring-cache.ts";
import type { HttpContext } from "./context.ts";

/** Characters: the counts, and a sitemap or two. */
const MAX_CHARACTERS = 2 * 1_024 * 1_024;

type SharedBody = { readonly type: string; readonly cacheMs: number; readonly build: () => Promise<string> };

const cache = new ExpiringCache<{ readonly text: string }>({
  maxSize: MAX_CHARACTERS,
  sizeOf: ({ text }) => text.length,
});

/** Answers with the body of this URL, ignoring its query. */
export async function answerShared(c: HttpContext, { type, cacheMs, build }: SharedBody): Promise<Response> {
  const { origin, pathname } = new URL(c.req.url);
  const address = new URL(pathname, origin).href;
  const headers = { "Content-Type": type, "Cache-Control": `public, max-age=${cacheMs / 1_000}` };
  const kept = cache.get(address)?.text ?? (await (await caches.default.match(address))?.text());
  const text = kept ?? (await build());
  if (kept === undefined) c.executionCtx.waitUntil(caches.default.put(address, new Response(text, { headers })));
  if (!cache.get(address)) cache.set(address, { text }, c.get("now") + cacheMs);
  return c.body(text, 200, headers);
}

/**
 * Bodies that are the same for everyone, cost D1 thousands of rows, and may be out of date for a while: counts and
 * sitemaps. The isolate, the platform's cache, browsers and crawlers all keep them for the same time.
 */
import { ExpiringCache } from "../platform/expiring-cache.ts";
import type { HttpContext } from "./context.ts";

/** In characters. Enough for the counts and a sitemap or two. */
const MAX_CHARACTERS = 2 * 1_024 * 1_024;

type SharedBody = { readonly type: string; readonly cacheMs: number; readonly build: () => Promise<string> };

const cache = new ExpiringCache<{ readonly text: string }>({
  maxSize: MAX_CHARACTERS,
  sizeOf: ({ text }) => text.length,
});

/** Answers with the body of this URL, ignoring its query. */
export async function serveSharedBody(c: HttpContext, { type, cacheMs, build }: SharedBody): Promise<Response> {
  const { origin, pathname } = new URL(c.req.url);
  const url = new URL(pathname, origin).href;
  const headers = { "Content-Type": type, "Cache-Control": `public, max-age=${cacheMs / 1_000}` };
  const cached = cache.get(url)?.text ?? (await (await caches.default.match(url))?.text());
  const text = cached ?? (await build());
  if (cached === undefined) c.executionCtx.waitUntil(caches.default.put(url, new Response(text, { headers })));
  if (!cache.get(url)) cache.set(url, { text }, c.get("now") + cacheMs);
  return c.body(text, 200, headers);
}

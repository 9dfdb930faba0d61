/** Permanently redirects a URL that was pasted with stray characters around it to the intended page. */
import { createMiddleware } from "hono/factory";

import { correctUrl } from "../contract/urls/correct-url.ts";
import type { HttpEnv } from "../http/context.ts";
import { SAFE_METHODS } from "../http/methods.ts";

/** API calls, assets and well-known files, whose URLs no one pastes. */
const NON_PAGE_PATHS = /^\/(?:api|assets|\.well-known)\//;
/** Browsers cache the redirect for only a day, because a deploy may change which URLs exist. */
const CACHE_CONTROL = "public, max-age=86400";

export const redirectPastedUrl = createMiddleware<HttpEnv>(async (c, next) => {
  if (NON_PAGE_PATHS.test(c.req.path) || !SAFE_METHODS.has(c.req.method)) return next();
  const { pathname, search } = new URL(c.req.url);
  const correctedUrl = correctUrl(pathname, search);
  if (correctedUrl === null) return next();
  c.header("Cache-Control", CACHE_CONTROL);
  return c.redirect(correctedUrl, 301);
});

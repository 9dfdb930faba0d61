/**
 * Refuses cross-site requests before they are processed. It covers every method that can change data and every socket,
 * regardless of content type. Browsers set `Sec-Fetch-Site` and `Origin` truthfully, and each one that is present must
 * match this site. A call with neither doesn't come from a browser. It passes, unless the deployment is strict or the
 * call would open a socket with a session.
 */
import { createMiddleware } from "hono/factory";

import type { Settings } from "../settings/settings.ts";
import type { HttpEnv } from "./context.ts";
import { fail } from "./failure.ts";
import { isUpgrade, SAFE_METHODS } from "./methods.ts";
import { SESSION_COOKIE } from "./session-cookie.ts";

export const originGuard = createMiddleware<HttpEnv>(async (c, next) => {
  const { raw } = c.req;
  const opensSocket = isUpgrade(raw);
  if (SAFE_METHODS.has(raw.method) && !opensSocket) return next();
  const isStrict =
    c.get("settings").isCsrfStrict || (opensSocket && (raw.headers.get("cookie") ?? "").includes(SESSION_COOKIE));
  return isSameOrigin(raw, c.get("settings"), isStrict) ? next() : fail(c, "cross_site_request");
});

function isSameOrigin(request: Request, { allowedOrigins }: Settings, isStrict: boolean): boolean {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  if (site === null && origin === null) return !isStrict;
  if (site !== null && site !== "same-origin") return false;
  if (origin === null) return true;
  return allowedOrigins.length === 0 ? origin === originOf(request.url) : allowedOrigins.includes(origin);
}

/** The origin of a URL that the platform has normalized, which is everything before the path. */
function originOf(url: string): string {
  return url.slice(0, url.indexOf("/", url.indexOf("//") + 2));
}

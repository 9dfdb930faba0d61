/**
 * Cross-site requests are refused before anything else looks at them: on every method that may change something, and
 * on every socket, whatever its content type. Browsers tell the truth in `Sec-Fetch-Site` and `Origin`; each of the
 * two that is present must name us. A call with neither comes from no browser: it passes, unless the deployment is
 * strict or it would open a socket with someone's session.
 */
import { createMiddleware } from "hono/factory";

import type { Settings } from "../settings.ts";
import type { HttpEnv } from "./context.ts";
import { fail } from "./failure.ts";
import { SESSION_COOKIE } from "./session.ts";

export const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

export const originGuard = createMiddleware<HttpEnv>(async (c, next) => {
  const { raw } = c.req;
  const upgrade = isUpgrade(raw);
  if (SAFE_METHODS.has(raw.method) && !upgrade) return next();
  const strict =
    c.get("settings").csrfStrict || (upgrade && (raw.headers.get("cookie") ?? "").includes(SESSION_COOKIE));
  return isOurs(raw, c.get("settings"), strict) ? next() : fail(c, "foreign_origin");
});

export function isUpgrade(request: Request): boolean {
  return request.method === "GET" && request.headers.get("upgrade")?.toLowerCase() === "websocket";
}

function isOurs(request: Request, { allowedOrigins }: Settings, strict: boolean): boolean {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  if (site === null && origin === null) return !strict;
  if (site !== null && site !== "same-origin") return false;
  if (origin === null) return true;
  return allowedOrigins.length === 0 ? origin === originOf(request.url) : allowedOrigins.includes(origin);
}

/** The origin of an address that the platform has put into its one form: all before the path. */
function originOf(url: string): string {
  return url.slice(0, url.indexOf("/", url.indexOf("//") + 2));
}

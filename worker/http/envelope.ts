/**
 * The first and last step of every request: sets its ID and clock, adds the response headers, and logs failures.
 * Routes that serve anything other than JSON set their own headers, which are kept.
 */
import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";

import { openDatabase } from "../db/database.ts";
import { writeMetric } from "../platform/metrics.ts";
import { settingsOf } from "../settings/settings.ts";
import type { HttpContext, HttpEnv } from "./context.ts";
import { LogSample } from "./log-sample.ts";
import { logEvent } from "./log.ts";

const COMMON_HEADERS = [
  ["Strict-Transport-Security", "max-age=63072000; includeSubDomains"],
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "no-referrer"],
] as const;

const JSON_HEADERS = [
  ...COMMON_HEADERS,
  ["Content-Type", "application/json; charset=utf-8"],
  ["Content-Security-Policy", "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Vary", "Cookie"],
] as const;

export const envelope = createMiddleware<HttpEnv>(async (c, next) => {
  c.set("requestId", crypto.randomUUID());
  c.set("now", Date.now());
  await next();
  // The platform completes a WebSocket handshake with exactly this response object. A copy would lose the socket.
  if (c.res.status === 101) return recordFailure(c);
  const { headers } = c.res;
  headers.set("X-Request-Id", c.get("requestId"));
  if (headers.get("content-type")?.startsWith("application/json")) {
    for (const [name, value] of JSON_HEADERS) headers.set(name, value);
    if (!headers.has("cache-control")) headers.set("Cache-Control", "no-store");
  } else {
    // Pages have their own headers (web/public/_headers).
    for (const [name, value] of COMMON_HEADERS) if (!headers.has(name)) headers.set(name, value);
  }
  recordFailure(c);
});

const rateLimitLogSample = new LogSample();

/**
 * Logs a refusal or a failure, and counts it. Refusals for too many requests come in large numbers, so only a sample of
 * them is logged.
 */
function recordFailure(c: HttpContext): void {
  const failedWith = c.get("failedWith");
  if (failedWith === undefined) return;
  const now = c.get("now");
  writeMetric(c.env.METRICS, "refused", `${failedWith} ${routePath(c, -1)}`);
  const standsFor = failedWith === "too_many_requests" ? rateLimitLogSample.countLine(now) : 1;
  if (standsFor > 0) logEvent(c, "failed", { status: c.res.status, ...(standsFor > 1 ? { standsFor } : {}) });
}

/**
 * Adds the settings and D1. It runs inside the envelope, so that invalid settings are answered and logged as errors.
 */
export const requestContext = createMiddleware<HttpEnv>(async (c, next) => {
  c.set("settings", settingsOf(c.env));
  c.set("db", openDatabase(c.env.DB));
  await next();
});

/**
 * What every request passes first and last: its id and clock, the headers of every answer, and a line in the log when
 * it failed. Routes that serve something else than JSON set their own headers, which stay.
 */
// @ts-nocheck

import { createMiddleware } from "hono/factory";

import { openCatalogue } from "../catalogue/database.ts";
import { settingsOf } from "../settings.ts";
import type { HttpEnv } from "./context.ts";
import { logEvent } from "./log.ts";

const EVERY_ANSWER = {
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};

const JSON_ANSWER = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  Vary: "Cookie",
};

export const frame = createMiddleware<HttpEnv>(async (c, next) => {
  c.set("requestId", crypto.randomUUID());
  c.set("now", Date.now());
  await next();
  // A socket's answer belongs to the platform: touching it would lose the socket.
  if (c.res.status === 101) return;
  setAll(c.res.headers, { ...EVERY_ANSWER, "X-Request-Id": c.var.requestId });
  if (c.res.headers.get("content-type")?.startsWith("application/json")) setAll(c.res.headers, JSON_ANSWER);
  if (c.var.failedWith) logEvent(c, "failed", { status: c.res.status });
});

/** What handlers work with. Inside the frame, so that settings which make no sense fail like everything else. */
export const prepare = createMiddleware<HttpEnv>(async (c, next) => {
  c.set("settings", settingsOf(c.env));
  c.set("catalogue", openCatalogue(c.env.DB));
  await next();
});

function setAll(headers: Headers, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) headers.set(name, value);
}

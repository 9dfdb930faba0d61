/** Addresses that nobody serves: 404, or 405 with `Allow` when the address takes another method. */
// @ts-nocheck

import type { Hono } from "hono";

import type { HttpContext, HttpEnv } from "./context.ts";
import { fail } from "./failure.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

export function notFound(app: Hono<HttpEnv>) {
  return (c: HttpContext) => {
    const allowed = METHODS.filter((method) => takes(app, method, c.req.path));
    if (allowed.length === 0) return fail(c, "not_found");
    c.header("Allow", allowed.map((method) => (method === "GET" ? "GET, HEAD" : method)).join(", "));
    return fail(c, "method_not_allowed");
  };
}

/** Middleware is registered for all methods; only what is registered for one of them is a route. */
function takes(app: Hono<HttpEnv>, method: string, path: string): boolean {
  return app.router.match(method, path)[0].some(([[, route]]) => route.method === method);
}

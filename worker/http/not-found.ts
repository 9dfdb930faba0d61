/**
 * Answers unknown URLs with 404, as a page if a browser would show it, or with 405 and `Allow` if another method is
 * allowed.
 */
import type { Hono } from "hono";

import type { HttpContext, HttpEnv } from "./context.ts";
import { fail } from "./failure.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

export function notFound(app: Hono<HttpEnv>, serveMissingPage: (c: HttpContext) => Promise<Response | null>) {
  return async (c: HttpContext) => {
    const allowed = METHODS.filter((method) => hasRoute(app, method, c.req.path));
    if (allowed.length === 0) return (await serveMissingPage(c)) ?? fail(c, "not_found");
    c.header("Allow", allowed.map((method) => (method === "GET" ? "GET, HEAD" : method)).join(", "));
    return fail(c, "method_not_allowed");
  };
}

/** Middleware is registered for all methods, routes for a single one. */
function hasRoute(app: Hono<HttpEnv>, method: string, path: string): boolean {
  return app.router.match(method, path)[0].some(([[, route]]) => route.method === method);
}

/**
 * The API's documentation: the OpenAPI document, and the same content as an HTML page. The build generates both with
 * the pages.
 */
import { Hono } from "hono";
import * as z from "zod";

import type { HttpContext, HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { fail } from "../http/failure.ts";

/**
 * Swagger UI's icons are `data:` URLs in its stylesheet. Its script fetches the document, and makes the calls that
 * readers try out.
 */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const openApi = z.looseObject({ openapi: z.string() });
const htmlContent = { content: { "text/html": { schema: { type: "string" } } } } as const;

export const documentation = new Hono<HttpEnv>()
  .get(
    "/openapi.json",
    describeRoute({
      tag: "Service",
      summary: "Get the OpenAPI document",
      access: "anyone",
      response: openApi,
      refuses: ["not_found"],
    }),
    (c) => serveBuiltFile(c, { "Content-Type": "application/json" }),
  )
  .get(
    "/docs",
    describeRoute({
      tag: "Service",
      summary: "Open the API reference",
      access: "anyone",
      response: htmlContent,
      refuses: ["not_found"],
    }),
    (c) => serveBuiltFile(c, { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": PAGE_POLICY }),
  );

/** The file at this URL. 404 until the pages are built. */
async function serveBuiltFile(c: HttpContext, headers: Readonly<Record<string, string>>): Promise<Response> {
  // Routes accept a trailing slash, but files don't.
  const file = await c.env.ASSETS.fetch(new URL(c.req.path.replace(/\/$/, ""), c.req.url));
  if (!file.ok) return fail(c, "not_found");
  return new Response(file.body, { headers: { ...headers, "Cache-Control": "no-cache" } });
}

/** The API's documentation: the OpenAPI document, and the same content as an HTML page. */
import { Hono } from "hono";
import { z } from "zod";

import type { HttpEnv } from "../http/context.ts";
import { described } from "../http/described.ts";
import { documentOf } from "../openapi/document.ts";
import { PAGE_POLICY, pageOf } from "../openapi/page.ts";

const PAGE = { "Content-Security-Policy": PAGE_POLICY, "Cache-Control": "no-cache" };
const openApi = z.looseObject({ openapi: z.string() });
const page = { content: { "text/html": { schema: { type: "string" } } } } as const;

/** `app` is the app that this is mounted in. Its routes are read at the first request, when all are registered. */
export function documentation(app: Hono<HttpEnv>): Hono<HttpEnv> {
  return new Hono<HttpEnv>()
    .get(
      "/openapi.json",
      described({ tag: "Service", summary: "This document", by: "anyone", does: "reads", answer: openApi }),
      async (c) => c.json(await documentOf(app)),
    )
    .get(
      "/docs",
      described({ tag: "Service", summary: "This document as a page", by: "anyone", does: "reads", answer: page }),
      async (c) => c.html(pageOf(await documentOf(app)), 200, PAGE),
    );
}

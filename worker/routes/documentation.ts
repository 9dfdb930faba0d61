/** The API explains itself: its document for machines, and the same as a page for people. */
import { Hono } from "hono";
import { z } from "zod";

import type { HttpEnv } from "../http/context.ts";
import { described } from "../http/described.ts";
import { documentOf } from "../openapi/document.ts";
import { PAGE_POLICY, pageOf } from "../openapi/page.ts";

const PAGE = { "Content-Security-Policy": PAGE_POLICY, "Cache-Control": "no-cache" };
const openApi = z.looseObject({ openapi: z.string() });
const page = { content: { "text/html": { schema: { type: "string" } } } } as const;

/** `app` is the one that this is mounted in: it is asked for its routes when someone asks, not before. */
export function documentation(app: Hono<HttpEnv>): Hono<HttpEnv> {
  return new Hono<HttpEnv>()
    .get(
      "/openapi.json",
      described({ tag: "House", summary: "This document", by: "anyone", does: "reads", answer: openApi }),
      async (c) => c.json(await documentOf(app)),
    )
    .get(
      "/docs",
      described({ tag: "House", summary: "This document as a page", by: "anyone", does: "reads", answer: page }),
      async (c) => c.html(pageOf(await documentOf(app)), 200, PAGE),
    );
}

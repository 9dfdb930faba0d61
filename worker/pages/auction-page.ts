/**
 * `/auction/{id}`: the same page as everywhere, with the auction's own head, so that a pasted link shows the item. An
 * unknown auction answers 404 and still brings the page, which says so in its own words.
 */
import { Hono } from "hono";

import { id } from "../contract/fields.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { logError } from "../http/log.ts";
import { roomOf } from "../http/objects.ts";
import { isOverReadLimit } from "../rate-limits/middleware.ts";
import { withAuctionHead } from "./auction-head.ts";

export const auctionPages = new Hono<HttpEnv>().get("/*", async (c) => {
  const { origin } = new URL(c.req.url);
  const page = await c.env.ASSETS.fetch(new URL("/", origin));
  const lot = isOverReadLimit(c) ? "unavailable" : await lotAt(c);
  // The headers of what a binding answers cannot be changed, and the envelope adds some.
  if (!page.ok || lot === "unavailable") return new Response(page.body, page);
  const filled = await withAuctionHead(page, lot, origin);
  const headers = new Headers(filled.headers);
  // They are those of the page before it was filled.
  headers.delete("ETag");
  headers.delete("Content-Length");
  return new Response(filled.body, { status: lot ? 200 : 404, headers });
});

/** The head is an extra: a room that cannot answer now must not keep anybody from the page. */
async function lotAt(c: HttpContext) {
  const auctionId = id.safeParse(/^\/auction\/([^/]+)\/?$/.exec(c.req.path)?.[1]);
  if (!auctionId.success) return null;
  try {
    const answered = await roomOf(c, auctionId.data).details();
    return answered.ok ? answered.value.details : null;
  } catch (error) {
    if (error instanceof Error) logError(c, error);
    return "unavailable";
  }
}

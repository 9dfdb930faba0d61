/** Looking at auctions: the lists from the catalogue, one auction's own page from its room. */
// @ts-nocheck

import { Hono } from "hono";
import { z } from "zod";

import { listAuctions } from "../catalogue/auction-pages.ts";
import { listFeatured, listOwnAuctions } from "../catalogue/auctions.ts";
import { auctionQuery, auctionsQuery } from "../contract/auction.ts";
import { bidsQuery } from "../contract/bid.ts";
import { id } from "../contract/fields.ts";
import type { HttpEnv } from "../http/context.ts";
import { fail, refused } from "../http/failure.ts";
import { isUpgrade } from "../http/origin-guard.ts";
import { roomOf, watchRoom } from "../http/rooms.ts";
import { callerOf, maybeSignedIn, signedIn } from "../http/session.ts";
import { valid } from "../http/validation.ts";

const FOREIGN_CURSOR = "This is not the cursor of an earlier page";
/** A room's own cursor is the number of a fact. */
const bidsPage = bidsQuery.extend({
  cursor: z
    .string()
    .regex(/^\d{1,15}$/, FOREIGN_CURSOR)
    .optional(),
});

export const auctions = new Hono<HttpEnv>()
  .get("/getAuctions", signedIn, async (c) => {
    const own = await listOwnAuctions(c.var.catalogue, callerOf(c).user.id, c.var.now);
    return c.json({ success: true, message: "Auctions Fetched", auctions: own });
  })
  .get("/fetchAllAuctions", valid("query", auctionsQuery), async (c) => {
    const page = await listAuctions(c.var.catalogue, c.req.valid("query"), c.var.now);
    if (!page) return fail(c, "invalid_input", { message: FOREIGN_CURSOR, fields: { cursor: [FOREIGN_CURSOR] } });
    return c.json({ success: true, message: "Auctions Fetched", ...page });
  })
  .get("/featured", async (c) => {
    const featured = await listFeatured(c.var.catalogue, c.var.now);
    return c.json({ success: true, message: "Auctions Fetched", featured });
  })
  .get("/fetchSpecificAuction", valid("query", auctionQuery), async (c) => {
    const answered = await roomOf(c, c.req.valid("query").auctionId).details();
    if (!answered.ok) return refused(c, answered.failure);
    return c.json({ success: true, message: "Auction Fetched", auctionDetails: answered.value.details });
  })
  .get("/bids", valid("query", bidsPage), async (c) => {
    const { auctionId, cursor = null, limit } = c.req.valid("query");
    const answered = await roomOf(c, auctionId).bidsBefore(cursor, limit);
    if (!answered.ok) return refused(c, answered.failure);
    return c.json({ success: true, message: "Bids Fetched", ...answered.value });
  })
  .get("/:id/journal", valid("param", z.object({ id })), async (c) => {
    const answered = await roomOf(c, c.req.valid("param").id).journal();
    if (!answered.ok) return refused(c, answered.failure);
    return c.json({ success: true, message: "Journal Fetched", records: answered.value.records });
  })
  .get("/:id/live", valid("param", z.object({ id })), maybeSignedIn, async (c) => {
    if (!isUpgrade(c.req.raw)) return fail(c, "malformed_request", { message: "This address takes a WebSocket" });
    const answer = await watchRoom(c, c.req.valid("param").id, c.var.session);
    return answer.status === 101 ? answer : fail(c, "auction_not_found");
  });

/** The signed-in person: profile, history, winnings, watch list, and the socket of their inbox. */
import { Hono } from "hono";
import { z } from "zod";

import { accountOf } from "../accounts/account.ts";
import { isListed } from "../catalogue/auctions.ts";
import { listHistory, listRecentBids } from "../catalogue/history.ts";
import { countFor } from "../catalogue/statistics.ts";
import { listWatched, unwatch, watch } from "../catalogue/watch-list.ts";
import { listWinnings, sumWinnings } from "../catalogue/winnings.ts";
import { historyQuery } from "../contract/account.ts";
import { id } from "../contract/fields.ts";
import type { HttpEnv } from "../http/context.ts";
import { fail } from "../http/failure.ts";
import { isUpgrade } from "../http/origin-guard.ts";
import { joinInbox } from "../http/rooms.ts";
import { callerOf, signedIn } from "../http/session.ts";
import { valid } from "../http/validation.ts";

/** As many recent bids as the profile shows. */
const RECENT_BIDS = 5;
const watchedAuction = z.object({ auctionId: id });

export const users = new Hono<HttpEnv>()
  .get("/profile", signedIn, async (c) => {
    const { catalogue, now } = c.var;
    const session = callerOf(c);
    const [user, statistics, recentActivity] = await Promise.all([
      accountOf(catalogue, session.user, now),
      countFor(catalogue, session.user.id, now),
      listRecentBids(catalogue, session.user.id, RECENT_BIDS),
    ]);
    return c.json({ success: true, message: "Profile Fetched", data: { user, statistics, recentActivity } });
  })
  .get("/history", signedIn, valid("query", historyQuery), async (c) => {
    const { catalogue, now } = c.var;
    const session = callerOf(c);
    const history = await listHistory(catalogue, session.user.id, c.req.valid("query"), now);
    return c.json({ success: true, message: "History Fetched", history });
  })
  .get("/winnings", signedIn, async (c) => {
    const { catalogue, now } = c.var;
    const session = callerOf(c);
    const [winnings, statistics] = await Promise.all([
      listWinnings(catalogue, session.user.id, now),
      sumWinnings(catalogue, session.user.id, now),
    ]);
    return c.json({ success: true, message: "Winnings Fetched", winnings, statistics });
  })
  .get("/watchlist", signedIn, async (c) => {
    const { catalogue, now } = c.var;
    const session = callerOf(c);
    const auctions = await listWatched(catalogue, session.user.id, now);
    return c.json({ success: true, message: "Watchlist Fetched", auctions, count: auctions.length });
  })
  .post("/watchlist/:auctionId", signedIn, valid("param", watchedAuction), async (c) => {
    const { catalogue, now } = c.var;
    const session = callerOf(c);
    const { auctionId } = c.req.valid("param");
    if (!(await isListed(catalogue, auctionId))) return fail(c, "auction_not_found");
    await watch(catalogue, session.user.id, auctionId, now);
    return c.json({ success: true, message: "Added to your watchlist", watching: true });
  })
  .delete("/watchlist/:auctionId", signedIn, valid("param", watchedAuction), async (c) => {
    await unwatch(c.var.catalogue, callerOf(c).user.id, c.req.valid("param").auctionId);
    return c.json({ success: true, message: "Removed from your watchlist", watching: false });
  })
  .get("/live", signedIn, async (c) => {
    if (!isUpgrade(c.req.raw)) return fail(c, "malformed_request", { message: "This address takes a WebSocket" });
    return joinInbox(c, callerOf(c));
  });

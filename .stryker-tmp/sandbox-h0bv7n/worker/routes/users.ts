/** The signed-in person: profile, history, winnings, watch list, the end of the account, and the inbox's socket. */
// @ts-nocheck

import { Hono } from "hono";
import { z } from "zod";

import { accountOf } from "../accounts/account.ts";
import { verifyPassword } from "../accounts/passwords.ts";
import { isListed } from "../catalogue/auctions.ts";
import { listHistory, listRecentBids } from "../catalogue/history.ts";
import { findPasswordHash } from "../catalogue/people.ts";
import { countFor } from "../catalogue/statistics.ts";
import { listWatched, unwatch, watch } from "../catalogue/watch-list.ts";
import { listWinnings, sumWinnings } from "../catalogue/winnings.ts";
import { deleteAccountInput, historyQuery } from "../contract/account.ts";
import { ERRORS } from "../contract/errors.ts";
import { id } from "../contract/fields.ts";
import { optionalJsonBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { fail } from "../http/failure.ts";
import { forgetSession } from "../http/known-sessions.ts";
import { logEvent } from "../http/log.ts";
import { isUpgrade } from "../http/origin-guard.ts";
import { inboxOf, joinInbox } from "../http/rooms.ts";
import { callerOf, signedIn, takeSessionCookie } from "../http/session.ts";
import { valid } from "../http/validation.ts";

/** As many recent bids as the profile shows. */
const RECENT_BIDS = 5;
const watchedAuction = z.object({ auctionId: id });

export const users = new Hono<HttpEnv>()
  .get("/profile", signedIn, async (c) => {
    const { catalogue, now } = c.var;
    const session = callerOf(c);
    const [user, passwordHash, statistics, recentActivity] = await Promise.all([
      accountOf(catalogue, session.user, now),
      findPasswordHash(catalogue, session.user.id),
      countFor(catalogue, session.user.id, now),
      listRecentBids(catalogue, session.user.id, RECENT_BIDS),
    ]);
    const data = { user, hasPassword: passwordHash !== null, statistics, recentActivity };
    return c.json({ success: true, message: "Profile Fetched", data });
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
  .delete("/delete-account", signedIn, optionalJsonBody, valid("json", deleteAccountInput), async (c) => {
    const { password = "" } = c.req.valid("json");
    const { id: sessionId, user } = callerOf(c);
    const passwordHash = await findPasswordHash(c.var.catalogue, user.id);
    // A session left open on some machine is not enough to erase someone.
    if (passwordHash !== null && !(await verifyPassword(password, passwordHash, c.var.settings.passwordPepper)).ok) {
      return fail(c, "wrong_password", { fields: { password: [ERRORS.wrong_password.message] } });
    }
    if (!(await inboxOf(c, user.id).deleteAccount(user.id))) return fail(c, "account_in_use");
    forgetSession(sessionId);
    takeSessionCookie(c);
    logEvent(c, "account_deleted");
    return c.json({ success: true, message: "Account Removed" });
  })
  .get("/live", signedIn, async (c) => {
    if (!isUpgrade(c.req.raw)) return fail(c, "malformed_request", { message: "This address takes a WebSocket" });
    return joinInbox(c, callerOf(c));
  });

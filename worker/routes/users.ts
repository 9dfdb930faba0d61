/** The signed-in user: profile, history, winnings, watchlist, account deletion, and the inbox's socket. */
import { Hono } from "hono";
import * as z from "zod";

import { rememberEndedSessions } from "../accounts/ended-sessions.ts";
import { findProfile } from "../accounts/queries/people.ts";
import { ownTrust } from "../accounts/trust-level.ts";
import { listHistory, listRecentBids } from "../activity/history.ts";
import { listJoinedAuctions } from "../activity/joined-auctions.ts";
import { listWatchedAuctions, unwatch, watch } from "../activity/watchlist.ts";
import { listWinnings, summarizeWinnings } from "../activity/winnings.ts";
import { refuseUnlessReauthenticated } from "../authentication/reauthentication.ts";
import {
  deleteAccountInput,
  historyResponse,
  historyQuery,
  profileResponse,
  trustResponse,
  winningsResponse,
} from "../contract/account.ts";
import { MAX_WATCHED_AUCTIONS, watchResponse, watchlistResponse } from "../contract/auction.ts";
import { doneResponse, id } from "../contract/fields.ts";
import { joinedResponse } from "../contract/joined-auction.ts";
import { listOpenDeals, type OpenDeal } from "../deals/open-deals.ts";
import { removeLoginAttempts } from "../http/account-limits.ts";
import { optionalJsonBody } from "../http/body.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { fail } from "../http/failure.ts";
import { callerOf, confirmedCallerOf } from "../http/find-session.ts";
import { clearDeviceCookie } from "../http/known-device.ts";
import { logEvent } from "../http/log.ts";
import { isUpgrade } from "../http/methods.ts";
import { clearSessionCookie } from "../http/session-cookie.ts";
import { signedIn, requireConfirmedSession } from "../http/session.ts";
import { validate } from "../http/validation.ts";
import { isListed } from "../listings/queries/auctions.ts";
import { isLastAdmin } from "../moderation/queries/moderated-people.ts";
import { inboxOf, watchInbox } from "../object-clients/objects.ts";
import { deliverOwnBidsFirst } from "../object-clients/own-bids.ts";
import { loadAccount } from "../profiles/account.ts";
import { loadStatistics } from "../profiles/statistics.ts";

/** The profile shows this many recent bids. */
const MAX_RECENT_BIDS = 5;
const WATCHLIST_FULL_MESSAGE = `You're watching ${MAX_WATCHED_AUCTIONS.toLocaleString("en")} auctions. Remove one to add another.`;
const watchedAuction = z.object({ auctionId: id });
const SIGN_IN_FIRST_MESSAGE = "Sign in again, then delete your account right away";

export const users = new Hono<HttpEnv>()
  .get(
    "/profile",
    describeRoute({
      tag: "People",
      summary: "Get your profile, statistics and recent bids",
      description:
        "`recentActivity` has your five newest standing bids. `products` and `winnings` have up to 1,000 IDs each, " +
        "newest first.",
      response: profileResponse,
    }),
    signedIn,
    deliverOwnBidsFirst,
    async (c) => {
      const { db, now } = c.var;
      const { id: userId } = callerOf(c).user;
      const [profile, statistics, recentActivity] = await Promise.all([
        findProfile(db, userId),
        loadStatistics(db, userId, now),
        listRecentBids(db, c.env.AUCTION_ROOM, userId, MAX_RECENT_BIDS),
      ]);
      // The account has just been deleted.
      if (!profile) return fail(c, "not_signed_in");
      const { passwordHash, hiddenFirstName, anonymous } = profile;
      const user = await loadAccount(db, profile, now);
      const [hasPassword, isNameHidden] = [passwordHash !== null, hiddenFirstName !== null];
      const data = { user, hasPassword, isNameHidden, anonymous, statistics, recentActivity };
      return c.json({ success: true, message: "Profile Fetched", data });
    },
  )
  .get(
    "/trust",
    describeRoute({
      tag: "People",
      summary: "Get your new-member limits",
      description:
        "`trust` is null if you have no limits. They end seven days after you sign up, or with your first finished " +
        "deal with a known member. If this site sends email, you must also have confirmed your address.",
      response: trustResponse,
    }),
    // Someone who has just become known needn't wait until their token is renewed.
    requireConfirmedSession,
    (c) => {
      const { settings, now } = c.var;
      return c.json({ success: true, message: "Trust Fetched", trust: ownTrust(callerOf(c), settings, now) });
    },
  )
  .get(
    "/history",
    describeRoute({
      tag: "People",
      summary: "List your auction history",
      description: "Lists auctions you created, auctions you won and your standing bids, newest first.",
      response: historyResponse,
    }),
    signedIn,
    validate("query", historyQuery),
    deliverOwnBidsFirst,
    async (c) => {
      const { db, now } = c.var;
      const session = callerOf(c);
      const { AUCTION_ROOM } = c.env;
      const page = await listHistory(db, AUCTION_ROOM, session.user.id, c.req.valid("query"), now);
      return c.json({ success: true, message: "History Fetched", ...page });
    },
  )
  .get(
    "/winnings",
    describeRoute({
      tag: "People",
      summary: "List your winnings",
      description:
        "Returns up to 1,000, newest first. Lists auctions that were voided later, but leaves them out of " +
        "`statistics`. Savings are measured against the Buy Now price.",
      response: winningsResponse,
    }),
    signedIn,
    deliverOwnBidsFirst,
    async (c) => {
      const { db, now } = c.var;
      const session = callerOf(c);
      const [winnings, statistics] = await Promise.all([
        listWinnings(db, session.user.id, now),
        summarizeWinnings(db, session.user.id, now),
      ]);
      return c.json({ success: true, message: "Winnings Fetched", winnings, statistics });
    },
  )
  .get(
    "/bids",
    describeRoute({
      tag: "People",
      summary: "List the auctions you bid in",
      description: "Auctions where you have a standing bid, live or ended within the last day. Ending soonest first.",
      response: joinedResponse,
    }),
    signedIn,
    deliverOwnBidsFirst,
    async (c) => {
      const { db, now } = c.var;
      const auctions = await listJoinedAuctions(db, callerOf(c).user.id, now);
      return c.json({ success: true, message: "Bids Fetched", auctions, serverTime: now });
    },
  )
  .get(
    "/watchlist",
    describeRoute({
      tag: "People",
      summary: "List your watchlist",
      description: "Returns up to 1,000, most recently added first. Leaves out hidden, voided and deleted auctions.",
      response: watchlistResponse,
    }),
    signedIn,
    async (c) => {
      const { db, now } = c.var;
      const session = callerOf(c);
      const auctions = await listWatchedAuctions(db, session.user.id, now);
      return c.json({ success: true, message: "Watchlist Fetched", auctions, count: auctions.length });
    },
  )
  .post(
    "/watchlist/:auctionId",
    describeRoute({
      tag: "People",
      summary: "Watch an auction",
      description: "Your watchlist holds up to 1,000. Watching an auction twice has no effect.",
      response: watchResponse,
      refuses: ["auction_not_found", "watchlist_full"],
    }),
    signedIn,
    validate("param", watchedAuction),
    async (c) => {
      const { db, now } = c.var;
      const session = callerOf(c);
      const { auctionId } = c.req.valid("param");
      if (!(await isListed(db, auctionId))) return fail(c, "auction_not_found");
      if (!(await watch(db, session.user.id, auctionId, now))) {
        return fail(c, "watchlist_full", { message: WATCHLIST_FULL_MESSAGE });
      }
      return c.json({ success: true, message: "Added to your watchlist", watching: true });
    },
  )
  .delete(
    "/watchlist/:auctionId",
    describeRoute({
      tag: "People",
      summary: "Stop watching an auction",
      description: "Also succeeds if it isn't on your watchlist.",
      response: watchResponse,
    }),
    signedIn,
    validate("param", watchedAuction),
    async (c) => {
      await unwatch(c.get("db"), callerOf(c).user.id, c.req.valid("param").auctionId);
      return c.json({ success: true, message: "Removed from your watchlist", watching: false });
    },
  )
  .delete(
    "/delete-account",
    describeRoute({
      tag: "People",
      summary: "Delete your account",
      description: "Needs the password. If the account has none, sign in again first, and send no body.",
      setsCookie: true,
      response: doneResponse,
      refuses: ["wrong_password", "fresh_sign_in_needed", "last_admin", "account_in_use", "account_in_deal"],
    }),
    requireConfirmedSession,
    optionalJsonBody,
    validate("json", deleteAccountInput),
    async (c) => {
      const { id: sessionId, user } = confirmedCallerOf(c);
      const refusal = await refuseUnlessReauthenticated(c, c.req.valid("json"), SIGN_IN_FIRST_MESSAGE);
      if (refusal) return refusal;
      if (await isLastAdmin(c.get("db"), user.id)) return fail(c, "last_admin");
      const { db, now } = c.var;
      const openDeals = await listOpenDeals(db, user.id, now);
      if (openDeals.length > 0) return refuseOpenDeals(c, openDeals);
      const result = await deleteAccount(c, user.id);
      if (result === "refused") return fail(c, "account_in_use");
      if (result === "unfinished") return refuseOpenDeals(c, await listOpenDeals(db, user.id, now));
      rememberEndedSessions([sessionId]);
      clearSessionCookie(c);
      clearDeviceCookie(c);
      if (user.email !== null) c.executionCtx.waitUntil(removeLoginAttempts(c, user.email));
      logEvent(c, "account_deleted");
      return c.json({ success: true, message: "Account Removed" });
    },
  )
  .get(
    "/live",
    describeRoute({
      tag: "People",
      summary: "Follow your notifications live",
      description: "Opens a WebSocket. It sends you notifications, and you send nothing.",
      status: 101,
      refuses: ["malformed_request"],
    }),
    signedIn,
    async (c) => {
      if (!isUpgrade(c.req.raw)) return fail(c, "malformed_request", { message: "Open this URL as a WebSocket" });
      const response = await watchInbox(c, callerOf(c));
      // The session may have ended during the upgrade.
      return response.status === 101 ? response : fail(c, "not_signed_in");
    },
  );

/**
 * The inbox checks hundreds of rooms per call, and has the final say. The deals that the route lists are only for the
 * response.
 */
async function deleteAccount(c: HttpContext, userId: string): Promise<"removed" | "refused" | "unfinished"> {
  for (;;) {
    const answer = await inboxOf(c, userId).deleteAccount(userId);
    if (answer !== "checking") return answer;
  }
}

function refuseOpenDeals(c: HttpContext, deals: OpenDeal[]) {
  return fail(c, "account_in_deal", { details: { deals } });
}

/**
 * Makes reads of a person's own bids exact. Rooms write to D1 shortly after a bid. So before we read a person's bids
 * from D1, the rooms that may have newer ones deliver them. This adds no work to a bid. We limit the number of rooms
 * and the time. If there are more rooms, or one can't deliver in time, we mark the response as stale.
 */
import type { MiddlewareHandler } from "hono";

import { filterRunningAuctionIds } from "../activity/joined-auctions.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { callerOf } from "../http/find-session.ts";
import { failureReason } from "../platform/failure-reason.ts";
import { withTimeout } from "../platform/with-timeout.ts";
import { inboxOf, roomOf } from "./objects.ts";

/** How many auctions the inbox returns, most recently stored first. Most of them are over. */
const MAX_AUCTIONS = 500;
/**
 * How many rooms one request calls. That's more than the auctions in which one person usually bids at the same time.
 */
const MAX_ROOMS = 100;
/** A room waits one second for D1. The other second is for the call itself. */
const DELIVERY_TIMEOUT_MS = 2_000;

/** For routes that read someone's own bids, after `signedIn`. */
export const deliverOwnBidsFirst: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const isUpToDate = await deliverOwnBids(c, (userId) => inboxOf(c, userId).newestAuctionIds(MAX_AUCTIONS));
  await next();
  if (!isUpToDate) c.header("Warning", '110 - "Response is Stale"');
};

/** Lets the rooms of some auctions deliver the caller's bids to D1, but waits only `DELIVERY_TIMEOUT_MS`. */
export async function waitForOwnBids(c: HttpContext, auctionIds: readonly string[]): Promise<void> {
  if (auctionIds.length > 0) await deliverOwnBids(c, async () => auctionIds);
}

/** Lets the rooms deliver this person's bids to D1. False if some couldn't, or there were too many to call. */
async function deliverOwnBids(
  c: HttpContext,
  listAuctionIds: (userId: string) => Promise<readonly string[]>,
): Promise<boolean> {
  const { id: userId } = callerOf(c).user;
  try {
    const delivering = listAuctionIds(userId).then((auctionIds) => deliverFrom(c, userId, auctionIds));
    return await withTimeout(delivering, DELIVERY_TIMEOUT_MS);
  } catch (error) {
    console.warn(JSON.stringify({ event: "own_bids_not_delivered", reason: failureReason(error) }));
    return false;
  }
}

async function deliverFrom(c: HttpContext, userId: string, auctionIds: readonly string[]): Promise<boolean> {
  if (auctionIds.length === 0) return true;
  const running = await filterRunningAuctionIds(c.get("db"), userId, auctionIds, MAX_ROOMS + 1);
  const calls = running.slice(0, MAX_ROOMS).map((auctionId) => roomOf(c, auctionId).deliverOwnBids(userId));
  // A room that fails doesn't hold up the other rooms.
  const outcomes = await Promise.allSettled(calls);
  return running.length <= MAX_ROOMS && outcomes.every((outcome) => outcome.status === "fulfilled" && outcome.value);
}

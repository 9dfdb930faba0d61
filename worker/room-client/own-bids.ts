/**
 * Makes reads of the person's own bids exact: rooms write to D1 a moment after a bid, so before a person's bids are
 * read from D1, the rooms that may have newer ones deliver them (decision 20). This adds nothing to the path of a bid.
 * It is bounded in rooms and in time; if a room could not deliver in time, because D1 does not answer, the response is
 * marked as stale.
 */
import type { MiddlewareHandler } from "hono";

import { runningOf } from "../activity/joined.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { callerOf } from "../http/find-session.ts";
import { failureReason } from "../platform/failure-reason.ts";
import { withTimeout } from "../platform/with-timeout.ts";
import { inboxOf, roomOf } from "./objects.ts";

/** The number of auctions that the inbox returns, those that it registered last. Most of them are over. */
const MAX_NAMED = 500;
/**
 * The number of rooms that one request asks: more than the auctions in which one person usually bids at the same time.
 */
const MAX_ROOMS = 100;
/** A room waits a second for D1; the remaining second is for the call itself. */
const DELIVERY_TIMEOUT_MS = 2_000;

/** For routes that read someone's own bids, after `signedIn`. */
export const ownBidsDelivered: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const isExact = await deliverOwnBids(c, (userId) => inboxOf(c, userId).newestAuctions(MAX_NAMED));
  await next();
  if (!isExact) c.header("Warning", '110 - "Response is Stale"');
};

/** The same for the rooms of some auctions only. What they could not deliver in time is missing. */
export async function ownBidsDeliveredFrom(c: HttpContext, auctionIds: readonly string[]): Promise<void> {
  if (auctionIds.length > 0) await deliverOwnBids(c, async () => auctionIds);
}

/** Lets the rooms deliver this person's bids to D1; false when some could not, or were too many to be asked. */
async function deliverOwnBids(c: HttpContext, known: (userId: string) => Promise<readonly string[]>): Promise<boolean> {
  const { id: userId } = callerOf(c).user;
  try {
    const delivering = known(userId).then((auctionIds) => deliverFrom(c, userId, auctionIds));
    return await withTimeout(delivering, DELIVERY_TIMEOUT_MS);
  } catch (error) {
    console.warn(JSON.stringify({ event: "own_bids_not_delivered", reason: failureReason(error) }));
    return false;
  }
}

async function deliverFrom(c: HttpContext, userId: string, known: readonly string[]): Promise<boolean> {
  if (known.length === 0) return true;
  const running = await runningOf(c.get("db"), userId, known, MAX_ROOMS + 1);
  const calls = running.slice(0, MAX_ROOMS).map((auctionId) => roomOf(c, auctionId).deliverOwn(userId));
  // One that fails does not hold back the others.
  const outcomes = await Promise.allSettled(calls);
  return running.length <= MAX_ROOMS && outcomes.every((one) => one.status === "fulfilled" && one.value);
}

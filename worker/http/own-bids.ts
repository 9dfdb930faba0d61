/**
 * Reading one's own bids is exact: rooms write to D1 a moment after a bid, so before somebody's bids are read from D1 the
 * rooms that may have newer ones deliver them (decision 83). Nothing of it is on a bid's own path. It is bounded in rooms
 * and in time; what a room could not deliver in time, because D1 is away, is marked as stale.
 */
import type { MiddlewareHandler } from "hono";

import { runningOf } from "../catalogue/joined.ts";
import { failureReason } from "../platform/failure-reason.ts";
import { withTimeout } from "../platform/with-timeout.ts";
import type { HttpContext, HttpEnv } from "./context.ts";
import { inboxOf, roomOf } from "./objects.ts";
import { callerOf } from "./session.ts";

/** Auctions that an inbox names: those that it came to know last. Most of them are over. */
const MAX_NAMED = 500;
/** Rooms that one request asks: as many auctions as somebody bids in at the same time. */
const MAX_ROOMS = 100;
/** A room waits a second for D1; the way there and back is short. */
const DELIVERY_TIMEOUT_MS = 2_000;

/** For routes that read somebody's own bids, after `signedIn`. */
export const ownBidsDelivered: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const isExact = await deliverOwnBids(c);
  await next();
  if (!isExact) c.header("Warning", '110 - "Response is Stale"');
};

/** Lets the rooms deliver this person's bids to D1; false when some could not, or were too many to be asked. */
async function deliverOwnBids(c: HttpContext): Promise<boolean> {
  const { id: userId } = callerOf(c).user;
  try {
    return await withTimeout(deliverFrom(c, userId), DELIVERY_TIMEOUT_MS);
  } catch (error) {
    console.warn(JSON.stringify({ event: "own_bids_not_delivered", reason: failureReason(error) }));
    return false;
  }
}

async function deliverFrom(c: HttpContext, userId: string): Promise<boolean> {
  const known = await inboxOf(c, userId).newestAuctions(MAX_NAMED);
  if (known.length === 0) return true;
  const running = await runningOf(c.get("catalogue"), userId, known, MAX_ROOMS + 1);
  const calls = running.slice(0, MAX_ROOMS).map((auctionId) => roomOf(c, auctionId).deliverOwn(userId));
  // One that fails does not hold back the others.
  const outcomes = await Promise.allSettled(calls);
  return running.length <= MAX_ROOMS && outcomes.every((one) => one.status === "fulfilled" && one.value);
}

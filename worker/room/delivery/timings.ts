import type { Subscriber } from "../storage/checkpoints.ts";
import type { SubscriptionOptions } from "./subscription.ts";

type SubscriptionTiming = Pick<SubscriptionOptions, "batchWindowMs" | "firstPauseMs" | "pauseFactor" | "maxPauseMs">;

/**
 * When each subscription delivers bids. Everything else is delivered immediately. A bid waits `batchWindowMs` for
 * others, then for a pause that grows while bids keep coming, up to `maxPauseMs`. After a slow delivery, the pause is
 * `pauseFactor` times as long as the delivery took. A failed delivery is retried by the room's alarm, if not sooner.
 */
export const TIMINGS: Readonly<Record<Subscriber, SubscriptionTiming>> = {
  // Lists are cached for seconds anyway. All rooms share D1. When many of them write, it answers more slowly, and each
  // room then writes less often.
  catalogue: { batchWindowMs: 2_000, firstPauseMs: 0, pauseFactor: 20, maxPauseMs: 4_000 },
  // The person who was outbid is waiting for it.
  bidderInboxes: { batchWindowMs: 0, firstPauseMs: 250, pauseFactor: 1, maxPauseMs: 2_000 },
  // A seller may have 100 auctions. Their pages receive every bid over the auction's socket anyway.
  sellerInbox: { batchWindowMs: 3_000, firstPauseMs: 0, pauseFactor: 1, maxPauseMs: 4_000 },
};

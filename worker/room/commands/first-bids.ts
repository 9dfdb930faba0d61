/**
 * Limits how many auctions a new member can start bidding in per day. Before their first bid or purchase in this
 * auction, the room counts it in their limiter, which all rooms share. If the bid is refused, the room takes it off the
 * count. Known members and people who have bid here before skip this.
 */
import type { ErrorCode } from "../../contract/errors.ts";
import { failureReason } from "../../platform/failure-reason.ts";
import { withTimeout } from "../../platform/with-timeout.ts";
import { newAuctionsPerDay, personLimiterName } from "../../rate-limits/limits.ts";
import type { LimitWindow } from "../../rate-limits/windows.ts";
import { type Answered, BUSY, refuseNewAuction } from "../../rpc/room-rpc.ts";

/** Bids wait for this call, so its limit must be shorter than `BID_LATE_SECONDS`. */
const LIMITER_TIMEOUT_MS = 1_000;

/** The part of a person's limiter that this file uses. */
type PersonLimiter = {
  count(uses: readonly { name: string; cost: number; windows: readonly LimitWindow[] }[]): Promise<number>;
  refund(name: string): Promise<void>;
};
export type Limiters = { getByName(name: string): PersonLimiter };

/**
 * One person's pending first bids here, which together count as one auction. `waitMs` is null when the limiter didn't
 * answer.
 */
type PendingFirstBids = { readonly waitMs: Promise<number | null>; bidCount: number; accepted: boolean };

const LIMIT_NAME = "newAuctions";

export class FirstBids {
  readonly #limiters: Limiters;
  readonly #pendingByPerson = new Map<string, PendingFirstBids>();

  constructor(limiters: Limiters) {
    this.#limiters = limiters;
  }

  /**
   * Counts a person's first bid here and submits it. `max` is the number of auctions a day. Refuses with `busy` when
   * their limiter doesn't answer.
   */
  async countAndSubmit<Value, Code extends ErrorCode>(
    personId: string,
    max: number,
    submit: () => Promise<Answered<Value, Code>>,
  ): Promise<Answered<Value, Code | "new_member_auctions" | "busy">> {
    const pending = this.#pendingByPerson.get(personId) ?? this.#count(personId, max);
    pending.bidCount += 1;
    try {
      const waitMs = await pending.waitMs;
      if (waitMs === null) return BUSY;
      if (waitMs > 0) return refuseNewAuction(max, waitMs);
      const outcome = await submit();
      pending.accepted ||= outcome.ok;
      return outcome;
    } finally {
      pending.bidCount -= 1;
      if (pending.bidCount === 0) {
        this.#pendingByPerson.delete(personId);
        if (!pending.accepted && (await pending.waitMs) === 0) await this.#refund(personId);
      }
    }
  }

  #count(personId: string, max: number): PendingFirstBids {
    const uses = [{ name: LIMIT_NAME, cost: 1, windows: newAuctionsPerDay(max) }];
    const waitMs = this.#callLimiter(personId, (limiter) => limiter.count(uses));
    const pending = { waitMs, bidCount: 0, accepted: false };
    this.#pendingByPerson.set(personId, pending);
    return pending;
  }

  async #refund(personId: string): Promise<void> {
    await this.#callLimiter(personId, (limiter) => limiter.refund(LIMIT_NAME));
  }

  /**
   * Null if the limiter doesn't answer. We refuse a bid that we can't count. A count that we can't take off expires
   * after a day.
   */
  async #callLimiter<Value>(personId: string, call: (limiter: PersonLimiter) => Promise<Value>): Promise<Value | null> {
    try {
      return await withTimeout(call(this.#limiters.getByName(personLimiterName(personId))), LIMITER_TIMEOUT_MS);
    } catch (error) {
      console.warn(JSON.stringify({ event: "new_auctions_not_counted", reason: failureReason(error) }));
      return null;
    }
  }
}

/**
 * The real room with a clock that is set by hand, so that an auction can live its past again: opened, bid on and closed
 * at the times of its history, by the same law, journal and delivery as any other. Stands in for the room only while
 * the marketplace is seeded.
 */
// @ts-nocheck

import { AuctionRoom as Room } from "../../../worker/room/auction-room.ts";
import type { OpenRequest, PlaceBidRequest } from "../../../worker/room/rpc.ts";

export type Life = {
  /** The moment of seeding, epoch ms; the rest counts from it, in milliseconds, backwards below zero. */
  readonly now: number;
  readonly opensAfterMs: number;
  readonly endsAfterMs: number;
  readonly opening: Omit<OpenRequest, "terms"> & { readonly terms: Omit<OpenRequest["terms"], "endsAt"> };
  readonly bids: readonly (PlaceBidRequest & { readonly afterMs: number })[];
};

export class AuctionRoom extends Room {
  /** Null once the past is over and the real time runs. Zero at first: nothing that waits here is over yet. */
  readonly #hand: { at: number | null };

  constructor(ctx: DurableObjectState, env: Env) {
    const hand: { at: number | null } = { at: 0 };
    super(ctx, env, () => hand.at ?? Date.now());
    this.#hand = hand;
  }

  /** Lives the past, or the rest of it when an earlier seeding was interrupted. Throws where the law refuses. */
  async live({ now, opensAfterMs, endsAfterMs, opening, bids }: Life): Promise<void> {
    const before = await this.details();
    const start = before.ok ? Date.parse(before.value.details.createdAt) - opensAfterMs : now;
    if (!before.ok) {
      this.#hand.at = start + opensAfterMs;
      const terms = { ...opening.terms, endsAt: start + endsAfterMs };
      accepted(await this.open({ ...opening, terms }));
    }
    for (const { afterMs, ...bid } of bids.slice(before.ok ? before.value.details.bidCount : 0)) {
      this.#hand.at = start + afterMs;
      accepted(await this.placeBid(bid));
    }
    const after = accepted(await this.details()).details;
    const endsAt = Date.parse(after.auctionEndTime);
    if (endsAt <= now) {
      this.#hand.at = endsAt;
      await this.look();
    }
    this.#hand.at = null;
    await this.look();
  }

  /** While the past is lived the alarm has nothing to say: the look at the end sets it anew. */
  override async alarm(): Promise<void> {
    if (this.#hand.at === null) await super.alarm();
  }
}

function accepted<Value>(
  answered:
    | { readonly ok: true; readonly value: Value }
    | { readonly ok: false; readonly failure: { message: string } },
): Value {
  if (!answered.ok) throw new Error(answered.failure.message);
  return answered.value;
}

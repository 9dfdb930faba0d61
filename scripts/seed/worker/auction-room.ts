/**
 * The real room with an adjustable clock, to replay an auction's history: opened, bid on and closed at the recorded
 * times, with the usual rules, journal and delivery. It replaces the room only during seeding.
 */
import type { AuctionDetails } from "../../../worker/contract/auction.ts";
import { AuctionRoom as Room } from "../../../worker/room/auction-room.ts";
import type { DetailsText, OpenRequest, PlaceBidRequest } from "../../../worker/rpc/room-rpc.ts";

export type SeededAuction = {
  /** The time of seeding, epoch ms. Other times are relative to it, in milliseconds, negative before it. */
  readonly now: number;
  readonly opensAfterMs: number;
  readonly endsAfterMs: number;
  readonly openRequest: Omit<OpenRequest, "terms"> & { readonly terms: Omit<OpenRequest["terms"], "endsAt"> };
  readonly bids: readonly (PlaceBidRequest & { readonly afterMs: number })[];
};

export class AuctionRoom extends Room {
  /** Null once the history is replayed and the real time applies. Zero at first, so that no auction has ended. */
  readonly #clockOverride: { at: number | null };

  constructor(ctx: DurableObjectState, env: Env) {
    const clock: { at: number | null } = { at: 0 };
    super(ctx, env, () => clock.at ?? Date.now());
    this.#clockOverride = clock;
  }

  /** Replays the history, or the rest of it after an interruption. Throws if the rules refuse something. */
  async replayHistory({ now, opensAfterMs, endsAfterMs, openRequest, bids }: SeededAuction): Promise<void> {
    const page = await this.page();
    const before = page.ok ? parsePage(page.value) : null;
    const start = before ? Date.parse(before.createdAt) - opensAfterMs : now;
    if (!before) {
      this.#clockOverride.at = start + opensAfterMs;
      const terms = { ...openRequest.terms, endsAt: start + endsAfterMs };
      requireAccepted(await this.open({ ...openRequest, terms }));
    }
    for (const { afterMs, ...bid } of bids.slice(before?.bidCount ?? 0)) {
      this.#clockOverride.at = start + afterMs;
      requireAccepted(await this.placeBid(bid));
    }
    const endsAt = Date.parse(parsePage(requireAccepted(await this.page()).value).auctionEndTime);
    if (endsAt <= now) {
      this.#clockOverride.at = endsAt;
      await this.reconcile();
    }
    this.#clockOverride.at = null;
    await this.reconcile();
  }

  /** Ignores alarms during the replay. `reconcile` at the end sets the alarm again. */
  override async alarm(): Promise<void> {
    if (this.#clockOverride.at === null) await super.alarm();
  }
}

function parsePage({ text }: DetailsText): AuctionDetails {
  return JSON.parse(text);
}

/** Throws if something was refused. */
export function requireAccepted<Result extends { readonly ok: boolean }>(
  result: Result,
): Extract<Result, { readonly ok: true }> {
  if (!isAccepted(result)) throw new Error(JSON.stringify(result));
  return result;
}

function isAccepted<Result extends { readonly ok: boolean }>(
  result: Result,
): result is Extract<Result, { readonly ok: true }> {
  return result.ok;
}

/**
 * An auction's own page and the snapshot for a new watcher, as JSON text. The part that only a fact, a name or the end
 * can change is encoded once and cached; the number of watchers, and a snapshot's time, are added to each answer.
 */
import type { Auction } from "../../rules/auction.ts";
import { type Status, statusAt } from "../../rules/closing.ts";
import type { RoomState } from "../storage/room-storage.ts";
import { newestBids, toListing, toResult, toTerms } from "./wire.ts";

type Encoded = {
  readonly auction: Auction;
  readonly participantsVersion: number;
  readonly status: Status;
  /** The listing with its standing and its result, as JSON. */
  readonly summary: string;
  readonly bids: string;
};

export class CachedPage {
  #encoded: Encoded | null = null;

  /** `AuctionDetails` of the contract without `serverTime`. `now` is epoch ms. */
  details(state: RoomState, watching: number, now: number): string {
    const { summary, bids } = this.#encode(state, now);
    const { seq } = state.auction;
    return `${summary.slice(0, -1)},"bids":${bids},"seq":${seq},"watching":${watching}}`;
  }

  /** Everything at once: for a client that has nothing yet, or missed too much. */
  snapshot(state: RoomState, watching: number, now: number): string {
    const { summary, bids } = this.#encode(state, now);
    const { seq } = state.auction;
    return `{"type":"snapshot","seq":${seq},"serverTime":${now},"auction":${summary},"bids":${bids},"watching":${watching}}`;
  }

  #encode(state: RoomState, now: number): Encoded {
    const { auction, participants } = state;
    const status = statusAt(auction, now);
    const cached = this.#encoded;
    // State is immutable: the same object is the same auction.
    if (
      cached?.auction === auction &&
      cached.status === status &&
      cached.participantsVersion === participants.version
    ) {
      return cached;
    }
    this.#encoded = {
      auction,
      participantsVersion: participants.version,
      status,
      summary: JSON.stringify({ ...toListing(state, now), ...toTerms(auction), ...toResult(state) }),
      bids: JSON.stringify(newestBids(state)),
    };
    return this.#encoded;
  }
}

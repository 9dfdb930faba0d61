/**
 * An auction's own page as JSON text, and as the snapshot for a new watcher. The part that changes only with a fact, a
 * name or the end is encoded once and cached. Each response adds the number of watchers, and a snapshot also adds its
 * time.
 */
import type { AuctionDetails, OwnAuction } from "../../contract/auction.ts";
import type { PublicBid } from "../../contract/bid.ts";
import type { Auction } from "../../rules/auction.ts";
import { type Status, statusAt } from "../../rules/closing.ts";
import { ROOM_LIMITS } from "../limits.ts";
import type { RoomState } from "../storage/room-storage.ts";
import { type AuctionWithParticipants, toBid, toAuctionWithTerms, toPerson } from "./wire.ts";

/**
 * How many of the newest bids an auction's own page and a snapshot show. The room has these in memory. Older ones are
 * on later pages.
 */
const MAX_NEWEST_BIDS = ROOM_LIMITS.bidsInMemory;

export function newestBids(state: AuctionWithParticipants): PublicBid[] {
  const bids: PublicBid[] = [];
  for (let entry = state.auction.top; entry && bids.length < MAX_NEWEST_BIDS; entry = entry.below)
    bids.push(toBid(entry.bid, state));
  return bids;
}

/** Every field of `AuctionDetails` that lists don't have and that changes only with a fact. */
type PageOnlyFields = Omit<AuctionDetails, keyof OwnAuction | "bids" | "seq" | "serverTime" | "watching">;

/**
 * The parts that only the auction's own page has: more of its terms, its winner, whether it was bought, and why it was
 * voided.
 */
function toPageOnlyFields({ auction, participants }: AuctionWithParticipants): PageOnlyFields {
  const { outcome, bought, voided, terms, withdrawals, buyerReleased } = auction;
  return {
    freezeMs: terms.freezeMs,
    ...(terms.relistOf === undefined ? {} : { relistOf: terms.relistOf }),
    winner: outcome && toPerson(outcome.winnerId, participants),
    ...(withdrawals > 0 && { withdrawals }),
    ...(buyerReleased && { buyerReleased }),
    ...(bought && { bought }),
    ...(voided && { voided }),
  };
}

export function toDetails(state: AuctionWithParticipants, watching: number, now: number): AuctionDetails {
  return {
    ...toAuctionWithTerms(state, now),
    ...toPageOnlyFields(state),
    bids: newestBids(state),
    seq: state.auction.seq,
    serverTime: now,
    watching,
  };
}

type EncodedPage = {
  readonly auction: Auction;
  readonly participantsVersion: number;
  readonly status: Status;
  /** The listing with its standing and its result, as JSON. */
  readonly summary: string;
  readonly bids: string;
};

export class CachedPage {
  #encodedPage: EncodedPage | null = null;

  /** The contract's `AuctionDetails` without `serverTime`. `now` is epoch ms. */
  details(state: RoomState, watching: number, now: number): string {
    const { summary, bids } = this.#encode(state, now);
    const { seq } = state.auction;
    return `${summary.slice(0, -1)},"bids":${bids},"seq":${seq},"watching":${watching}}`;
  }

  /** Everything in one frame, for a client that has nothing yet or missed too much. */
  snapshot(state: RoomState, watching: number, now: number): string {
    const { summary, bids } = this.#encode(state, now);
    const { seq } = state.auction;
    return `{"type":"snapshot","seq":${seq},"serverTime":${now},"auction":${summary},"bids":${bids},"watching":${watching}}`;
  }

  #encode(state: RoomState, now: number): EncodedPage {
    const { auction, participants } = state;
    const status = statusAt(auction, now);
    const cached = this.#encodedPage;
    // State is immutable, so the same object means an unchanged auction.
    if (
      cached?.auction === auction &&
      cached.status === status &&
      cached.participantsVersion === participants.version
    ) {
      return cached;
    }
    this.#encodedPage = {
      auction,
      participantsVersion: participants.version,
      status,
      summary: JSON.stringify({ ...toAuctionWithTerms(state, now), ...toPageOnlyFields(state) }),
      bids: JSON.stringify(newestBids(state)),
    };
    return this.#encodedPage;
  }
}

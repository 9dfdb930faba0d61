/**
 * Delivers facts to D1 and to the inboxes. Repeats are harmless: D1's rows are guarded by sequence numbers, inboxes by
 * the last fact of each auction.
 */
import type { AuctionRow, BidRow } from "../../catalogue/schema.ts";
import { KEPT_NOTIFICATIONS } from "../../contract/notification.ts";
import { type Auction, leaderOf, minNextBid, priceOf } from "../../rules/auction.ts";
import type { StoredBid } from "../storage/bids.ts";
import type { Participants } from "../storage/participants.ts";
import type { RoomState, RoomStorage } from "../storage/room-storage.ts";
import { Feed } from "./feed.ts";
import { type Addressed, condense, noticesOf } from "./notices.ts";
import { type Readers, withTimeout } from "./readers.ts";

/** Lists are cached for longer than D1's feed pauses; a notification should arrive at once. */
const FIRST_PAUSE_MS = { catalogue: 1_000, inboxes: 250 };
/**
 * D1 is shared by all rooms: when many of them write, its answers get slow, and each room then writes less often by
 * itself. An inbox belongs to one person.
 */
const PAUSE_FACTOR = { catalogue: 20, inboxes: 1 };
/** Bids written to D1 in one transaction: far below its limits, and fast enough not to delay anyone. */
const BIDS_PER_BATCH = 500;
/** Facts delivered to inboxes in one round: in a flood, most bids are irrelevant by then. */
const FACTS_PER_ROUND = 20_000;
/** Inboxes called before the event loop gets a turn: calling many on the same machine would delay bids. */
const CALLS_IN_A_ROW = 8;

export class Delivery {
  readonly #storage: RoomStorage;
  readonly #readers: Readers;
  readonly #feeds: readonly Feed[];

  constructor(storage: RoomStorage, readers: Readers) {
    this.#storage = storage;
    this.#readers = readers;
    this.#feeds = [
      new Feed(storage, {
        reader: "catalogue",
        firstPauseMs: FIRST_PAUSE_MS.catalogue,
        pauseFactor: PAUSE_FACTOR.catalogue,
        deliver: (state, seq) => this.#toCatalogue(state, seq),
        onFailure: (error) => readers.onFailure("catalogue", error),
      }),
      new Feed(storage, {
        reader: "inboxes",
        firstPauseMs: FIRST_PAUSE_MS.inboxes,
        pauseFactor: PAUSE_FACTOR.inboxes,
        deliver: (state, seq) => this.#toInboxes(state, seq),
        onFailure: (error) => readers.onFailure("inboxes", error),
      }),
    ];
  }

  /** Whether some reader has not received the last fact. */
  isOwed(): boolean {
    return this.#feeds.some((feed) => feed.isOwed());
  }

  /** How long to wait before the next try, in milliseconds; null unless a reader has failed. */
  retryMs(): number | null {
    const waits = this.#feeds.flatMap((feed) => feed.retryMs() ?? []);
    return waits.length === 0 ? null : Math.min(...waits);
  }

  /** Delivers all that is owed now, or until a reader fails; a failing reader does not hold up the other. */
  async run(): Promise<void> {
    await Promise.all(this.#feeds.map((feed) => feed.run()));
  }

  /** Delivers in the background, to each reader independently. Returns the feeds that this call has started. */
  runInBackground(): Promise<void>[] {
    return this.#feeds.flatMap((feed) => feed.runInBackground() ?? []);
  }

  async #toCatalogue({ auction, participants }: RoomState, seq: number): Promise<number> {
    const changed = this.#storage.bids.changed(seq, auction.seq, BIDS_PER_BATCH);
    const bids = changed.map((bid) => bidRow(auction.id, bid, participants));
    await withTimeout(this.#readers.catalogue(auctionRow(auction, participants), bids));
    return changed.length < BIDS_PER_BATCH ? auction.seq : (changed.at(-1)?.seq ?? auction.seq);
  }

  async #toInboxes({ auction, participants }: RoomState, seq: number): Promise<number> {
    const { journal, bids } = this.#storage;
    const upTo = Math.min(auction.seq, seq + FACTS_PER_ROUND);
    const records = journal.relevantSince(seq, upTo, KEPT_NOTIFICATIONS);
    const all = records.flatMap((record) => noticesOf(record, auction, () => bids.standingBidderIds()));
    // Facts may call a bidder by an alias; an inbox is a person's.
    const addressed = condense(all.map((one) => ({ ...one, recipientId: participants.personIdOf(one.recipientId) })));
    await this.#callInboxes(Map.groupBy(addressed, ({ recipientId }) => recipientId));
    return upTo;
  }

  /** Calls all inboxes, with turns of the event loop in between. Rejects when one fails, after all have answered. */
  async #callInboxes(recipients: ReadonlyMap<string, readonly Addressed[]>): Promise<void> {
    const calls: Promise<{ readonly error: unknown } | null>[] = [];
    for (const [userId, addressed] of recipients) {
      const notices = addressed.map(({ notice }) => notice);
      const call = withTimeout(this.#readers.inbox(userId, notices));
      calls.push(
        call.then(
          () => null,
          (error: unknown) => ({ error }),
        ),
      );
      // The room answers others in between.
      if (calls.length % CALLS_IN_A_ROW === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    const failed = (await Promise.all(calls)).find((outcome) => outcome !== null);
    if (failed) throw failed.error;
  }
}

function auctionRow(auction: Auction, participants: Participants): AuctionRow {
  const { terms, outcome } = auction;
  const leader = leaderOf(auction);
  return {
    id: auction.id,
    sellerId: auction.sellerId,
    categoryId: terms.categoryId,
    title: terms.title,
    description: terms.description,
    imageKeys: terms.imageKeys,
    currency: auction.currency,
    increments: terms.increments,
    startingPriceMinor: terms.startingPriceMinor,
    priceMinor: priceOf(auction) ?? terms.startingPriceMinor,
    minNextMinor: minNextBid(auction),
    bidCount: auction.bidCount,
    leaderId: leader && participants.personIdOf(leader.bidderId),
    winnerId: outcome && participants.personIdOf(outcome.winnerId),
    phase: phaseOf(auction),
    createdAt: auction.openedAt,
    scheduledEndsAt: auction.scheduledEndsAt,
    endsAt: auction.endsAt,
    extensions: auction.extensions,
    closedAt: auction.phase === "closed" ? auction.closedAt : null,
    seq: auction.seq,
  };
}

/** A hidden auction is in no list, live or not; one that its seller removed is gone all the same. */
function phaseOf({ phase, hidden }: Auction): AuctionRow["phase"] {
  return hidden && (phase === "open" || phase === "closed") ? "hidden" : phase;
}

function bidRow(auctionId: string, bid: StoredBid, participants: Participants): BidRow {
  const { id, amountMinor, auto, edited, withdrawn, placedAt, seq } = bid;
  const bidderId = participants.personIdOf(bid.bidderId);
  return { id, auctionId, bidderId, amountMinor, auto, edited, withdrawn, placedAt, seq };
}

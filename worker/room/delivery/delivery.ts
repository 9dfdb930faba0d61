/**
 * What D1 and the inboxes are still owed. Repeats are harmless: D1 rows are guarded by sequence numbers, inboxes by the
 * last fact of each auction.
 */
import type { AuctionRow, BidRow } from "../../catalogue/schema.ts";
import { KEPT_NOTIFICATIONS, type Notice } from "../../contract/notification.ts";
import { type Auction, leaderOf, minNextBid, priceOf } from "../../rules/auction.ts";
import type { StoredBid } from "../storage/bids.ts";
import type { Reader } from "../storage/cursors.ts";
import type { People } from "../storage/participants.ts";
import { answeredInTime } from "./answered-in-time.ts";
import { Feed, type FeedSource } from "./feed.ts";
import { type Addressed, condense, noticesOf } from "./notices.ts";

/** Lists are held ready for longer than D1 rests; a bell is to ring at once again. */
const FIRST_REST_MS = { catalogue: 1_000, inboxes: 250 };
/**
 * D1 is shared by all rooms: when they are many its answers get slow, and each room then asks it for less, with nobody
 * telling them. An inbox belongs to one person.
 */
const REST_FACTOR = { catalogue: 20, inboxes: 1 };
/** Bids written to D1 in one transaction: far below its limits, and done before anyone waits for it. */
const BIDS_PER_BATCH = 500;
/** Facts told to inboxes in one round: most of a flood of bids is old news by then. */
const FACTS_PER_ROUND = 20_000;
/** Inboxes called before the loop gets a turn: where they live on the same machine, a crowd of them would hold up bids. */
const CALLS_IN_A_ROW = 8;

/** The two that take facts. Both may take the same facts again, and both may fail at any moment. */
export type Readers = {
  readonly catalogue: (auction: AuctionRow, bids: readonly BidRow[]) => Promise<void>;
  readonly inbox: (userId: string, notices: readonly Notice[]) => Promise<void>;
  /** Hears of each failure; the facts stay owed. */
  readonly failed: (reader: Reader, error: unknown) => void;
};

export class Delivery {
  readonly #readers: Readers;
  readonly #feeds: readonly Feed[];

  constructor(readers: Readers, source: () => FeedSource | null) {
    this.#readers = readers;
    this.#feeds = [
      new Feed({
        reader: "catalogue",
        firstRestMs: FIRST_REST_MS.catalogue,
        restFactor: REST_FACTOR.catalogue,
        source,
        deliver: (from, seq) => this.#toCatalogue(from, seq),
        failed: (error) => readers.failed("catalogue", error),
      }),
      new Feed({
        reader: "inboxes",
        firstRestMs: FIRST_REST_MS.inboxes,
        restFactor: REST_FACTOR.inboxes,
        source,
        deliver: (from, seq) => this.#toInboxes(from, seq),
        failed: (error) => readers.failed("inboxes", error),
      }),
    ];
  }

  /** Whether some reader has not taken the last fact. */
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

  /** Delivers in the background, each reader at its own pace. What comes back are the feeds that this has started. */
  soon(): Promise<void>[] {
    return this.#feeds.flatMap((feed) => feed.soon() ?? []);
  }

  async #toCatalogue({ journal, auction, people }: FeedSource, seq: number): Promise<number> {
    const changed = journal.bids.changed(seq, auction.seq, BIDS_PER_BATCH);
    const bids = changed.map((bid) => bidRow(auction.id, bid, people));
    await answeredInTime(this.#readers.catalogue(auctionRow(auction, people), bids));
    return changed.length < BIDS_PER_BATCH ? auction.seq : (changed.at(-1)?.seq ?? auction.seq);
  }

  async #toInboxes({ journal, auction, people }: FeedSource, seq: number): Promise<number> {
    const upTo = Math.min(auction.seq, seq + FACTS_PER_ROUND);
    const records = journal.newsSince(seq, upTo, KEPT_NOTIFICATIONS);
    const all = records.flatMap((record) => noticesOf(record, auction, () => journal.bids.standingBidderIds()));
    // Facts call a bidder what they like; an inbox is a person's.
    const addressed = condense(all.map((one) => ({ ...one, recipientId: people.personIdOf(one.recipientId) })));
    await this.#call(Map.groupBy(addressed, ({ recipientId }) => recipientId));
    return upTo;
  }

  /** All at once, but for turns of the loop in between. Rejects when one fails, after all have been called. */
  async #call(recipients: ReadonlyMap<string, readonly Addressed[]>): Promise<void> {
    const calls: Promise<{ readonly error: unknown } | null>[] = [];
    for (const [userId, told] of recipients) {
      const notices = told.map(({ notice }) => notice);
      const call = answeredInTime(this.#readers.inbox(userId, notices));
      calls.push(
        call.then(
          () => null,
          (error: unknown) => ({ error }),
        ),
      );
      // A pause, so that the room answers meanwhile.
      if (calls.length % CALLS_IN_A_ROW === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    const failed = (await Promise.all(calls)).find((outcome) => outcome !== null);
    if (failed) throw failed.error;
  }
}

function auctionRow(auction: Auction, people: People): AuctionRow {
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
    leaderId: leader && people.personIdOf(leader.bidderId),
    winnerId: outcome && people.personIdOf(outcome.winnerId),
    phase: phaseOf(auction),
    createdAt: auction.openedAt,
    scheduledEndsAt: auction.scheduledEndsAt,
    endsAt: auction.endsAt,
    extensions: auction.extensions,
    closedAt: auction.phase === "closed" ? auction.closedAt : null,
    seq: auction.seq,
  };
}

/** What is hidden is in no list, live or not; what its seller took away is gone all the same. */
function phaseOf({ phase, hidden }: Auction): AuctionRow["phase"] {
  return hidden && (phase === "open" || phase === "closed") ? "hidden" : phase;
}

function bidRow(auctionId: string, bid: StoredBid, people: People): BidRow {
  const { id, amountMinor, auto, edited, withdrawn, placedAt, seq } = bid;
  const bidderId = people.personIdOf(bid.bidderId);
  return { id, auctionId, bidderId, amountMinor, auto, edited, withdrawn, placedAt, seq };
}

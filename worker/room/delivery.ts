import type { AuctionRow, BidRow } from "../catalogue/schema.ts";
/**
 * What D1 and the inboxes are still owed. Each reader has a cursor in the journal; it moves only after the reader has
 * taken the facts, so a failure means a repeat and never a loss. Repeats are harmless: D1 rows are guarded by
 * sequence numbers, inboxes by the last fact of each auction.
 */
import type { Notice } from "../contract/notification.ts";
import { type Auction, leaderOf, minNextBid, priceOf } from "../rules/auction.ts";
import type { Journal, Reader, StoredBid } from "./journal.ts";
import { type Addressed, noticesOf } from "./notices.ts";

/** Bids written to D1 in one transaction: far below its limits on a statement and on a value. */
const BIDS_PER_BATCH = 2_000;
/** Facts told to inboxes in one round. */
const FACTS_PER_ROUND = 500;
/** A reader that has not answered by then has failed: D1 may stall for half a minute, and a call may be lost. */
const ANSWER_WITHIN_MS = 5_000;
/** The first wait after a failure, doubled each time up to the longest. */
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;

export type DeliverySource = { readonly journal: Journal; readonly auction: Auction };

/** The two that take facts. Both may take the same facts again, and both may fail at any moment. */
export type Readers = {
  readonly catalogue: (auction: AuctionRow, bids: readonly BidRow[]) => Promise<void>;
  readonly inbox: (userId: string, notices: readonly Notice[]) => Promise<void>;
  /** Hears of each failure; the facts stay owed. */
  readonly failed: (reader: Reader, error: unknown) => void;
};

export class Delivery {
  readonly #readers: Readers;
  readonly #source: () => DeliverySource | null;
  readonly #running = new Map<Reader, Promise<boolean>>();
  #failures = 0;

  constructor(readers: Readers, source: () => DeliverySource | null) {
    this.#readers = readers;
    this.#source = source;
  }

  /** Whether some reader has not taken the last fact. */
  isOwed(): boolean {
    const source = this.#source();
    if (!source) return false;
    const { journal, auction } = source;
    return journal.cursor("catalogue") < auction.seq || journal.cursor("inboxes") < auction.seq;
  }

  /** How long to wait before the next try, in milliseconds. */
  retryMs(): number {
    return Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LONGEST_RETRY_MS);
  }

  /** Delivers until nothing is owed or a reader fails; a failing reader does not hold up the other. */
  async run(): Promise<void> {
    const done = await Promise.all([
      this.#feed("catalogue", (source, seq) => this.#toCatalogue(source, seq)),
      this.#feed("inboxes", (source, seq) => this.#toInboxes(source, seq)),
    ]);
    this.#failures = done.every(Boolean) ? 0 : this.#failures + 1;
  }

  /** One feed a reader at a time: what is recorded meanwhile is taken by the feed that runs. */
  #feed(reader: Reader, deliver: (source: DeliverySource, seq: number) => Promise<number>): Promise<boolean> {
    const running = this.#running.get(reader);
    if (running) return running;
    const feed = this.#catchUp(reader, deliver).finally(() => this.#running.delete(reader));
    this.#running.set(reader, feed);
    return feed;
  }

  async #catchUp(reader: Reader, deliver: (source: DeliverySource, seq: number) => Promise<number>): Promise<boolean> {
    try {
      for (;;) {
        const source = this.#source();
        if (!source) return true;
        const seq = source.journal.cursor(reader);
        if (seq >= source.auction.seq) return true;
        const taken = await answeredInTime(deliver(source, seq));
        source.journal.moveCursor(reader, taken);
      }
    } catch (error) {
      this.#readers.failed(reader, error);
      return false;
    }
  }

  async #toCatalogue({ journal, auction }: DeliverySource, seq: number): Promise<number> {
    const changed = journal.changedBids(seq, auction.seq, BIDS_PER_BATCH);
    const bids = changed.map((bid) => bidRow(auction.id, bid));
    await this.#readers.catalogue(auctionRow(auction), bids);
    return changed.length < BIDS_PER_BATCH ? auction.seq : (changed.at(-1)?.seq ?? auction.seq);
  }

  async #toInboxes({ journal, auction }: DeliverySource, seq: number): Promise<number> {
    const records = journal.since(seq, FACTS_PER_ROUND);
    const addressed = records.flatMap((record) => noticesOf(record, auction, () => journal.standingBidderIds()));
    await Promise.all(Array.from(byRecipient(addressed), ([userId, notices]) => this.#readers.inbox(userId, notices)));
    return records.at(-1)?.seq ?? auction.seq;
  }
}

/** What comes after all, too late, is a repeat: the readers know it as one. */
async function answeredInTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`)), ANSWER_WITHIN_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function byRecipient(addressed: readonly Addressed[]): Map<string, Notice[]> {
  const groups = new Map<string, Notice[]>();
  for (const { recipientId, notice } of addressed) {
    const group = groups.get(recipientId);
    if (group) group.push(notice);
    else groups.set(recipientId, [notice]);
  }
  return groups;
}

function auctionRow(auction: Auction): AuctionRow {
  const { terms, outcome } = auction;
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
    leaderId: leaderOf(auction)?.bidderId ?? null,
    winnerId: outcome?.winnerId ?? null,
    phase: auction.phase,
    createdAt: auction.openedAt,
    scheduledEndsAt: auction.scheduledEndsAt,
    endsAt: auction.endsAt,
    extensions: auction.extensions,
    closedAt: auction.phase === "closed" ? auction.at : null,
    seq: auction.seq,
  };
}

function bidRow(auctionId: string, bid: StoredBid): BidRow {
  const { id, bidderId, amountMinor, auto, edited, withdrawn, placedAt, seq } = bid;
  return { id, auctionId, bidderId, amountMinor, auto, edited, withdrawn, placedAt, seq };
}

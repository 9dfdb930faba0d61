/**
 * The views of a room: its page, its bids, its journal, its closing, the people behind its aliases, and the first frame
 * of a watcher. Read only. The caller first closes an auction that is over.
 */
import type { OwnMaximumState } from "../../contract/bid.ts";
import { describeRefusal } from "../../contract/describe-refusal.ts";
import type * as rpc from "../../room-rpc.ts";
import { refusal } from "../../room-rpc.ts";
import { type Auction, isAutomatic, leaderOf, reserveOf } from "../../rules/auction.ts";
import { isLive, scheduledDuration, statusUntil } from "../../rules/closing.ts";
import { refuseRelisting } from "../../rules/listing.ts";
import { toMajor } from "../../rules/money.ts";
import type { RoomState, RoomStorage } from "../storage/room-storage.ts";
import { CachedPage, toDetails } from "./cached-page.ts";
import { catchUpFrame, takeFitting, MAX_FRAME_TEXT, frameContextOf, toQueuedEvent } from "./frames.ts";
import { toBid, toNamedPerson, toPerson } from "./wire.ts";

/**
 * The room states a new head at most this often. Requests in between get the same statement, so it's signed only once.
 */
const HEAD_INTERVAL_MS = 1_000;
const JOURNAL_PAGE_BYTES = 512 * 1_024;
export class RoomViews {
  readonly #storage: RoomStorage;
  readonly #clock: () => number;
  readonly #cachedPage = new CachedPage();
  #head: rpc.JournalHead | null = null;

  /** `clock` gives epoch ms. */
  constructor(storage: RoomStorage, clock: () => number) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /** The page as JSON text, encoded once per change. */
  page(state: RoomState, watching: number): rpc.DetailsText {
    const { auction } = state;
    const serverTime = this.#clock();
    const text = this.#cachedPage.details(state, watching, serverTime);
    return { text, serverTime, validUntil: statusUntil(auction, serverTime) };
  }

  /** The page with the reason, for people who can see a hidden listing. */
  hiddenPage(state: RoomState, watching: number): string {
    const { hidden } = state.auction;
    return JSON.stringify({ ...toDetails(state, watching, this.#clock()), ...(hidden && { hidden }) });
  }

  /** Standing bids, newest first, after the cursor of an earlier page. */
  bidsBefore(state: RoomState, cursor: string | null, limit: number): rpc.BidsPage {
    const before = cursor === null ? state.auction.seq + 1 : Number(cursor);
    const rows = this.#storage.bids.listStandingBefore(Number.isSafeInteger(before) ? before : 0, limit);
    const last = rows.at(-1);
    const nextCursor = last && rows.length === limit ? String(last.seq) : null;
    return { bids: rows.map((bid) => toBid(bid, state)), nextCursor };
  }

  /** One page of the public facts after number `after`. */
  journal({ auction }: RoomState, after: number): rpc.JournalRead {
    const { journalPage } = this.#storage.numbers;
    const records = this.#storage.journal.publicPageAfter(after, { facts: journalPage, bytes: JOURNAL_PAGE_BYTES });
    const last = records.at(-1);
    return { records, next: last && last.seq < auction.seq ? last.seq : null };
  }

  /** The newest fact, as it was at most a second ago. */
  head({ auction: { id: auctionId, seq }, lastHash: hash }: RoomState): rpc.JournalHead {
    const now = this.#clock();
    if (this.#head && now - this.#head.statedAt < HEAD_INTERVAL_MS) return this.#head;
    this.#head = { auctionId, seq, hash, statedAt: now };
    return this.#head;
  }

  closing({ auction }: RoomState): rpc.Answered<rpc.ClosingStatement, "auction_live"> {
    // Searches the journal from its end, where the closing is. Without a closing it would read everything.
    const { journal } = this.#storage;
    const record = auction.phase === "closed" || auction.phase === "voided" ? journal.closing() : null;
    if (!record) return refusal("auction_live");
    const { id: auctionId, currency, outcome, voided } = auction;
    const lastHash = journal.hashOf(record.seq - 1);
    return { ok: true, value: { auctionId, currency, outcome, voided, lastHash, closedAt: record.at } };
  }

  /** Why a person can't delete their account. */
  deletionBlockersOf({ auction, participants, bidders }: RoomState, userId: string): rpc.DeletionBlockers {
    // No one can finish a hidden listing, so it doesn't block a deletion.
    if (!isLive(auction, this.#clock()) || auction.hidden) return { leads: false, sellsWithBids: false };
    const bidderId = participants.bidderIdOf({ id: userId });
    // A bid that can't be withdrawn binds like a lead, because it may lead once the one above it goes.
    const isBound = this.#storage.bids.hasRevealing(bidders.lastSeqOf(bidderId));
    return {
      leads: leaderOf(auction)?.bidderId === bidderId || isBound,
      sellsWithBids: auction.sellerId === userId && auction.bidCount > 0,
    };
  }

  /** The first frame of a client that has fact `after`, or nothing (null). `watching` counts the client. */
  firstFrame(state: RoomState, after: string | null, watching: number): string {
    const { seq } = state.auction;
    const { catchUp } = this.#storage.numbers;
    const received = after === null || !/^\d{1,15}$/.test(after) ? null : Number(after);
    if (received === null || received > seq || seq - received > catchUp) {
      return this.#cachedPage.snapshot(state, watching, this.#clock());
    }
    const page = { facts: catchUp, bytes: MAX_FRAME_TEXT };
    const missed = this.#storage.journal
      .pageAfter(received, page)
      .map((record) => toQueuedEvent(record, state, this.#storage.bids));
    // Applies even where a snapshot would be shorter, because the event of an edit has the whole listing.
    const { length } = takeFitting(missed);
    if (received + length < seq) return this.#cachedPage.snapshot(state, watching, this.#clock());
    const events = missed.map(({ event }) => event());
    return JSON.stringify(catchUpFrame(received, events, frameContextOf(state.auction, this.#clock())));
  }
}

/** Whether someone may see the listing. Only its seller and admins see a hidden one. */
export function maySee({ hidden, sellerId }: Auction, { userId, moderates }: rpc.Requester): boolean {
  return !hidden || moderates || userId === sellerId;
}

/** The account of a bidder, for the seller. */
export function bidderAccount(
  { auction, participants }: RoomState,
  sellerId: string,
  bidderId: string,
): rpc.Answered<rpc.BidderAccount, "not_your_auction" | "bidder_unknown"> {
  if (auction.sellerId !== sellerId) return refusal("not_your_auction");
  const known = bidderId === sellerId ? undefined : participants.findByShownId(bidderId);
  return known ? { ok: true, value: { personId: known.id } } : refusal("bidder_unknown");
}

/** The listing of an expired auction, for its seller, as far as `refuseRelisting` allows it. `now` is epoch ms. */
export function expiredOffer(
  { auction }: RoomState,
  sellerId: string,
  now: number,
): rpc.AnswerTo<"offer", rpc.ExpiredOffer> {
  const { terms, currency } = auction;
  const refused = refuseRelisting(auction, sellerId, now);
  return refused
    ? { ok: false, failure: { ...describeRefusal(refused, currency), code: refused.code } }
    : {
        ok: true,
        value: { terms, reserveMinor: reserveOf(auction), currency, durationMs: scheduledDuration(auction) },
      };
}

/** The seller sees everyone behind the aliases, bidders see their own alias, and no one else sees any. */
export function aliasesFor({ auction, participants }: RoomState, userId: string): rpc.Aliases {
  const aliased = participants
    .listAnonymous()
    .map((participant) => ({ alias: toPerson(participant.id, participants)._id, person: toNamedPerson(participant) }));
  const own = aliased.find(({ person }) => person._id === userId)?.alias ?? null;
  return { own, people: userId === auction.sellerId ? aliased : [] };
}

/** The maximum of a person's own leading bid, if it has one. */
export function ownMaximum({ auction, participants }: RoomState, userId: string): OwnMaximumState {
  const leader = leaderOf(auction);
  if (!leader || !isAutomatic(leader) || leader.bidderId !== participants.bidderIdOf({ id: userId })) return null;
  const isPublic = leader.amountMinor === leader.maxMinor || auction.seal?.bidId !== leader.id;
  return { bidId: leader.id, maxBid: toMajor(leader.maxMinor), isPublic };
}

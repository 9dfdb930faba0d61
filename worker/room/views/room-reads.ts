/**
 * The reads of a room: its page, its bids, its journal, its closing, and a watcher's first frame. Before each
 * read, the room checks that this instance has not been replaced. Before a read of what everyone can see, it also
 * closes an auction that is over. Without a requester, a read finds only public listings. Hidden ones need a requester
 * who can see them.
 */
import * as rpc from "../../rpc/room-rpc.ts";
import { statusUntil } from "../../rules/closing.ts";
import type { RoomState, RoomStorage } from "../storage/room-storage.ts";
import { CachedPage, toDetails } from "./cached-page.ts";
import { catchUpFrame, frameContextOf, MAX_FRAME_CHARACTERS, takeFitting, toQueuedEvent } from "./frames.ts";
import { JournalReads } from "./journal-reads.ts";
import { aliasesFor, bidderAccount, expiredListing, canSee, ownMaximum } from "./person-views.ts";
import { toBid } from "./wire.ts";

/** The room states a new head at most this often. Requests in between get the same statement, so the same token. */
const HEAD_INTERVAL_MS = 1_000;
const JOURNAL_PAGE_BYTES = 512 * 1_024;

type AuctionCloser = { closeIfOver(): void };
type WatcherCount = { readonly watching: number };

export class RoomReads {
  readonly #storage: RoomStorage;
  readonly #closer: AuctionCloser;
  readonly #watchers: WatcherCount;
  readonly #clock: () => number;
  readonly #journalReads = new JournalReads();
  readonly #cachedPage = new CachedPage();
  #head: rpc.JournalHead | null = null;

  /** `clock` gives epoch ms. */
  constructor(storage: RoomStorage, closer: AuctionCloser, watchers: WatcherCount, clock: () => number) {
    this.#storage = storage;
    this.#closer = closer;
    this.#watchers = watchers;
    this.#clock = clock;
  }

  /** The page as JSON text, encoded once per change. */
  page(): rpc.Found<rpc.DetailsText> {
    return mapFound(this.#visibleState(), (state) => {
      const serverTime = this.#clock();
      const text = this.#cachedPage.details(state, this.#watchers.watching, serverTime);
      return { text, serverTime, validUntil: statusUntil(state.auction, serverTime) };
    });
  }

  /** The page with the reason for hiding, for people who can see a hidden listing. */
  pageFor(requester: rpc.Requester): rpc.Found<string> {
    return mapFound(this.#stateVisibleTo(requester), (state) => {
      const { hidden } = state.auction;
      return JSON.stringify({ ...toDetails(state, this.#watchers.watching, this.#clock()), ...(hidden && { hidden }) });
    });
  }

  images(): rpc.Found<rpc.ListingImageKeys> {
    return mapFound(this.#existingState(), ({ auction: { terms, hidden } }) => {
      return { imageKeys: terms.imageKeys, hidden: hidden !== null };
    });
  }

  expiredListing(sellerId: string): rpc.AnswerTo<"expiredListing", rpc.ExpiredListing> {
    const state = this.#existingState();
    return state ? expiredListing(state, sellerId, this.#clock()) : rpc.NOT_FOUND;
  }

  bidderAccount(
    sellerId: string,
    bidderId: string,
  ): rpc.Answered<rpc.BidderAccount, "auction_not_found" | "not_your_auction" | "bidder_unknown"> {
    const state = this.#existingState();
    return state ? bidderAccount(state, sellerId, bidderId) : rpc.NOT_FOUND;
  }

  aliases(requester: rpc.Requester): rpc.Found<rpc.Aliases> {
    return mapFound(this.#existingStateFor(requester), (state) => aliasesFor(state, requester.personId));
  }

  maximumOf(requester: rpc.Requester): rpc.Found<rpc.LeadingMaximum> {
    return mapFound(this.#existingStateFor(requester), (state) => ({ maximum: ownMaximum(state, requester.personId) }));
  }

  /** Standing bids, newest first, after the cursor of an earlier page. */
  bidsBefore(cursor: string | null, limit: number, requester?: rpc.Requester): rpc.Found<rpc.BidsPage> {
    return mapFound(this.#stateVisibleTo(requester), (state) => {
      const before = cursor === null ? state.auction.seq + 1 : Number(cursor);
      const rows = this.#storage.bids.listStandingBefore(Number.isSafeInteger(before) ? before : 0, limit);
      const last = rows.at(-1);
      const nextCursor = last && rows.length === limit ? String(last.seq) : null;
      return { bids: rows.map((bid) => toBid(bid, state)), nextCursor };
    });
  }

  /** One page of the public facts after number `after`. Refuses with `busy` when too many such reads are waiting. */
  async journal(
    after: number,
    requester?: rpc.Requester,
  ): Promise<rpc.Answered<rpc.JournalPage, "auction_not_found" | "busy">> {
    const served = await this.#journalReads.serve(() => {
      const state = this.#journalStateFor(requester);
      if (!state) return null;
      const pageSize = { facts: this.#storage.limits.factsPerJournalPage, bytes: JOURNAL_PAGE_BYTES };
      const records = this.#storage.journal.publicPageAfter(after, pageSize);
      const last = records.at(-1);
      return { records, next: last && last.seq < state.auction.seq ? last.seq : null };
    });
    if (!served) return rpc.BUSY;
    return served.page ? { ok: true, value: served.page } : rpc.NOT_FOUND;
  }

  /** The newest fact, as it was at most a second ago. */
  head(requester?: rpc.Requester): rpc.Found<rpc.JournalHead> {
    return mapFound(this.#journalStateFor(requester), ({ auction: { id: auctionId, seq }, lastHash: hash }) => {
      const now = this.#clock();
      if (this.#head && now - this.#head.statedAt < HEAD_INTERVAL_MS) return this.#head;
      this.#head = { auctionId, seq, hash, statedAt: now };
      return this.#head;
    });
  }

  closing(requester?: rpc.Requester): rpc.Answered<rpc.AuctionClosing, "auction_not_found" | "auction_live"> {
    const state = this.#stateVisibleTo(requester);
    if (!state) return rpc.NOT_FOUND;
    const { id: auctionId, currency, outcome, voided, phase } = state.auction;
    // Searches the journal from its end, where the closing is. Without a closing it would read everything.
    const { journal } = this.#storage;
    const record = phase === "closed" || phase === "voided" ? journal.closingFact() : null;
    if (!record) return rpc.refusal("auction_live");
    const lastHash = journal.hashOf(record.seq - 1);
    return { ok: true, value: { auctionId, currency, outcome, voided, lastHash, closedAt: record.at } };
  }

  /** The first frame for a client that has fact `after`, or nothing (null). `watching` includes the client. */
  firstFrame(state: RoomState, after: string | null, watching: number): string {
    const { seq } = state.auction;
    const { maxCatchUp } = this.#storage.limits;
    const received = after === null || !/^\d{1,15}$/.test(after) ? null : Number(after);
    if (received === null || received > seq || seq - received > maxCatchUp) {
      return this.#cachedPage.snapshot(state, watching, this.#clock());
    }
    const pageSize = { facts: maxCatchUp, bytes: MAX_FRAME_CHARACTERS };
    const missed = this.#storage.journal
      .pageAfter(received, pageSize)
      .map((record) => toQueuedEvent(record, state, this.#storage.bids));
    // The events of many edits can be longer than a snapshot, because each has the whole listing.
    const { length } = takeFitting(missed);
    if (received + length < seq) return this.#cachedPage.snapshot(state, watching, this.#clock());
    const events = missed.map(({ event }) => event());
    return JSON.stringify(catchUpFrame(received, events, frameContextOf(state.auction, this.#clock())));
  }

  /** The auction, even if it's hidden. */
  #existingState(): RoomState | null {
    this.#storage.assertCurrent();
    return this.#storage.existingState;
  }

  #existingStateFor(requester: rpc.Requester): RoomState | null {
    const existing = this.#existingState();
    return existing && canSee(existing.auction, requester) ? existing : null;
  }

  /** The auction as everyone can see it. */
  #visibleState(): RoomState | null {
    this.#closer.closeIfOver();
    this.#storage.assertCurrent();
    return this.#storage.visibleState;
  }

  #stateVisibleTo(requester: rpc.Requester | undefined): RoomState | null {
    const state = this.#visibleState();
    return state || !requester ? state : this.#existingStateFor(requester);
  }

  /** Like `#stateVisibleTo`, but also finds an auction that was canceled in the last 90 days. */
  #journalStateFor(requester: rpc.Requester | undefined): RoomState | null {
    return this.#stateVisibleTo(requester) ?? this.#storage.keptCancelledState(this.#clock());
  }
}

function mapFound<Value>(state: RoomState | null, valueOf: (state: RoomState) => Value): rpc.Found<Value> {
  return state ? { ok: true, value: valueOf(state) } : rpc.NOT_FOUND;
}

/**
 * The reads of a room: who can see the auction, and its view. Before each read, the room checks that this instance was
 * not replaced. Before a read of what everyone can see, it also closes an auction that is over. Without a requester, a
 * read finds only public listings. Hidden ones need a requester who can see them.
 */
import * as rpc from "../../room-rpc.ts";
import type { RoomState, RoomStorage } from "../storage/room-storage.ts";
import { JournalReads } from "./journal-reads.ts";
import { aliasesFor, bidderAccount, expiredOffer, maySee, ownMaximum, type RoomViews } from "./room-views.ts";

/** Closes the auction if it's over. */
type AuctionCloser = { closeIfOver(): void };
type WatcherCount = { readonly watching: number };

export class RoomReads {
  readonly #storage: RoomStorage;
  readonly #views: RoomViews;
  readonly #closing: AuctionCloser;
  readonly #watchers: WatcherCount;
  readonly #clock: () => number;
  readonly #journalReads = new JournalReads();

  /** `clock` gives epoch ms. */
  constructor(
    storage: RoomStorage,
    views: RoomViews,
    closing: AuctionCloser,
    watchers: WatcherCount,
    clock: () => number,
  ) {
    this.#storage = storage;
    this.#views = views;
    this.#closing = closing;
    this.#watchers = watchers;
    this.#clock = clock;
  }

  page(): rpc.Found<rpc.DetailsText> {
    return answerFound(this.#visible(), (state) => this.#views.page(state, this.#watchers.watching));
  }

  pageFor(requester: rpc.Requester): rpc.Found<string> {
    return answerFound(this.#seenBy(requester), (state) => this.#views.hiddenPage(state, this.#watchers.watching));
  }

  images(): rpc.Found<rpc.ImagesOfListing> {
    return answerFound(this.#existing(), ({ auction: { terms, hidden } }) => {
      return { imageKeys: terms.imageKeys, hidden: hidden !== null };
    });
  }

  offer(sellerId: string): rpc.AnswerTo<"offer", rpc.ExpiredOffer> {
    const state = this.#existing();
    return state ? expiredOffer(state, sellerId, this.#clock()) : rpc.NOT_FOUND;
  }

  bidderAccount(
    sellerId: string,
    bidderId: string,
  ): rpc.Answered<rpc.BidderAccount, "auction_not_found" | "not_your_auction" | "bidder_unknown"> {
    const state = this.#existing();
    return state ? bidderAccount(state, sellerId, bidderId) : rpc.NOT_FOUND;
  }

  aliases(requester: rpc.Requester): rpc.Found<rpc.Aliases> {
    return answerFound(this.#existingFor(requester), (state) => aliasesFor(state, requester.userId));
  }

  maximumOf(requester: rpc.Requester): rpc.Found<rpc.LeadingMaximum> {
    return answerFound(this.#existingFor(requester), (state) => ({ maximum: ownMaximum(state, requester.userId) }));
  }

  bidsBefore(cursor: string | null, limit: number, requester?: rpc.Requester): rpc.Found<rpc.BidsPage> {
    return answerFound(this.#seenBy(requester), (state) => this.#views.bidsBefore(state, cursor, limit));
  }

  /** `busy` when too many such reads wait. */
  async journal(
    after: number,
    requester?: rpc.Requester,
  ): Promise<rpc.Answered<rpc.JournalRead, "auction_not_found" | "busy">> {
    const served = await this.#journalReads.serve(() => {
      const state = this.#withJournal(requester);
      return state && this.#views.journal(state, after);
    });
    if (!served) return rpc.BUSY;
    return served.read ? { ok: true, value: served.read } : rpc.NOT_FOUND;
  }

  head(requester?: rpc.Requester): rpc.Found<rpc.JournalHead> {
    return answerFound(this.#withJournal(requester), (state) => this.#views.head(state));
  }

  closing(requester?: rpc.Requester): rpc.Answered<rpc.ClosingStatement, "auction_not_found" | "auction_live"> {
    const state = this.#seenBy(requester);
    return state ? this.#views.closing(state) : rpc.NOT_FOUND;
  }

  /** The auction, even if it's hidden. */
  #existing(): RoomState | null {
    this.#storage.checkIsCurrent();
    return this.#storage.existing;
  }

  #existingFor(requester: rpc.Requester): RoomState | null {
    const existing = this.#existing();
    return existing && maySee(existing.auction, requester) ? existing : null;
  }

  /** The auction as everyone can see it. */
  #visible(): RoomState | null {
    this.#closing.closeIfOver();
    this.#storage.checkIsCurrent();
    return this.#storage.visible;
  }

  #seenBy(requester: rpc.Requester | undefined): RoomState | null {
    const state = this.#visible();
    return state || !requester ? state : this.#existingFor(requester);
  }

  /** Includes one that was canceled in the last 90 days. */
  #withJournal(requester: rpc.Requester | undefined): RoomState | null {
    return this.#seenBy(requester) ?? this.#storage.cancelledAt(this.#clock());
  }
}

function answerFound<Value>(state: RoomState | null, valueOf: (state: RoomState) => Value): rpc.Found<Value> {
  return state ? { ok: true, value: valueOf(state) } : rpc.NOT_FOUND;
}

/**
 * The Durable Object of one auction: the only source of truth for that auction. This class makes no decisions. A
 * command becomes a request in the queue, which a pure function decides and one transaction saves; the facts are then
 * sent to the watchers, to D1 and to the inboxes. Each part depends only on those before it: storage, views, commands,
 * then live and delivery. Only the callback `#onCommitted` goes the other way.
 */
import { DurableObject } from "cloudflare:workers";

import { TOKENS_OUT_MS } from "../accounts/sessions.ts";
import { sendableCloseCode } from "../contract/close-codes.ts";
import type { AuctionRow } from "../db/schema.ts";
import { Figures } from "../platform/figures.ts";
import * as rpc from "../room-rpc.ts";
import { MAX_STANDING_BIDS } from "../rules/bidding.ts";
import type { Recorded } from "../rules/facts.ts";
import type { OfferedMinor } from "../rules/money.ts";
import { objectSettings } from "../settings.ts";
import { BidGuard } from "./commands/bid-guard.ts";
import { FirstBids } from "./commands/first-bids.ts";
import { removePerson, voidBids } from "./commands/person-removal.ts";
import { type BidRequest, CommandQueue } from "./commands/queue.ts";
import type { Request as RoomRequest, Responses, Salted, WithSealedReserve } from "./commands/requests.ts";
import { Delivery } from "./delivery/delivery.ts";
import { Lifecycle } from "./delivery/lifecycle.ts";
import { auctionRow, auditedBids, auditedState, RoomReaders } from "./delivery/readers.ts";
import { SocketAcceptor } from "./live/accept.ts";
import { BidSocket } from "./live/bid-socket.ts";
import { Broadcaster, LiveEvents } from "./live/broadcaster.ts";
import { ROOM_NUMBERS } from "./numbers.ts";
import { type RoomState, RoomStorage } from "./storage/room-storage.ts";
import { JournalReads } from "./views/journal-reads.ts";
import { aliasesFor, bidderAccount, expiredOffer, maySee, ownMaximum, RoomViews } from "./views/room-views.ts";

/** The number of rows that one call of the sweep's audit reads, in a few milliseconds. */
const AUDIT_PAGE = { facts: 1_000, bytes: 1_000_000 };

/** Watchers are counted for the operators' graphs at most this often. */
const COUNT_WATCHERS_MS = 60_000;

const NOT_FOUND = rpc.refusal("auction_not_found");

/** Why the bids of a suspended person are void. */
const SUSPENDED = "This account was suspended";

export class AuctionRoom extends DurableObject<Env> {
  readonly #clock: () => number;
  readonly #storage: RoomStorage;
  readonly #views: RoomViews;
  readonly #queue: CommandQueue;
  readonly #guard: BidGuard;
  readonly #broadcaster: Broadcaster;
  readonly #bidSocket: BidSocket;
  readonly #acceptor: SocketAcceptor;
  readonly #delivery: Delivery;
  readonly #lifecycle: Lifecycle;
  readonly #limitScale: number;
  readonly #firstBids: FirstBids;
  readonly #journalReads = new JournalReads();
  readonly #figures: Figures;
  /** Epoch ms. */
  #watchersCountedAt = 0;

  /**
   * `clock` gives epoch milliseconds; it differs from the real time only where the seed creates past auctions.
   * `numbers` differ only in the simulation.
   */
  constructor(ctx: DurableObjectState, env: Env, clock: () => number = () => Date.now(), numbers = ROOM_NUMBERS) {
    super(ctx, env);
    const { bidTimeoutMs, limitScale, relayAfter } = objectSettings(env);
    const storage = new RoomStorage(ctx, clock, numbers);
    const figures = new Figures(env.FIGURES, () => storage.auctionId);
    const views = new RoomViews(storage, clock);
    const queue = new CommandQueue(storage, clock, bidTimeoutMs, (facts) => this.#onCommitted(facts));
    const guard = new BidGuard(storage, clock, limitScale);
    const events = new LiveEvents(storage, clock);
    const broadcaster = new Broadcaster(ctx, events, env.AUDIENCE_RELAY, relayAfter);
    const delivery = new Delivery(ctx, storage, new RoomReaders(env, storage), clock, figures);
    this.#clock = clock;
    this.#figures = figures;
    this.#storage = storage;
    this.#views = views;
    this.#queue = queue;
    this.#limitScale = limitScale;
    this.#firstBids = new FirstBids(env.LIMITS);
    this.#guard = guard;
    this.#broadcaster = broadcaster;
    this.#bidSocket = new BidSocket(broadcaster.connections, env.INBOX, clock, limitScale);
    this.#acceptor = new SocketAcceptor({ storage, queue, views, broadcaster }, limitScale);
    this.#delivery = delivery;
    this.#lifecycle = new Lifecycle(storage, queue, delivery, clock);
    if (storage.isOpened) ctx.waitUntil(ctx.blockConcurrencyWhile(() => this.#lifecycle.wake()));
  }

  /**
   * Opens the auction; `auction_not_found` is one that was opened before and is gone. The answer has the row for D1,
   * which a caller that `publishes` writes. After a repeat D1 may lack more than the row, so everything is delivered
   * first.
   */
  async open(request: rpc.OpenRequest): Promise<rpc.AnswerTo<"open", rpc.Opened & { readonly row: AuctionRow }>> {
    const isRepeat = this.#storage.state !== null;
    if (request.again && !this.#storage.existing) return NOT_FOUND;
    const salt = crypto.randomUUID();
    const opened = await this.#queue.submit({ ...withSealedReserve(request), type: "open", salt });
    if (!opened.ok) return opened;
    if (isRepeat) await this.#delivery.waitFor(this.#delivery.run());
    const state = this.#storage.lastState;
    if (!state) throw new Error("an auction that was opened has a state");
    return { ok: true, value: { ...opened.value, row: auctionRow(state.auction, state.participants) } };
  }

  async placeBid(request: rpc.PlaceBidRequest): Promise<rpc.AnswerTo<"placeBid", rpc.BidPlaced>> {
    return this.#placeBid(request);
  }

  async editBid(request: rpc.EditBidRequest): Promise<rpc.AnswerTo<"editBid", rpc.BidEdited>> {
    return this.#bid({ ...salted(request), type: "editBid" });
  }

  async withdrawBid(request: rpc.WithdrawBidRequest): Promise<rpc.AnswerTo<"withdrawBid", rpc.BidWithdrawn>> {
    const refused = this.#guard.refuse(request);
    return refused ?? this.#queue.submit({ ...request, type: "withdrawBid" });
  }

  /** The bidder asks the seller to release a bid. */
  async askRelease(request: rpc.AskReleaseRequest): Promise<rpc.AnswerTo<"askRelease", rpc.ReleaseAsked>> {
    const refused = this.#guard.refuse(request);
    return refused ?? this.#queue.submit({ ...request, type: "askRelease" });
  }

  /** The seller releases a bid whose bidder has asked for it. */
  async releaseBid(request: rpc.ReleaseBidRequest): Promise<rpc.AnswerTo<"releaseBid", rpc.BidReleased>> {
    return this.#command({ ...request, type: "releaseBid" });
  }

  /** The seller releases a buyer who has not paid in time. */
  async releaseBuyer(request: rpc.ReleaseBuyerRequest): Promise<rpc.AnswerTo<"releaseBuyer", rpc.Changed>> {
    return this.#command({ ...request, type: "releaseBuyer" });
  }

  /** An admin removes one bid for a reason that its bidder receives. */
  async removeBid(bidId: string, reason: string): Promise<rpc.AnswerTo<"removeBid", rpc.Changed>> {
    return this.#command({ type: "voidBid", bidId, by: "admin", reason, salt: sealingSalt() });
  }

  /** The standing bids of a person whom an admin has suspended are void here. Refuses nothing. */
  async voidBidsOf(personId: string): Promise<void> {
    const state = this.#existing();
    if (!state) return;
    // A token that is still fresh must not bid again meanwhile.
    this.#guard.suspend(personId, this.#clock() + TOKENS_OUT_MS);
    const why = { by: "admin", reason: SUSPENDED, salt: sealingSalt() } as const;
    await voidBids(state, this.#storage, this.#queue, personId, why);
  }

  /** Buys the auction at its buy now price, which ends it. */
  async buyNow(request: rpc.BuyNowRequest): Promise<rpc.AnswerTo<"buyNow", rpc.BidPlaced>> {
    return this.#delivered(await this.#bid({ ...request, type: "buyNow" }));
  }

  async editListing(request: rpc.EditListingRequest): Promise<rpc.AnswerTo<"editListing", rpc.ListingEdited>> {
    return this.#command({ ...withSealedReserve(request), type: "editListing" });
  }

  async deleteListing(request: rpc.DeleteListingRequest): Promise<rpc.AnswerTo<"deleteListing", rpc.ListingDeleted>> {
    return this.#command({ ...request, type: "deleteListing" });
  }

  /**
   * The seller accepts no more bids from a person, whose standing bids are void, or accepts them again. A repeat voids
   * what an interruption has left.
   */
  async setBlocked(request: rpc.BlockRequest): Promise<rpc.AnswerTo<"setBlocked", rpc.Changed>> {
    if (!this.#storage.existing) return NOT_FOUND;
    const changed = await this.#queue.submit({ ...request, type: "setBlocked", salt: crypto.randomUUID() });
    const state = this.#storage.existing;
    if (changed.ok && request.blocked && state) {
      const { personId } = request;
      await voidBids(state, this.#storage, this.#queue, personId, { by: "seller", personId });
    }
    return changed;
  }

  /** The account behind a bidder, for the seller. */
  async bidderAccount(
    sellerId: string,
    bidderId: string,
  ): Promise<rpc.Answered<rpc.BidderAccount, "auction_not_found" | "not_your_auction" | "bidder_unknown">> {
    const state = this.#existing();
    return state ? bidderAccount(state, sellerId, bidderId) : NOT_FOUND;
  }

  /** Shows a person under a number, or by name, from now on. Open pages show it after their next request. */
  async setAnonymous(personId: string, anonymous: boolean): Promise<void> {
    this.#storage.setAnonymous(personId, anonymous);
  }

  /**
   * Shows a person under another name and portrait from now on, because moderation has changed them; nothing for
   * someone who is not in this auction.
   */
  async setShown(personId: string, shown: rpc.Shown): Promise<void> {
    this.#storage.setShown(personId, shown);
  }

  /** The people behind the numbers, as far as this person may know them. */
  async aliases(requester: rpc.Requester): Promise<rpc.Found<rpc.Aliases>> {
    const state = this.#existing();
    if (!state || !maySee(state.auction, requester)) return NOT_FOUND;
    return { ok: true, value: aliasesFor(state, requester.userId) };
  }

  /** The maximum of this person's leading bid, for this person only. */
  async maximumOf(requester: rpc.Requester): Promise<rpc.Found<rpc.Maximum>> {
    const state = this.#existing();
    if (!state || !maySee(state.auction, requester)) return NOT_FOUND;
    return { ok: true, value: { maximum: ownMaximum(state, requester.userId) } };
  }

  /** Moderation hides the listing for a reason, or (null) shows it again. */
  async setHidden(reason: string | null): Promise<rpc.Found<rpc.Changed>> {
    return this.#command({ type: "setHidden", reason, salt: crypto.randomUUID() });
  }

  /** Moderation voids the auction for a reason that everyone in it receives. */
  async voidAuction(reason: string): Promise<rpc.Found<rpc.Changed>> {
    return this.#command({ type: "voidAuction", reason });
  }

  /** The page of a listing that may be hidden, as JSON text, for people who may see it. */
  async pageFor(requester: rpc.Requester): Promise<rpc.Found<string>> {
    const state = this.#seenBy(requester);
    return state ? { ok: true, value: this.#views.hiddenPage(state, this.#broadcaster.watching) } : NOT_FOUND;
  }

  /** The auction's own page. */
  async details(): Promise<rpc.Found<rpc.Details>> {
    const state = this.#visible();
    if (!state) return NOT_FOUND;
    return { ok: true, value: { details: this.#views.details(state, this.#broadcaster.watching) } };
  }

  /** The page as JSON text, encoded once for each change. */
  async page(): Promise<rpc.Found<rpc.AuctionPage>> {
    const state = this.#visible();
    return state ? { ok: true, value: this.#views.page(state, this.#broadcaster.watching) } : NOT_FOUND;
  }

  /** The images of the listing, hidden or not. */
  async images(): Promise<rpc.Found<rpc.ListingImages>> {
    const state = this.#existing();
    if (!state) return NOT_FOUND;
    const { terms, hidden } = state.auction;
    return { ok: true, value: { imageKeys: terms.imageKeys, hidden: hidden !== null } };
  }

  /** The content of the listing, for its seller to list it again. */
  async offer(sellerId: string): Promise<rpc.AnswerTo<"offer", rpc.ExpiredOffer>> {
    const state = this.#existing();
    return state ? expiredOffer(state, sellerId, this.#clock()) : NOT_FOUND;
  }

  /**
   * Standing bids, newest first, after the cursor of an earlier page. Here and below, a requester is someone who may see
   * a hidden listing; without one only a listing that everyone may see is found.
   */
  async bidsBefore(cursor: string | null, limit: number, requester?: rpc.Requester): Promise<rpc.Found<rpc.BidsPage>> {
    const state = this.#seenBy(requester);
    return state ? { ok: true, value: this.#views.bidsBefore(state, cursor, limit) } : NOT_FOUND;
  }

  /**
   * The public facts after number `after` with their hashes, oldest first, a page of them; also of an auction that was
   * cancelled in the last 90 days. `busy` when too many such reads wait.
   */
  async journal(
    after = 0,
    requester?: rpc.Requester,
  ): Promise<rpc.Answered<rpc.JournalRead, "auction_not_found" | "busy">> {
    const served = await this.#journalReads.serve(() => {
      const state = this.#withJournal(requester);
      return state && this.#views.journal(state, after);
    });
    if (!served) return rpc.BUSY;
    return served.read ? { ok: true, value: served.read } : NOT_FOUND;
  }

  /** The newest fact, for a signed head, where the journal can be read. */
  async head(requester?: rpc.Requester): Promise<rpc.Found<rpc.Head>> {
    const state = this.#withJournal(requester);
    return state ? { ok: true, value: this.#views.head(state) } : NOT_FOUND;
  }

  /** The content of the closing certificate. */
  async closing(requester?: rpc.Requester): Promise<rpc.Answered<rpc.Closing, "auction_not_found" | "auction_live">> {
    const state = this.#seenBy(requester);
    return state ? this.#views.closing(state) : NOT_FOUND;
  }

  /**
   * Records an end that the clock has passed, sets a lost alarm again, and delivers what is still undelivered.
   * `listedSeq` is the last fact in D1, and `listedBids` the number of bids there (up to COUNTED_BIDS): if D1 has lost
   * some, they are delivered again. Answers with the room's own last fact, or 0 when there is no auction here.
   */
  async look(listedSeq = Infinity, listedBids = Infinity): Promise<number> {
    return this.#lifecycle.look(listedSeq, listedBids);
  }

  /**
   * Before a person reads their own bids in D1: delivers those that D1 lacks, and records an end that the clock has
   * passed. False when D1 has not stored them in time.
   */
  async deliverOwn(personId: string): Promise<boolean> {
    this.#queue.closeIfOver();
    this.#storage.checkIsCurrent();
    return this.#delivery.deliverOwn(personId);
  }

  /** For the operator's desk; null when there is no auction here. */
  async health(): Promise<rpc.RoomHealth | null> {
    if (!this.#existing()) return null;
    const [last] = this.#storage.bids.standingBefore(Number.MAX_SAFE_INTEGER, 1);
    return {
      lastBidAt: last?.placedAt ?? null,
      watching: this.#broadcaster.watching,
      ...this.#delivery.lag(),
    };
  }

  /** For the sweep's audit: whole facts after number `after`, oldest first, a page of them. */
  async auditFacts(after: number): Promise<rpc.AuditedFact[]> {
    return this.#storage.isOpened ? this.#storage.journal.auditedPageAfter(after, AUDIT_PAGE) : [];
  }

  /** For the sweep's audit: bids whose last fact is after number `after`, withdrawn ones included, a page of them. */
  async auditBids(after: number): Promise<rpc.AuditedBid[]> {
    const { existing, bids } = this.#storage;
    return existing ? auditedBids(existing, bids.changed(after, existing.auction.seq, AUDIT_PAGE.facts)) : [];
  }

  /** For the sweep's audit: what is stored now, compared with memory; null when there is no auction here. */
  async auditState(): Promise<rpc.AuditedState | null> {
    const { existing } = this.#storage;
    return existing && auditedState(existing, this.#storage.journal);
  }

  override async alarm(): Promise<void> {
    return this.#lifecycle.onAlarm();
  }

  /** A socket of the live protocol; the Worker has checked its origin and identified its session. */
  override async fetch(request: Request): Promise<Response> {
    return this.#acceptor.accept(request);
  }

  /** A watcher connects to relay `number` of this room: their first frame, or null when there is no auction. */
  async joinRelay(number: number, after: string | null): Promise<rpc.FirstFrame | null> {
    return this.#acceptor.joinRelay(number, after);
  }

  /** The number of watchers at relay `number` has changed. */
  async reportRelayWatchers(number: number, watching: number): Promise<void> {
    this.#broadcaster.relays.counted(number, watching);
  }

  /**
   * The reasons why a person may not delete their account: leading here, or selling with bids, while it is live. Their
   * sessions are suspended here until a time (epoch ms), because a bid could make them lead after this answer.
   */
  async checkDeletion(userId: string, until: number): Promise<rpc.DeletionBlockers> {
    this.#guard.suspend(userId, until);
    this.#queue.closeIfOver();
    const state = this.#existing();
    if (!state) return { leads: false, sellsWithBids: false };
    // D1 then decides by the sales that it has, so it must have this one.
    const isDelivered = state.auction.phase !== "closed" || (await this.#delivery.deliverOwn(userId));
    if (!isDelivered) throw new Error("D1 does not have the result of this auction yet");
    return this.#views.deletionBlockersOf(state, userId);
  }

  /** An account is deleted: its bids and listing go where the rules allow it. Answers with images to delete. */
  async removePerson(userId: string): Promise<rpc.ListingDeleted> {
    const { imageKeys, hasEnded } = await removePerson(this.#storage, this.#queue, userId);
    if (hasEnded) await this.#delivery.waitFor(this.#delivery.run());
    return { imageKeys };
  }

  /** The deletion of an account was refused: the person's sessions may act again. */
  async liftSuspension(userId: string): Promise<void> {
    this.#storage.checkIsCurrent();
    this.#guard.liftSuspension(userId);
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    // The platform does not say when the message reached the object, so waiting counts from here.
    const arrivedAt = this.#clock();
    const bid = await this.#bidSocket.receive(socket, message, this.#storage.auctionId);
    if (bid) await this.#bidSocket.acknowledge(bid, this.#placeBid(bid.request, arrivedAt));
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    this.#broadcaster.connections.remove(socket);
    // Closed from this side too: without it the client stays in CLOSING.
    socket.close(sendableCloseCode(code));
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    this.#broadcaster.connections.remove(socket);
  }

  #placeBid(request: rpc.PlaceBidRequest, arrivedAt?: number): Promise<rpc.AnswerTo<"placeBid", rpc.BidPlaced>> {
    return this.#bid(
      { ...salted(request), type: "placeBid", maxStandingBids: MAX_STANDING_BIDS * this.#limitScale },
      arrivedAt,
    );
  }

  /** Authorises a bid, submits it and counts it by its outcome, with how long that took. `arrivedAt` is epoch ms. */
  async #bid<Bid extends BidRequest>(
    bid: Bid,
    arrivedAt = this.#clock(),
  ): Promise<rpc.AnswerTo<Bid["type"], Responses[Bid["type"]]>> {
    const refused = this.#guard.refuseBid(bid);
    const isNew = (bid.actor.newUntil ?? 0) > this.#clock();
    const outcome =
      refused ?? (await (isNew ? this.#submitOfNewMember(bid, arrivedAt) : this.#queue.submit(bid, arrivedAt)));
    this.#figures.add("bid", outcome.ok ? "accepted" : outcome.failure.code, this.#clock() - arrivedAt);
    return outcome;
  }

  /** With the limits of a new member: how much they may offer, and in how many auctions they may begin to bid. */
  #submitOfNewMember<Bid extends BidRequest>(bid: Bid, arrivedAt: number) {
    const { amountMinor: limitMinor = 0, auctionsPerDay: maxAuctions = 0 } = objectSettings(this.env).newMembers ?? {};
    const submit = () => this.#queue.submit<Bid>(limitMinor === 0 ? bid : { ...bid, limitMinor }, arrivedAt);
    const isFirst = bid.type !== "editBid" && !this.#storage.hasBid(bid.actor);
    return isFirst && maxAuctions > 0 ? this.#firstBids.begin(bid.actor.id, maxAuctions, submit) : submit();
  }

  /** Decides a command on an auction that is here, and lets D1 know what it has changed. */
  async #command<One extends RoomRequest>(request: One) {
    return this.#storage.existing ? this.#delivered(await this.#queue.submit(request)) : NOT_FOUND;
  }

  /** Facts are saved and their requests answered: publishes them to the watchers, to D1 and to the inboxes. */
  #onCommitted(facts: readonly Recorded[]): void {
    this.#broadcaster.publish(facts);
    this.#delivery.deliver(facts);
    this.#countWatchers(this.#broadcaster.watching);
  }

  #countWatchers(watching: number): void {
    const now = this.#clock();
    if (now - this.#watchersCountedAt < COUNT_WATCHERS_MS) return;
    this.#watchersCountedAt = now;
    this.#figures.add("watchers", "room", watching);
  }

  /** The auction as everyone may see it, once an end that the clock has passed is recorded. */
  #visible(): RoomState | null {
    this.#queue.closeIfOver();
    this.#storage.checkIsCurrent();
    return this.#storage.visible;
  }

  /** The auction for a requester who may see hidden ones; without a requester only if everyone may see it. */
  #seenBy(requester: rpc.Requester | undefined): RoomState | null {
    const state = this.#visible();
    if (state || !requester) return state;
    const existing = this.#existing();
    return existing && maySee(existing.auction, requester) ? existing : null;
  }

  /**
   * The auction, if its journal may be read: one that the requester may see, or one that was cancelled not long ago.
   */
  #withJournal(requester: rpc.Requester | undefined): RoomState | null {
    return this.#seenBy(requester) ?? this.#storage.cancelledAt(this.#clock());
  }

  /** The auction, also a hidden one. */
  #existing(): RoomState | null {
    this.#storage.checkIsCurrent();
    return this.#storage.existing;
  }

  /**
   * When the answer arrives, sellers find their change in every list; an outage of D1, or a backlog, only delays that.
   */
  async #delivered<Outcome extends rpc.Answered<unknown>>(outcome: Outcome): Promise<Outcome> {
    if (outcome.ok) await this.#delivery.waitFor(this.#delivery.run());
    return outcome;
  }
}

/** 244 random bits for a seal: without them a sealed amount could be found by hashing each possible one. */
function sealingSalt(): string {
  return crypto.randomUUID() + crypto.randomUUID();
}

/** With the salt of the seal of its reserve. */
function withSealedReserve<Request extends { readonly reserveMinor?: number | null | undefined }>({
  reserveMinor,
  ...request
}: Request): WithSealedReserve<Request> {
  if (reserveMinor === undefined) return request;
  return { ...request, reserve: reserveMinor === null ? null : { reserveMinor, salt: sealingSalt() } };
}

/** With the salt of its maximum's seal. */
function salted<Request extends OfferedMinor>(offered: Request): Salted<Request> {
  if (offered.maxMinor === undefined) return offered;
  const { maxMinor, ...request } = offered;
  return { ...request, maximum: { maxMinor, salt: sealingSalt() } };
}

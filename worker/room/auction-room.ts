/**
 * The Durable Object of one auction: the only source of truth for that auction. This class only wires its parts and
 * passes each call to one of them. A command becomes a request in the queue. A pure function decides the outcome and
 * one transaction saves it. The room then sends the facts to the watchers, to D1 and to the inboxes. The files of each
 * part import only parts before them: storage, views, commands, then live and delivery, then rpc. A part gets what it
 * needs from a later one through its constructor. Commands that wait until D1 has their result are in `rpc`.
 */
import { DurableObject } from "cloudflare:workers";

import type { AuctionRow } from "../db/schema.ts";
import { Metrics } from "../platform/metrics.ts";
import * as rpc from "../rpc/room-rpc.ts";
import type { SequencedFact } from "../rules/facts.ts";
import { objectSettings } from "../settings/settings.ts";
import { BidGuard } from "./commands/bid-guard.ts";
import { BidderCommands } from "./commands/bidder-commands.ts";
import { RequestQueue } from "./commands/queue.ts";
import type { AnswerOf } from "./commands/requests.ts";
import { sealingSalt, sealReserve } from "./commands/sealing.ts";
import { Delivery } from "./delivery/delivery.ts";
import { Lifecycle } from "./delivery/lifecycle.ts";
import { RoomSubscribers } from "./delivery/subscribers.ts";
import { ROOM_LIMITS } from "./limits.ts";
import { Broadcaster } from "./live/broadcaster.ts";
import { LiveEvents } from "./live/live-events.ts";
import { RoomSockets } from "./live/room-sockets.ts";
import { ListingCommands } from "./rpc/listing-commands.ts";
import { PersonCommands } from "./rpc/person-commands.ts";
import { RoomAudit } from "./rpc/room-audit.ts";
import { RoomStorage } from "./storage/room-storage.ts";
import { RoomReads } from "./views/room-reads.ts";

/** How often watchers are counted for the operators' graphs. */
const WATCHER_COUNT_INTERVAL_MS = 60_000;

export class AuctionRoom extends DurableObject<Env> {
  readonly #storage: RoomStorage;
  readonly #bidderCommands: BidderCommands;
  readonly #listingCommands: ListingCommands;
  readonly #personCommands: PersonCommands;
  readonly #reads: RoomReads;
  readonly #broadcaster: Broadcaster;
  readonly #sockets: RoomSockets;
  readonly #delivery: Delivery;
  readonly #lifecycle: Lifecycle;
  readonly #audit: RoomAudit;
  readonly #metrics: Metrics;
  readonly #clock: () => number;
  /** Epoch ms. */
  #watchersCountedAt = 0;

  /**
   * `clock` returns epoch milliseconds. It differs from the real time only where the seed creates past auctions.
   * `limits` differs only in the simulation.
   */
  constructor(ctx: DurableObjectState, env: Env, clock: () => number = () => Date.now(), limits = ROOM_LIMITS) {
    super(ctx, env);
    const { bidTimeoutMs, limitScale, relayAfter } = objectSettings(env);
    const storage = new RoomStorage(ctx, clock, limits);
    const metrics = new Metrics(env.METRICS, () => storage.auctionId);
    const guard = new BidGuard(storage, ctx.storage.kv, clock, limitScale);
    const queue = new RequestQueue(storage, guard, clock, bidTimeoutMs, (facts) => this.#onCommitted(facts));
    const options = { clock, limitScale, newMemberLimits: () => objectSettings(this.env).newMemberLimits };
    const bidderCommands = new BidderCommands({ storage, queue, guard, metrics }, env.LIMITS, options);
    const broadcaster = new Broadcaster(ctx, new LiveEvents(storage, clock), env.AUDIENCE_RELAY, relayAfter);
    const delivery = new Delivery(ctx, storage, new RoomSubscribers(env, storage), clock, metrics);
    this.#storage = storage;
    this.#bidderCommands = bidderCommands;
    this.#listingCommands = new ListingCommands(storage, queue, delivery);
    this.#personCommands = new PersonCommands({ storage, queue, guard, delivery }, clock);
    this.#reads = new RoomReads(storage, queue, broadcaster, clock);
    this.#broadcaster = broadcaster;
    const socketParts = { storage, queue, bidderCommands, reads: this.#reads, broadcaster };
    this.#sockets = new RoomSockets(socketParts, env.INBOX, clock, limitScale);
    this.#delivery = delivery;
    this.#lifecycle = new Lifecycle(storage, queue, delivery, clock);
    this.#audit = new RoomAudit(storage, delivery, broadcaster);
    this.#metrics = metrics;
    this.#clock = clock;
    if (storage.hasTables) ctx.waitUntil(ctx.blockConcurrencyWhile(() => this.#lifecycle.wake()));
  }

  /**
   * Opens the auction. With `isRetry`, refuses with `auction_not_found` if the auction was opened before and is gone.
   * The answer has the row for D1, which the caller writes if `callerWritesRow`.
   */
  async open(request: rpc.OpenRequest): Promise<rpc.AnswerTo<"open", rpc.OpenResult & { readonly row: AuctionRow }>> {
    return this.#listingCommands.open(request);
  }

  async placeBid(request: rpc.PlaceBidRequest): Promise<rpc.AnswerTo<"placeBid", rpc.PlaceBidResult>> {
    return this.#bidderCommands.placeBid(request);
  }

  async editBid(request: rpc.EditBidRequest): Promise<rpc.AnswerTo<"editBid", rpc.EditBidResult>> {
    return this.#bidderCommands.edit(request);
  }

  async withdrawBid(request: rpc.WithdrawBidRequest): Promise<rpc.AnswerTo<"withdrawBid", rpc.WithdrawBidResult>> {
    return this.#bidderCommands.withdraw(request);
  }

  /** The bidder asks the seller to release a bid. */
  async requestRelease(
    request: rpc.StandingBidRequest,
  ): Promise<rpc.AnswerTo<"requestRelease", rpc.RequestReleaseResult>> {
    return this.#bidderCommands.requestRelease(request);
  }

  /** The seller releases a bid whose bidder has asked for it. */
  async releaseBid(request: rpc.StandingBidRequest): Promise<AnswerOf<"releaseBid">> {
    return this.#listingCommands.submit({ ...request, type: "releaseBid" });
  }

  /** Releases the buyer, whose deal has ended without a sale. */
  async releaseBuyer(request: rpc.SellerRequest): Promise<AnswerOf<"releaseBuyer">> {
    return this.#listingCommands.submit({ ...request, type: "releaseBuyer" });
  }

  /** An admin removes one bid. Its bidder receives the reason. */
  async voidBid(bidId: string, reason: string): Promise<AnswerOf<"voidBid">> {
    return this.#listingCommands.submit({ type: "voidBid", bidId, by: "admin", reason, salt: sealingSalt() });
  }

  /** Voids a suspended person's standing bids in this auction. Never refuses. */
  async voidBidsOf(personId: string): Promise<void> {
    return this.#personCommands.voidBidsOf(personId);
  }

  /** Buys the item at its Buy It Now price, which ends the auction. */
  async buyNow(request: rpc.BuyNowRequest): Promise<rpc.AnswerTo<"buyNow", rpc.PlaceBidResult>> {
    return this.#delivery.whenDelivered(await this.#bidderCommands.buy(request));
  }

  async editListing(request: rpc.EditListingRequest): Promise<AnswerOf<"editListing">> {
    return this.#listingCommands.submit({ ...sealReserve(request), type: "editListing" });
  }

  async deleteListing(request: rpc.SellerRequest): Promise<AnswerOf<"deleteListing">> {
    return this.#listingCommands.submit({ ...request, type: "deleteListing" });
  }

  /**
   * Blocks a person for the seller and voids their standing bids, or unblocks them. A retry voids the bids that an
   * interrupted call left standing.
   */
  async setBlocked(request: rpc.BlockRequest): Promise<AnswerOf<"setBlocked">> {
    return this.#listingCommands.setBlocked(request);
  }

  /** The account behind a bidder, for the seller. */
  async bidderAccount(sellerId: string, bidderId: string): Promise<ReturnType<RoomReads["bidderAccount"]>> {
    return this.#reads.bidderAccount(sellerId, bidderId);
  }

  /** From now on, shows a person as an anonymous bidder or by name. Open pages show it after their next request. */
  async setAnonymous(personId: string, anonymous: boolean): Promise<void> {
    this.#storage.setAnonymous(personId, anonymous);
  }

  /**
   * From now on, shows a person under another name and photo, because moderation changed them. Does nothing for someone
   * who isn't in this auction.
   */
  async setNameAndPhoto(personId: string, nameAndPhoto: rpc.NameAndPhoto): Promise<void> {
    this.#storage.setNameAndPhoto(personId, nameAndPhoto);
  }

  /** The people behind the aliases, if this person can see them. */
  async aliases(requester: rpc.Requester): Promise<rpc.Found<rpc.Aliases>> {
    return this.#reads.aliases(requester);
  }

  /** The maximum of this person's leading bid, visible only to them. */
  async maximumOf(requester: rpc.Requester): Promise<rpc.Found<rpc.LeadingMaximum>> {
    return this.#reads.maximumOf(requester);
  }

  /** Hides the listing for a reason, or shows it again if the reason is null. For moderation. */
  async setHidden(reason: string | null): Promise<AnswerOf<"setHidden">> {
    return this.#listingCommands.submit({ type: "setHidden", reason, salt: crypto.randomUUID() });
  }

  /** Voids the auction for a reason that everyone in it receives. For moderation. */
  async voidAuction(reason: string): Promise<AnswerOf<"voidAuction">> {
    return this.#listingCommands.submit({ type: "voidAuction", reason });
  }

  /** The page of a listing that may be hidden, as JSON text, for people who may see it. */
  async pageFor(requester: rpc.Requester): Promise<rpc.Found<string>> {
    return this.#reads.pageFor(requester);
  }

  /** The page as JSON text, encoded once per change. */
  async page(): Promise<rpc.Found<rpc.DetailsText>> {
    return this.#reads.page();
  }

  /** The images of the listing, hidden or not. */
  async images(): Promise<rpc.Found<rpc.ListingImageKeys>> {
    return this.#reads.images();
  }

  /** The content of the listing, so that its seller can list it again. */
  async expiredListing(sellerId: string): Promise<rpc.AnswerTo<"expiredListing", rpc.ExpiredListing>> {
    return this.#reads.expiredListing(sellerId);
  }

  /** Standing bids, newest first, after an earlier page's cursor. Hidden listings are found only with a requester. */
  async bidsBefore(cursor: string | null, limit: number, requester?: rpc.Requester): Promise<rpc.Found<rpc.BidsPage>> {
    return this.#reads.bidsBefore(cursor, limit, requester);
  }

  /**
   * One page of the public facts after number `after` with their hashes, oldest first. It also works for an auction
   * canceled in the last 90 days. Refuses with `busy` when too many such reads are waiting.
   */
  async journal(after = 0, requester?: rpc.Requester): ReturnType<RoomReads["journal"]> {
    return this.#reads.journal(after, requester);
  }

  /** The newest fact, for a signed head, if the journal can be read. */
  async head(requester?: rpc.Requester): Promise<rpc.Found<rpc.JournalHead>> {
    return this.#reads.head(requester);
  }

  /** The content of the closing certificate. */
  async closing(
    requester?: rpc.Requester,
  ): Promise<rpc.Answered<rpc.AuctionClosing, "auction_not_found" | "auction_live">> {
    return this.#reads.closing(requester);
  }

  /**
   * Closes the auction if it's over, restores a lost alarm, and delivers pending facts. `catalogueSeq` is the last fact
   * in D1, and `catalogueBidCount` the number of bids there (up to `MAX_COUNTED_BIDS`). If D1 has lost any, they're
   * delivered again. Returns the number of the room's own last fact, or 0 without an auction.
   */
  async reconcile(catalogueSeq = Infinity, catalogueBidCount = Infinity): Promise<number> {
    return this.#lifecycle.reconcile(catalogueSeq, catalogueBidCount);
  }

  /**
   * For a person about to read their own bids in D1. Closes the auction if it's over, and delivers the bids that D1
   * lacks. False if D1 hasn't stored them in time.
   */
  async deliverOwnBids(personId: string): Promise<boolean> {
    return this.#personCommands.deliverOwnBids(personId);
  }

  /**
   * All bids that a person placed here, newest first, including withdrawn ones. Once D1 has archived
   * the auction's bids, the person's history and export get them from here. `from` is the previous page's `next`.
   */
  async bidsOf(personId: string, from?: number): Promise<rpc.PlacedBids> {
    return this.#personCommands.bidsOf(personId, from);
  }

  /** For the admin pages. Null without an auction. */
  async health(): Promise<rpc.RoomHealth | null> {
    return this.#audit.health();
  }

  /** For the sweep's audit. One page of whole facts after number `after`, oldest first. */
  async auditFacts(after: number): Promise<rpc.AuditedFact[]> {
    return this.#audit.facts(after);
  }

  /** For the sweep's audit. One page of bids whose last fact is after number `after`, including withdrawn ones. */
  async auditBids(after: number): Promise<rpc.AuditedBid[]> {
    return this.#audit.bids(after);
  }

  /** For the sweep's audit. The stored state, and whether memory matches it. Null without an auction. */
  async auditState(): Promise<rpc.AuditedState | null> {
    return this.#audit.state();
  }

  override async alarm(): Promise<void> {
    return this.#lifecycle.onAlarm();
  }

  /** Accepts a socket of the live protocol. The Worker has checked its origin and identified its session. */
  override async fetch(request: Request): Promise<Response> {
    return this.#sockets.accept(request);
  }

  /** A watcher connects to relay `number` of this room. Returns their first frame, or null without an auction. */
  async addRelayWatcher(number: number, after: string | null): Promise<rpc.FirstFrame | null> {
    return this.#sockets.addRelayWatcher(number, after);
  }

  /** The number of watchers at relay `number` has changed. */
  async reportRelayWatchers(number: number, watching: number): Promise<void> {
    this.#broadcaster.relays.recordCount(number, watching);
  }

  /**
   * Why a person can't delete their account while the auction is live. Either they lead it or have a bid that they
   * can't withdraw, or they sell it and it has bids. Suspends their sessions here until a time (epoch ms), because a
   * bid could make them lead after this answer.
   */
  async checkDeletion(personId: string, until: number): Promise<rpc.DeletionBlockers> {
    return this.#personCommands.checkDeletion(personId, until);
  }

  /** Removes the bids and the listing of a deleted account as far as the rules allow. Returns the images to delete. */
  async removePerson(personId: string): Promise<rpc.DeleteListingResult> {
    return this.#personCommands.remove(personId);
  }

  /** Ends the suspension of the person's sessions here, after the deletion of their account has been refused. */
  async liftSuspension(personId: string): Promise<void> {
    this.#personCommands.liftSuspension(personId);
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    return this.#sockets.receive(socket, message);
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    this.#sockets.close(socket);
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    this.#broadcaster.connections.remove(socket);
  }

  /**
   * Sends saved facts to the watchers, and delivers them to D1 and the inboxes. Their requests are already answered.
   */
  #onCommitted(facts: readonly SequencedFact[]): void {
    this.#broadcaster.broadcast(facts);
    this.#delivery.deliver(facts);
    // Read even if it isn't counted, because reading it closes the sockets of clients that are gone.
    const { watching } = this.#broadcaster;
    const now = this.#clock();
    if (now - this.#watchersCountedAt < WATCHER_COUNT_INTERVAL_MS) return;
    this.#watchersCountedAt = now;
    this.#metrics.add("watchers", "room", watching);
  }
}

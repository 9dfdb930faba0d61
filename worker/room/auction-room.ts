/**
 * One auction, one Durable Object: the only truth of that auction. The shell does not think: a command becomes a wish
 * that `Turns` decides and stores; what was recorded is then told to the audience, D1 and the inboxes.
 */
import { DurableObject } from "cloudflare:workers";

import { sendableCloseCode } from "../contract/live.ts";
import { migrate } from "../platform/migrate.ts";
import { bidding } from "../rate-limits/bidding.ts";
import { standingBids } from "../rules/auction.ts";
import * as moderating from "./commands/moderating.ts";
import { NOT_FOUND } from "./commands/refusals.ts";
import * as wishes from "./commands/wishes.ts";
import { BidSocket } from "./live/bid-socket.ts";
import { FramePace } from "./live/incoming.ts";
import { assemble, type Parts } from "./parts.ts";
import * as rpc from "./rpc.ts";
import { SCHEMA_STEPS } from "./storage/schema.ts";

export class AuctionRoom extends DurableObject<Env> {
  readonly #parts: Parts;
  readonly #bidSocket: BidSocket;

  /** `clock` gives epoch milliseconds; it is another one only where history is written after the fact. */
  constructor(ctx: DurableObjectState, env: Env, clock: () => number = () => Date.now()) {
    super(ctx, env);
    this.#parts = assemble(ctx, env, clock);
    const { audience, auctionId, life, opened, relays, socketSessions } = this.#parts;
    const pace = new FramePace(Number(env.LIMIT_SCALE));
    const placeBid = (request: rpc.PlaceBidRequest) => this.placeBid(request);
    const biddingWaitMs = (personId: string) => bidding.waitMs(personId, clock(), Number(this.env.LIMIT_SCALE));
    const mayBid = (socket: WebSocket, viewer: rpc.Viewer) => socketSessions.mayBid(socket, viewer);
    const { crowd } = audience;
    this.#bidSocket = new BidSocket({ crowd, pace, clock, biddingWaitMs, mayBid, auctionId, placeBid });
    if (opened) ctx.waitUntil(ctx.blockConcurrencyWhile(() => life.wake()));
    relays.wake();
  }

  /**
   * Opens the auction. Refusals: auction_exists, starting_price_too_low, end_too_soon, end_too_late, key_reused, and
   * auction_not_found for what was opened before and is gone.
   */
  async open(request: rpc.OpenRequest): Promise<rpc.Answered<rpc.Opened>> {
    if (request.again && !this.#parts.turns.shown) return NOT_FOUND;
    if (!this.#parts.turns.here) migrate(this.ctx.storage, SCHEMA_STEPS);
    return this.#listed(await this.#parts.turns.submit(wishes.open(request)));
  }

  /**
   * Refusals: auction_not_found, not_signed_in, too_many_requests, auction_ended, own_auction, bid_too_low,
   * bid_too_high, key_reused.
   */
  async placeBid(request: rpc.PlaceBidRequest): Promise<rpc.Answered<rpc.BidPlaced>> {
    const refused = await this.#parts.admission.refuseBid(request);
    return refused ?? this.#parts.turns.submit(wishes.placeBid(request, this.#parts.auctionId()));
  }

  /** Refusals: those of a bid, and bid_not_found, not_your_bid. */
  async editBid(request: rpc.EditBidRequest): Promise<rpc.Answered<rpc.BidEdited>> {
    return (await this.#parts.admission.refuseBid(request)) ?? this.#parts.turns.submit(wishes.editBid(request));
  }

  /**
   * Refusals: auction_not_found, not_signed_in, auction_ended, bid_not_found, not_your_bid, withdrawal_too_late,
   * key_reused.
   */
  async withdrawBid(request: rpc.WithdrawBidRequest): Promise<rpc.Answered<rpc.BidWithdrawn>> {
    return (await this.#parts.admission.refuse(request)) ?? this.#parts.turns.submit(wishes.withdrawBid(request));
  }

  /** Refusals: not_your_auction, auction_ended, terms_frozen, starting_price_too_low, end_too_soon, end_too_late. */
  async editListing(request: rpc.EditListingRequest): Promise<rpc.Answered<rpc.ListingEdited>> {
    return this.#parts.turns.shown
      ? this.#listed(await this.#parts.turns.submit(wishes.editListing(request)))
      : NOT_FOUND;
  }

  /** Refusals: not_your_auction, auction_sold, cancel_too_late. */
  async deleteListing(request: rpc.DeleteListingRequest): Promise<rpc.Answered<rpc.ListingDeleted>> {
    return this.#parts.turns.shown
      ? this.#listed(await this.#parts.turns.submit(wishes.deleteListing(request)))
      : NOT_FOUND;
  }

  /** The seller takes no more bids of a person, or takes them again. Refusals: auction_not_found, not_your_auction. */
  async setBlocked(request: rpc.BlockRequest): Promise<rpc.Answered<rpc.Moderated>> {
    const { turns } = this.#parts;
    return turns.shown ? turns.submit(moderating.setBlocked(request)) : NOT_FOUND;
  }

  /** Who a bidder is, for the seller. Refusals: auction_not_found, not_your_auction, bidder_unknown. */
  async bidderBehind(sellerId: string, bidderId: string): Promise<rpc.Answered<rpc.Behind>> {
    const here = this.#parts.turns.shown;
    return here ? moderating.bidderBehind(here, sellerId, bidderId) : NOT_FOUND;
  }

  /** From now on a person is shown under a number, or by name; pages that are open learn it when they ask again. */
  async setAnonymous(personId: string, anonymous: boolean): Promise<void> {
    this.#parts.setAnonymous(personId, anonymous);
  }

  /** Who is behind the numbers, as far as this person may know. Refusal: auction_not_found. */
  async aliases(onlooker: rpc.Onlooker): Promise<rpc.Answered<rpc.Aliases>> {
    const here = this.#parts.turns.shown;
    if (!here || !moderating.sees(here.auction, onlooker)) return NOT_FOUND;
    return { ok: true, value: moderating.aliasesFor(here, onlooker.userId) };
  }

  /** The house hides the listing for a reason, or (null) shows it again. Refusal: auction_not_found. */
  async setHidden(reason: string | null): Promise<rpc.Answered<rpc.Moderated>> {
    const { turns } = this.#parts;
    const seller = turns.shown?.people.get(turns.shown.auction.sellerId);
    return seller ? this.#listed(await turns.submit(moderating.setHidden(reason, seller))) : NOT_FOUND;
  }

  /** The page of a listing that may be hidden, as JSON text, for who may see it. Refusal: auction_not_found. */
  async pageFor(onlooker: rpc.Onlooker): Promise<rpc.Answered<string>> {
    return this.#parts.reading.pageFor(onlooker);
  }

  /** The auction's own page. Refusal: auction_not_found. */
  async details(): Promise<rpc.Answered<rpc.Details>> {
    return this.#parts.reading.details();
  }

  /** The pictures of the listing, hidden or not. Refusal: auction_not_found. */
  async pictures(): Promise<rpc.Answered<rpc.Pictures>> {
    const here = this.#parts.turns.shown;
    return here ? { ok: true, value: { imageKeys: here.auction.terms.imageKeys } } : NOT_FOUND;
  }

  /** The page as JSON text, made once for each change. Refusal: auction_not_found. */
  async page(): Promise<rpc.Answered<string>> {
    return this.#parts.reading.page();
  }

  /** Standing bids, newest first, from a cursor of an earlier page on. Refusal: auction_not_found. */
  async bidsBefore(cursor: string | null, limit: number): Promise<rpc.Answered<rpc.BidsPage>> {
    return this.#parts.reading.bidsBefore(cursor, limit);
  }

  /** The public facts after number `after` with their hashes, oldest first, a page of them. Refusal: auction_not_found. */
  async journal(after = 0): Promise<rpc.Answered<rpc.JournalRead>> {
    return this.#parts.reading.journal(after);
  }

  /** What the closing certificate states. Refusals: auction_not_found, auction_live. */
  async closing(): Promise<rpc.Answered<rpc.Closing>> {
    return this.#parts.reading.closing();
  }

  /**
   * Looks at the clock: closes what is over, sets a lost alarm again, delivers what is owed. `listedSeq` is the last
   * fact that D1 shows: should it have lost some, it gets them again. Answers with the room's own last fact, or 0 when
   * there is no auction here.
   */
  async look(listedSeq = Infinity): Promise<number> {
    return this.#parts.life.look(listedSeq);
  }

  override async alarm(): Promise<void> {
    return this.#parts.life.ring();
  }

  /** A socket of the live protocol; the Worker has checked its origin and says who is behind it. */
  override async fetch(request: Request): Promise<Response> {
    return this.#parts.door.enter(request);
  }

  /** Relay `number` of this room takes someone in: what they are told first, or null when there is no auction. */
  async joinRelay(number: number, after: string | null): Promise<rpc.FirstFrame | null> {
    return this.#parts.door.enterRelay(number, after);
  }

  /** So many watch at relay `number` now. */
  async relayWatches(number: number, watching: number): Promise<void> {
    this.#parts.relays.counted(number, watching);
  }

  /** What keeps a person from deleting their account: leading here, or selling with bids, while it is live. */
  async tiesOf(userId: string): Promise<rpc.Ties> {
    return this.#parts.reading.tiesOf(userId);
  }

  /**
   * Someone deletes their account: their listing without bids goes, their bids go where the law still lets them, and
   * what others rely on stays under "Deleted user". Doing it again changes nothing. Answers with pictures to delete.
   */
  async depart(userId: string): Promise<rpc.ListingDeleted> {
    const actor = rpc.deletedPerson(userId);
    const here = this.#parts.turns.shown;
    if (!here) return { imageKeys: [] };
    const { auction } = here;
    const ownId = here.people.bidderIdOf(actor);
    for (const bid of standingBids(auction).filter(({ bidderId }) => bidderId === ownId)) {
      await this.withdrawBid({ actor, bidId: bid.id });
    }
    // A bid that came in while they were leaving is one on nobody's item: the law cancels it then, or lets it stand.
    const deleted = auction.sellerId === userId ? await this.deleteListing({ actor }) : null;
    this.#parts.turns.rename(actor);
    this.#parts.reading.forgetNames();
    return deleted?.ok ? deleted.value : { imageKeys: [] };
  }

  /** Someone may be about to leave: this session acts no more until a time (epoch ms); 0 lets it go on. */
  async holdBack(sessionId: string, until: number): Promise<void> {
    this.#parts.sessions.holdBack(sessionId, until);
  }

  /** A session has ended: it bids no more, and its sockets go on watching. */
  async endSession(sessionId: string): Promise<void> {
    this.#parts.sessions.end(sessionId);
    this.#parts.audience.crowd.demote(sessionId);
    await this.#parts.relays.endSession(sessionId);
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    await this.#bidSocket.hear(socket, message);
  }

  override async webSocketClose(socket: WebSocket, code: number, reason: string): Promise<void> {
    this.#parts.audience.crowd.leave(socket);
    // Close back: without it the client stays in CLOSING.
    socket.close(sendableCloseCode(code), reason);
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    this.#parts.audience.crowd.leave(socket);
  }

  /** A seller finds the change in every list when the answer comes; an outage of D1 only delays that. */
  async #listed<Value>(outcome: rpc.Answered<Value>): Promise<rpc.Answered<Value>> {
    if (outcome.ok) await this.#parts.delivery.run();
    return outcome;
  }
}

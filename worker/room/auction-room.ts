/**
 * One auction, one Durable Object: the only truth of that auction. The shell does not think: a command becomes a wish
 * that `Turns` decides and stores; what was recorded is then told to the audience, D1 and the inboxes.
 */
import { DurableObject } from "cloudflare:workers";

import { migrate } from "../catalogue/object-schema.ts";
import { projectAuction } from "../catalogue/projection.ts";
import { ERRORS } from "../contract/errors.ts";
import { MAX_CATCH_UP, NETWORK_HEADER, sendableCloseCode, VIEWER_HEADER } from "../contract/live.ts";
import { leaderOf, type Recorded, standingBids } from "../rules/auction.ts";
import { isLive, nextWake } from "../rules/closing.ts";
import { Alarm } from "./alarm.ts";
import { Audience, catchUpFrame, type Now } from "./audience.ts";
import { BidPace } from "./bid-pace.ts";
import { BidSocket } from "./bid-socket.ts";
import { Delivery } from "./delivery.ts";
import { FIRST_RETRY_MS } from "./feed.ts";
import { Journal } from "./journal.ts";
import { LiveSessions } from "./live-sessions.ts";
import * as moderating from "./moderating.ts";
import { ReadyPage } from "./ready-page.ts";
import * as rpc from "./rpc.ts";
import { SCHEMA_STEPS } from "./schema.ts";
import { FramePace } from "./socket-frames.ts";
import type { Here } from "./turn-page.ts";
import { OWED_CHECK_MS, Turns } from "./turns.ts";
import { toBid, toDetails, toEvent, toStanding } from "./wire.ts";
import * as wishes from "./wishes.ts";

const NOT_FOUND: rpc.Refused = {
  ok: false,
  failure: { code: "auction_not_found", message: ERRORS.auction_not_found.message },
};

const NOT_SIGNED_IN: rpc.Refused = {
  ok: false,
  failure: { code: "not_signed_in", message: ERRORS.not_signed_in.message },
};

export class AuctionRoom extends DurableObject<Env> {
  readonly #clock: () => number;
  readonly #journal: Journal;
  readonly #alarm: Alarm;
  readonly #turns: Turns;
  readonly #audience: Audience;
  readonly #delivery: Delivery;
  readonly #bidSocket: BidSocket;
  readonly #sessions: LiveSessions;
  readonly #bidPace: BidPace;
  readonly #readyPage = new ReadyPage();
  /** An auction that is gone and emptied, for watchers who are still to be told. */
  #emptied: Here | null = null;

  /** `clock` gives epoch milliseconds; it is another one only where history is written after the fact. */
  constructor(ctx: DurableObjectState, env: Env, clock: () => number = () => Date.now()) {
    super(ctx, env);
    this.#clock = clock;
    this.#journal = new Journal(ctx.storage.sql);
    this.#alarm = new Alarm(ctx, clock);
    // A room that was never opened stays without a table: looking at an unknown id stores nothing.
    const opened = ctx.storage.kv.get("schema") !== undefined;
    if (opened) migrate(ctx.storage, SCHEMA_STEPS);
    this.#turns = new Turns({
      storage: ctx.storage,
      journal: this.#journal,
      alarm: this.#alarm,
      clock,
      currency: env.CURRENCY,
      committed: (recorded) => this.#committed(recorded),
    });
    if (opened) this.#turns.load();
    this.#audience = new Audience(ctx, () => this.#now());
    this.#delivery = new Delivery(
      {
        catalogue: (auction, bids) => projectAuction(env.DB, auction, bids),
        inbox: (userId, notices) => env.INBOX.getByName(userId).deliver(notices),
        failed: (reader, error) => {
          console.warn(
            JSON.stringify({ event: "delivery_failed", reader, auction: this.#id(), reason: reasonOf(error) }),
          );
        },
      },
      () => {
        const here = this.#turns.here;
        return here && { journal: this.#journal, auction: here.auction };
      },
    );
    this.#sessions = new LiveSessions((userId, sessionId, expiresAt) =>
      env.INBOX.getByName(userId).holdSession(sessionId, this.#id(), expiresAt),
    );
    this.#bidPace = new BidPace(Number(env.LIMIT_SCALE));
    this.#bidSocket = new BidSocket({
      audience: this.#audience,
      pace: new FramePace(Number(env.LIMIT_SCALE)),
      clock,
      auctionId: () => this.#id(),
      placeBid: (request) => this.placeBid(request),
    });
    if (opened) ctx.waitUntil(ctx.blockConcurrencyWhile(() => this.#wake()));
  }

  /**
   * Opens the auction. Refusals: auction_exists, starting_price_too_low, end_too_soon, end_too_late, key_reused, and
   * auction_not_found for what was opened before and is gone.
   */
  async open(request: rpc.OpenRequest): Promise<rpc.Answered<rpc.Opened>> {
    if (request.again && !this.#here()) return NOT_FOUND;
    if (!this.#turns.here) migrate(this.ctx.storage, SCHEMA_STEPS);
    return this.#listed(await this.#turns.submit(wishes.open(request)));
  }

  /**
   * Refusals: auction_not_found, not_signed_in, too_many_requests, auction_ended, own_auction, bid_too_low,
   * bid_too_high, key_reused.
   */
  async placeBid(request: rpc.PlaceBidRequest): Promise<rpc.Answered<rpc.BidPlaced>> {
    const refused = (await this.#stranger(request)) ?? this.#tooOften(request.actor);
    return refused ?? this.#turns.submit(wishes.placeBid(request, this.#id()));
  }

  /** Refusals: those of a bid, and bid_not_found, not_your_bid. */
  async editBid(request: rpc.EditBidRequest): Promise<rpc.Answered<rpc.BidEdited>> {
    const refused = (await this.#stranger(request)) ?? this.#tooOften(request.actor);
    return refused ?? this.#turns.submit(wishes.editBid(request));
  }

  /**
   * Refusals: auction_not_found, not_signed_in, auction_ended, bid_not_found, not_your_bid, withdrawal_too_late,
   * key_reused.
   */
  async withdrawBid(request: rpc.WithdrawBidRequest): Promise<rpc.Answered<rpc.BidWithdrawn>> {
    return (await this.#stranger(request)) ?? this.#turns.submit(wishes.withdrawBid(request));
  }

  /** Refusals: not_your_auction, auction_ended, terms_frozen, starting_price_too_low, end_too_soon, end_too_late. */
  async editListing(request: rpc.EditListingRequest): Promise<rpc.Answered<rpc.ListingEdited>> {
    return this.#here() ? this.#listed(await this.#turns.submit(wishes.editListing(request))) : NOT_FOUND;
  }

  /** Refusals: not_your_auction, auction_sold, cancel_too_late. */
  async deleteListing(request: rpc.DeleteListingRequest): Promise<rpc.Answered<rpc.ListingDeleted>> {
    return this.#here() ? this.#listed(await this.#turns.submit(wishes.deleteListing(request))) : NOT_FOUND;
  }

  /** The seller takes no more bids of a person, or takes them again. Refusals: auction_not_found, not_your_auction. */
  async setBlocked(request: rpc.BlockRequest): Promise<rpc.Answered<rpc.Moderated>> {
    return this.#here() ? this.#turns.submit(moderating.setBlocked(request)) : NOT_FOUND;
  }

  /** Who a bidder is, for the seller. Refusals: auction_not_found, not_your_auction, bidder_unknown. */
  async bidderBehind(sellerId: string, bidderId: string): Promise<rpc.Answered<rpc.Behind>> {
    const here = this.#here();
    return here ? moderating.bidderBehind(here, sellerId, bidderId) : NOT_FOUND;
  }

  /** The house hides the listing for a reason, or (null) shows it again. Refusal: auction_not_found. */
  async setHidden(reason: string | null): Promise<rpc.Answered<rpc.Moderated>> {
    const here = this.#here();
    const seller = here?.people.get(here.auction.sellerId);
    return seller ? this.#listed(await this.#turns.submit(moderating.setHidden(reason, seller))) : NOT_FOUND;
  }

  /** The page of a listing that may be hidden, as JSON text, for who may see it. Refusal: auction_not_found. */
  async pageFor(onlooker: rpc.Onlooker): Promise<rpc.Answered<string>> {
    this.#turns.settle();
    const here = this.#here();
    if (!here || !moderating.sees(here.auction, onlooker)) return NOT_FOUND;
    const details = moderating.toHiddenDetails(here, this.#audience.watching, this.#clock());
    return { ok: true, value: JSON.stringify(details) };
  }

  /** The auction's own page. Refusal: auction_not_found. */
  async details(): Promise<rpc.Answered<rpc.Details>> {
    this.#turns.settle();
    const here = this.#shown();
    if (!here) return NOT_FOUND;
    return { ok: true, value: { details: toDetails(here, this.#audience.watching, this.#clock()) } };
  }

  /** The same as JSON text, made once for each change. Refusal: auction_not_found. */
  async page(): Promise<rpc.Answered<string>> {
    this.#turns.settle();
    const here = this.#shown();
    if (!here) return NOT_FOUND;
    return { ok: true, value: this.#readyPage.details(here, this.#audience.watching, this.#clock()) };
  }

  /** Standing bids, newest first, from a cursor of an earlier page on. Refusal: auction_not_found. */
  async bidsBefore(cursor: string | null, limit: number): Promise<rpc.Answered<rpc.BidsPage>> {
    const here = this.#shown();
    if (!here) return NOT_FOUND;
    const before = cursor === null ? here.auction.seq + 1 : Number(cursor);
    const rows = this.#journal.standingBefore(Number.isSafeInteger(before) ? before : 0, limit);
    const last = rows.at(-1);
    const nextCursor = last && rows.length === limit ? String(last.seq) : null;
    return { ok: true, value: { bids: rows.map((bid) => toBid(bid, here.people)), nextCursor } };
  }

  /** The public facts with their hashes, oldest first. Refusal: auction_not_found. */
  async journal(): Promise<rpc.Answered<rpc.JournalRead>> {
    this.#turns.settle();
    return this.#shown() ? { ok: true, value: { records: this.#journal.publicRecords() } } : NOT_FOUND;
  }

  /** What the closing certificate states. Refusals: auction_not_found, auction_live. */
  async closing(): Promise<rpc.Answered<rpc.Closing>> {
    this.#turns.settle();
    const here = this.#shown();
    if (!here) return NOT_FOUND;
    const record = this.#journal.closing();
    if (record?.fact.type !== "closed") {
      return { ok: false, failure: { code: "auction_live", message: ERRORS.auction_live.message } };
    }
    const { outcome, lastHash } = record.fact;
    return {
      ok: true,
      value: { auctionId: here.auction.id, currency: here.auction.currency, outcome, lastHash, closedAt: record.at },
    };
  }

  /**
   * Looks at the clock: closes what is over, sets a lost alarm again, delivers what is owed. `listedSeq` is the last
   * fact that D1 shows: should it have lost some, it gets them again. Answers with the room's own last fact, or 0 when
   * there is no auction here.
   */
  async look(listedSeq = Infinity): Promise<number> {
    await this.#wake();
    if (this.#turns.here && listedSeq < Infinity) this.#journal.returnCursor("catalogue", listedSeq);
    await this.#deliver();
    return this.#turns.here?.auction.seq ?? 0;
  }

  override async alarm(): Promise<void> {
    this.#alarm.forget();
    // A ring that was under way when the storage was emptied.
    if (!this.#turns.here) return;
    try {
      this.#turns.settle();
      this.#turns.dropOldAnswers();
      this.#ringNext(OWED_CHECK_MS);
      // Not awaited: while one ring is answered the platform holds back the next, and that may be the end.
      this.ctx.waitUntil(this.#deliver());
    } catch (error) {
      // An alarm that keeps failing is dropped by the platform: never let it fail, ring again instead.
      console.error(JSON.stringify({ event: "alarm_failed", auction: this.#id(), reason: reasonOf(error) }));
      this.#alarm.ringBy(this.#clock() + FIRST_RETRY_MS);
    }
  }

  /** A socket of the live protocol; the Worker has checked its origin and says who is behind it. */
  override async fetch(request: Request): Promise<Response> {
    this.#turns.settle();
    const viewer = this.#shown() && (await this.#viewerOf(request));
    const here = this.#shown();
    if (!here) return new Response(null, { status: 404 });
    const network = request.headers.get(NETWORK_HEADER) ?? "unknown";
    const full = this.#audience.full(network, Number(this.env.LIMIT_SCALE));
    if (full) return new Response(null, { status: full === "room" ? 503 : 429 });
    const { 0: client, 1: server } = new WebSocketPair();
    const after = new URL(request.url).searchParams.get("after");
    this.#audience.join(server, { viewer, network }, this.#firstFrame(here, after), here.auction.seq);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** What keeps a person from deleting their account: leading here, or selling with bids, while it is live. */
  async tiesOf(userId: string): Promise<rpc.Ties> {
    this.#turns.settle();
    const auction = this.#here()?.auction;
    if (!auction || !isLive(auction, this.#clock())) return { leads: false, sellsWithBids: false };
    return {
      leads: leaderOf(auction)?.bidderId === userId,
      sellsWithBids: auction.sellerId === userId && auction.bidCount > 0,
    };
  }

  /**
   * Someone deletes their account: their listing without bids goes, their bids go where the law still lets them, and
   * what others rely on stays under "Deleted user". Doing it again changes nothing. Answers with pictures to delete.
   */
  async depart(userId: string): Promise<rpc.ListingDeleted> {
    const actor = rpc.deletedPerson(userId);
    const auction = this.#here()?.auction;
    if (!auction) return { imageKeys: [] };
    for (const bid of standingBids(auction).filter(({ bidderId }) => bidderId === userId)) {
      await this.withdrawBid({ actor, bidId: bid.id });
    }
    const deleted = auction.sellerId === userId && auction.bidCount === 0 ? await this.deleteListing({ actor }) : null;
    this.#turns.rename(actor);
    this.#readyPage.forget();
    return deleted?.ok ? deleted.value : { imageKeys: [] };
  }

  /** A session has ended: it bids no more, and its sockets go on watching. */
  async endSession(sessionId: string): Promise<void> {
    this.#sessions.end(sessionId);
    this.#audience.demote(sessionId);
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    await this.#bidSocket.hear(socket, message);
  }

  override async webSocketClose(socket: WebSocket, code: number, reason: string): Promise<void> {
    this.#audience.leave(socket);
    // Close back: without it the client stays in CLOSING.
    socket.close(sendableCloseCode(code), reason);
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    this.#audience.leave(socket);
  }

  /**
   * Who opens a socket. The person's inbox knows then which room holds it, so that a log-out finds it; a session that
   * has ended meanwhile may only watch.
   */
  async #viewerOf(request: Request): Promise<rpc.Viewer | null> {
    const header = request.headers.get(VIEWER_HEADER);
    if (header === null) return null;
    const viewer: rpc.Viewer = JSON.parse(decodeURIComponent(header));
    return (await this.#sessions.lives(viewer, this.#clock())) ? viewer : null;
  }

  /** Refuses a command when there is no auction, or when the session behind it has ended. */
  async #stranger({ actor, session }: rpc.BySession & { actor: rpc.Actor }): Promise<rpc.Refused | null> {
    if (!this.#here()) return NOT_FOUND;
    return !session || (await this.#sessions.lives({ actor, ...session }, this.#clock())) ? null : NOT_SIGNED_IN;
  }

  #tooOften(actor: rpc.Actor): rpc.Refused | null {
    const waitMs = this.#bidPace.waitMs(actor.id, this.#clock());
    if (waitMs === 0) return null;
    const { message } = ERRORS.too_many_requests;
    return { ok: false, failure: { code: "too_many_requests", message, retryAfter: Math.ceil(waitMs / 1_000) } };
  }

  /** What is here for everyone: a removed or cancelled auction is gone, though its last facts may still be owed. */
  #here(): Here | null {
    const here = this.#turns.here;
    return here && here.auction.phase !== "removed" && here.auction.phase !== "cancelled" ? here : null;
  }

  /** What everyone may look at: not what the house has hidden. */
  #shown(): Here | null {
    const here = this.#here();
    return here?.auction.hidden ? null : here;
  }

  #id(): string {
    return this.#turns.here?.auction.id ?? "";
  }

  #now(): Now {
    const here = this.#turns.here ?? this.#emptied;
    if (!here) throw new Error("an audience without an auction");
    const serverTime = this.#clock();
    return { auction: toStanding(here.auction, serverTime), serverTime };
  }

  #firstFrame(here: Here, after: string | null): string {
    const { seq } = here.auction;
    const seen = after === null || !/^\d{1,15}$/.test(after) ? null : Number(after);
    if (seen === null || seen > seq || seq - seen > MAX_CATCH_UP) {
      return this.#readyPage.snapshot(here, this.#audience.watching + 1, this.#clock());
    }
    const events = this.#journal.since(seen, MAX_CATCH_UP).map((record) => this.#event(record, here));
    return JSON.stringify(catchUpFrame(seen, events, this.#now()));
  }

  #event(record: Recorded, here: Here) {
    return toEvent(record, here, (bidId) => this.#journal.bid(bidId)?.placedAt ?? record.at);
  }

  #committed(recorded: readonly Recorded[]): void {
    const here = this.#turns.here;
    if (here) this.#audience.tell(() => recorded.map((record) => this.#event(record, here)));
    for (const feed of this.#delivery.soon()) this.ctx.waitUntil(feed.then(() => this.#rest()));
  }

  /** A seller finds the change in every list when the answer comes; an outage of D1 only delays that. */
  async #listed<Value>(outcome: rpc.Answered<Value>): Promise<rpc.Answered<Value>> {
    if (outcome.ok) await this.#delivery.run();
    return outcome;
  }

  /** After a sleep, a deploy or a crash: what the clock has decided meanwhile, and the alarm if it was lost. */
  async #wake(): Promise<void> {
    await this.#alarm.recall();
    this.#turns.settle();
    this.#ringNext(this.#delivery.retryMs() ?? FIRST_RETRY_MS);
  }

  /** Rings at the end; within `soonMs` when something is owed or the room is still to be emptied. */
  #ringNext(soonMs: number): void {
    const here = this.#turns.here;
    if (!here) return;
    const soon = this.#delivery.isOwed() || !this.#here() ? this.#clock() + soonMs : Infinity;
    const due = Math.min(nextWake(here.auction) ?? Infinity, soon);
    if (due < Infinity) this.#alarm.ringBy(due);
  }

  async #deliver(): Promise<void> {
    await this.#delivery.run();
    await this.#rest();
  }

  /** After a delivery: when to look again, or nothing at all when the auction is gone and everyone knows. */
  async #rest(): Promise<void> {
    const here = this.#turns.here;
    if (!here) return;
    if (this.#here() || this.#delivery.isOwed()) {
      return this.#ringNext(this.#delivery.retryMs() ?? OWED_CHECK_MS);
    }
    // The last fact of a removed auction is delivered: nothing of it needs to stay.
    this.#emptied = here;
    this.#turns.vanish();
    await this.ctx.storage.deleteAll();
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : "unknown";
}

/**
 * A second, simple implementation of the auction rules. It uses plain arrays and numbers, and no code from
 * `worker/rules`. Tests compare the engine, the room, simulated rooms and killed rooms with it.
 * `docs/changing-things.md` says what else a new command or fact needs. Money is in minor units, and times are epoch
 * ms.
 */
import { isDeepStrictEqual } from "node:util";

import type { JournalRecord } from "../../../worker/contract/journal.ts";

type JournalFact = JournalRecord["fact"];
export type OpenedFact = Extract<JournalFact, { type: "opened" }>;
type ModelListingChange = Extract<JournalFact, { type: "listingEdited" }>["change"];
/** A change that a seller requests. A null start means right away. */
export type ModelRequestedChange = Omit<ModelListingChange, "startsAt"> & { readonly startsAt?: number | null };
/** The reserve that a seller requests. It isn't one of the terms. Null removes it, and undefined keeps it. */
export type RequestedReserve = number | null | undefined;
/** The public facts as the journal records them, except that the closing has no hash. */
export type ModelFact =
  | Exclude<JournalFact, { type: "closed" }>
  | Omit<Extract<JournalFact, { type: "closed" }>, "lastHash">;
export type ModelBid = {
  readonly id: string;
  readonly bidder: string;
  readonly amount: number;
  readonly edited: boolean;
  readonly placedAt: number;
  /** Whether the rules changed the amount for the bidder after the bid was placed. */
  readonly auto: boolean;
  /** The lowest and highest amounts that the bid can have. For an exact bid, both are its amount. */
  readonly floor: number;
  readonly max: number;
  /** Whether the bidder set a maximum. */
  readonly hasMaximum: boolean;
  /**
   * The number of the fact with the bid's current offer. Of two equal maximums, the one with the lower number leads.
   */
  readonly offerSeq: number;
  /** The number of the fact that sealed the maximum. Null if everyone knows the maximum. */
  readonly sealedSeq: number | null;
  /** Whether the bidder has asked the seller to release the bid. */
  readonly releaseRequested: boolean;
};
/** A bidder's offer: an exact amount, a maximum, or both. */
export type ModelOffer = {
  readonly amountMinor?: number;
  readonly maxMinor?: number;
  /** Whether the bidder was asked about an unusual amount, and confirmed it. */
  readonly confirmed?: boolean;
  /** The most a new member can commit to. */
  readonly limitMinor?: number;
};
export type ModelRefusal = {
  readonly ok: false;
  readonly code: string;
  readonly details?: Readonly<Record<string, number | string[]>>;
};
export type ModelResult = { readonly ok: true; readonly facts: readonly ModelFact[] } | ModelRefusal;
/**
 * Facts about seller blocks and moderation. They don't identify the people a seller has blocked, so they don't show
 * whose bids a seller can void.
 */
export type ModerationFact = Extract<
  ModelFact,
  { type: "bidderBlocked" | "bidderUnblocked" | "hidden" | "shown" | "voided" | "bidVoided" }
>;
/** The public state after a fact. */
export type ModelState = ReturnType<ModelAuction["state"]>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** One billion major units. */
export const MAX_AMOUNT = 100_000_000_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
const MAX_EDITS = 200;

function incrementAt(increments: "flat" | "tiered", price: number): number {
  if (increments === "flat") return 100;
  if (price < 100) return 5;
  if (price < 500) return 25;
  if (price < 2_500) return 50;
  if (price < 10_000) return 100;
  if (price < 25_000) return 250;
  if (price < 50_000) return 500;
  if (price < 100_000) return 1_000;
  if (price < 250_000) return 2_500;
  if (price < 500_000) return 5_000;
  return 10_000;
}

export class ModelAuction {
  phase: "open" | "closed" | "voided" | "cancelled" | "removed" = "open";
  /** Whether moderation hides the auction. Until it's shown again, it accepts no bids, but its clock keeps running. */
  hidden = false;
  /** Whether the auction closed while it was hidden, and hasn't been shown since. */
  secretlyClosed = false;
  voidedReason: string | null = null;
  /** The standing bids, in the order of each bid's latest fact. The last one leads. */
  bids: ModelBid[] = [];
  extensions = 0;
  edits = 0;
  scheduledEnd: number;
  end: number;
  seq = 1;
  at: number;
  winner: string | null = null;
  closedAt: number | null = null;
  announcedAt: number | null = null;
  /** Whether the seller has voided a bid by blocking its bidder. */
  sellerVoided = false;
  /** The most standing bids per bidder. A deployment allows 2,000, and more if its rate limits are lifted. */
  maxStandingBids = Infinity;
  readonly id: string;
  readonly seller: string;
  readonly openedAt: number;
  readonly minStartingPrice: number;
  /** The shortest time from an upcoming start to the end. */
  readonly minDurationMs: number;
  terms: OpenedFact["terms"];
  /** The reserve, the number of the fact that sealed it, and whether it has been opened to everyone. */
  reserve: { readonly amount: number; readonly sealedSeq: number; readonly isOpened: boolean } | null = null;
  bought = false;
  /** How many bids each bidder has withdrawn, including released ones. */
  readonly withdrawals = new Map<string, number>();
  /** Whether the seller has released a buyer who didn't pay. */
  buyerReleased = false;
  /** People whose bids the seller refuses. Empty in a replay of a journal, because journals don't identify them. */
  readonly blocked = new Set<string>();
  /** Bids that have met someone's hidden maximum or the hidden reserve (see `#markRevealing`). */
  readonly #revealing = new Set<string>();

  constructor({ auctionId, sellerId, terms }: OpenedFact, now: number, minStartingPrice = 0, minDurationMs = 0) {
    this.id = auctionId;
    this.seller = sellerId;
    this.terms = terms;
    this.scheduledEnd = terms.endsAt;
    this.end = terms.endsAt;
    this.minStartingPrice = minStartingPrice;
    this.minDurationMs = minDurationMs;
    this.openedAt = now;
    this.at = now;
  }

  get leader(): ModelBid | undefined {
    return this.bids.at(-1);
  }

  get price(): number {
    return this.leader?.amount ?? this.terms.startingPriceMinor;
  }

  get minNext(): number {
    return this.leader ? this.leader.amount + incrementAt(this.terms.increments, this.leader.amount) : this.price;
  }

  get start(): number {
    return this.terms.startsAt ?? this.openedAt;
  }

  get windowMs(): number {
    return Math.min(this.terms.softCloseMs, Math.floor((this.scheduledEnd - this.start) / 10));
  }

  get latestEnd(): number {
    return this.scheduledEnd + 10 * this.windowMs;
  }

  /** How much time must be left before the end for a bid to be undone. */
  get undoCutoffMs(): number {
    return this.windowMs > 0 ? this.windowMs : this.terms.freezeMs;
  }

  /** How much time must be left after the leading bid is withdrawn. */
  get timeAfterWithdrawalMs(): number {
    return this.terms.windowsAfterWithdrawal * this.windowMs;
  }

  /** Whether the bids have met the reserve. Null without a reserve. */
  get reserveMet(): boolean | null {
    return this.reserve && this.bids.length > 0 && this.price >= this.reserve.amount;
  }

  /** The bid that wins if nothing else happens. Below the reserve, none does. */
  get #buyer(): ModelBid | undefined {
    return this.buyerReleased || this.reserveMet === false ? undefined : this.leader;
  }

  /** Whether the bidder can no longer withdraw the bid without the seller. */
  isRevealing({ id }: ModelBid): boolean {
    return this.#revealing.has(id);
  }

  withdrawalsBy(bidder: string): number {
    return this.withdrawals.get(bidder) ?? 0;
  }

  /** How many bids all bidders together have withdrawn. */
  get allWithdrawals(): number {
    return [...this.withdrawals.values()].reduce((sum, count) => sum + count, 0);
  }

  /**
   * The Buy It Now price. It's offered until the first bid or, with a reserve, until that's met. Null if it isn't
   * offered.
   */
  buyNowPrice(now: number): number | null {
    return this.status(now) === "Live" ? (this.#buyNowOffer ?? null) : null;
  }

  /** The Buy It Now price regardless of the clock. Null if it isn't offered, undefined if the listing has none. */
  get #buyNowOffer(): number | null | undefined {
    const { buyNowPriceMinor: price } = this.terms;
    const isOffered = this.bids.length === 0 || this.reserveMet === false;
    return price === undefined || (isOffered && price >= this.minNext) ? price : null;
  }

  status(now: number): "Upcoming" | "Live" | "Sold" | "Expired" | "Voided" {
    if (this.phase === "open" && !this.#isOver(now)) return this.#isUpcoming(now) ? "Upcoming" : "Live";
    if (this.phase === "voided") return "Voided";
    return !this.isGone && this.#buyer ? "Sold" : "Expired";
  }

  get isGone(): boolean {
    return this.phase === "cancelled" || this.phase === "removed";
  }

  state() {
    const { phase, price, minNext, end, scheduledEnd, extensions, at, winner, leader, hidden, reserveMet } = this;
    const count = this.bids.length;
    return {
      phase,
      price,
      minNext,
      end,
      scheduledEnd,
      extensions,
      at,
      winner,
      leader: leader?.bidder ?? null,
      count,
      hidden,
      reserveMet,
      bought: this.bought,
      buyNowOffer: this.#buyNowOffer,
      withdrawals: this.allWithdrawals,
      buyerReleased: this.buyerReleased,
    };
  }

  /**
   * Applies a fact that records a seller's block or a moderation action. There are none between the end and the
   * closing.
   */
  moderate(fact: ModerationFact, now: number): ModelResult {
    if (this.isGone || this.#awaitsClosing(now)) return refuse("auction_ended");
    const result = this.#moderate(fact, now);
    return result.ok && result.facts.length === 0 ? refuse("changes nothing") : result;
  }

  #moderate(fact: ModerationFact, now: number): ModelResult {
    if (fact.type === "hidden") return this.hide(now);
    if (fact.type === "shown") return this.show(now);
    if (fact.type === "voided") return this.void(fact.reason, now);
    if (fact.type === "bidVoided") return this.voidBid(fact.bidId, fact.by, now);
    return this.phase === "open" ? { ok: true, facts: this.#record(now, fact) } : refuse("auction_ended");
  }

  /** The first access after the end records the closing. */
  closeIfOver(now: number): ModelFact[] {
    if (!this.#awaitsClosing(now)) return [];
    this.phase = "closed";
    const buyer = this.#buyer;
    this.winner = buyer?.bidder ?? null;
    this.closedAt = Math.max(this.at, now);
    this.announcedAt = this.hidden ? null : this.closedAt;
    const outcome = buyer ? { winnerId: buyer.bidder, bidId: buyer.id, priceMinor: buyer.amount } : null;
    this.secretlyClosed = this.hidden;
    return this.#record(
      now,
      this.hidden ? { type: "closed", outcome, whileHidden: true } : { type: "closed", outcome },
    );
  }

  /** An admin hides the auction. Until it's shown again, no one can bid and the seller can't change anything. */
  hide(now: number): ModelResult {
    const refusal = this.#refuseGone();
    if (refusal) return refusal;
    if (this.hidden || this.#awaitsClosing(now)) return { ok: true, facts: [] };
    this.hidden = true;
    return { ok: true, facts: this.#record(now, { type: "hidden" }) };
  }

  /** An admin shows the auction again. If it ended while it was hidden, its end is announced now. */
  show(now: number): ModelResult {
    const refusal = this.#refuseGone();
    if (refusal) return refusal;
    if (!this.hidden || this.#awaitsClosing(now)) return { ok: true, facts: [] };
    const { leader, winner, secretlyClosed } = this;
    const sold = leader && winner !== null;
    const outcome = sold ? { winnerId: winner, bidId: leader.id, priceMinor: leader.amount } : null;
    this.hidden = false;
    this.secretlyClosed = false;
    if (secretlyClosed) this.announcedAt = Math.max(this.at, now);
    return {
      ok: true,
      facts: this.#record(now, secretlyClosed ? { type: "shown", closing: { outcome } } : { type: "shown" }),
    };
  }

  /** An admin voids the auction for good. Its bids stay on record, and no one wins. */
  void(reason: string, now: number): ModelResult {
    const refusal = this.#refuseGone();
    if (refusal) return refusal;
    if (this.phase === "voided" || this.#awaitsClosing(now)) return { ok: true, facts: [] };
    this.phase = "voided";
    this.voidedReason = reason;
    this.winner = null;
    this.secretlyClosed = false;
    return { ok: true, facts: this.#record(now, { type: "voided", reason }) };
  }

  place(id: string, bidder: string, offer: ModelOffer, now: number): ModelResult {
    const refusal = this.#refuseBidder(bidder, now) ?? this.#refuseTooMany(bidder) ?? this.#refuseOffer(bidder, offer);
    if (refusal) return refusal;
    const own = this.#ownLead(bidder);
    if (own && offer.amountMinor === undefined) return this.#changeMaximum(own, offer.maxMinor ?? 0, now);
    return this.#place(id, bidder, offer, now);
  }

  #place(id: string, bidder: string, offer: ModelOffer, now: number, isPurchase = false): ModelResult {
    const own = this.#ownLead(bidder);
    if (own?.hasMaximum) return this.#raise(own, offer, now, isPurchase);
    return this.#bid(null, { id, bidder }, this.terms.startingPriceMinor, offer, now, isPurchase);
  }

  /** Refuses a bid that can't be accepted now. To everyone but its seller, a hidden listing doesn't exist. */
  #refuseBidder(bidder: string, now: number): ModelRefusal | null {
    return (
      this.#refuseGone() ??
      (bidder === this.seller ? null : this.#refuseHidden()) ??
      this.#refuseAfterEnd(now) ??
      this.#refuseBeforeStart(now) ??
      (bidder === this.seller ? refuse("own_auction") : null) ??
      this.#refuseBlocked(bidder)
    );
  }

  #refuseBlocked(bidder: string): ModelRefusal | null {
    return this.blocked.has(bidder) ? refuse("bidder_blocked") : null;
  }

  /** A purchase closes the auction at the Buy It Now price. */
  buyNow(id: string, bidder: string, price: number, now: number, limitMinor?: number): ModelResult {
    const offered = this.buyNowPrice(now);
    const refusal =
      this.#refuseBidder(bidder, now) ??
      (offered === null ? refuse("buy_now_gone", { minimum: this.minNext / 100 }) : null) ??
      (offered === price ? null : refuse("buy_now_changed", { price: (offered ?? 0) / 100 })) ??
      this.#refuseOverLimit(price, limitMinor);
    if (refusal) return refusal;
    const result = this.#place(id, bidder, { amountMinor: price }, now, true);
    return result.ok ? { ok: true, facts: [...result.facts, ...this.closeIfOver(now)] } : result;
  }

  edit(id: string, bidder: string, offer: ModelOffer, now: number): ModelResult {
    const own = this.bids.find((bid) => bid.id === id);
    const refusal =
      this.#refuseGone() ??
      this.#refuseUnlessOwn(own, bidder) ??
      this.#refuseAfterEnd(now) ??
      this.#refuseBeforeStart(now) ??
      this.#refuseHidden() ??
      this.#refuseBlocked(bidder);
    if (refusal || !own) return refusal ?? refuse("bid_not_found");
    const leading = this.#ownLead(bidder);
    const { amountMinor, maxMinor } = offer;
    if (leading && leading !== own && (leading.hasMaximum || amountMinor === undefined))
      return refuse("edit_leading_bid");
    if (leading && amountMinor === undefined && maxMinor !== undefined) {
      // While the reserve is hidden, a leader can't lower a secret maximum. A maximum that everyone knows reveals
      // nothing.
      const isSecret = this.#hidesReserve && own.sealedSeq !== null;
      return (
        this.#refuseMaximum(maxMinor, isSecret ? own.max : own.amount) ??
        (maxMinor > own.max ? this.#refuseOverLimit(maxMinor, offer.limitMinor) : null) ??
        this.#changeMaximum(own, maxMinor, now)
      );
    }
    return this.#refuseOffer(bidder, offer) ?? this.#raise(own, offer, now);
  }

  /**
   * The number of the fact that would place this bid. If the leader loses the lead, a fact that raises their bid to its
   * maximum comes first.
   */
  seqOfNextBid(bidder: string, { amountMinor, maxMinor }: ModelOffer): number {
    const { leader } = this;
    const ceiling = maxMinor ?? amountMinor ?? 0;
    const opensMaximum = leader && leader.bidder !== bidder && leader.amount < leader.max && ceiling > leader.max;
    return this.seq + (opensMaximum ? 2 : 1);
  }

  /** The bidder with the highest maximum leads. If two maximums are equal, the earlier one leads. */
  #leaderOf(bids: readonly ModelBid[]): string | undefined {
    return bids.toSorted((a, b) => b.max - a.max || a.offerSeq - b.offerSeq)[0]?.bidder;
  }

  /**
   * The price that the rules require for these bids: one increment above the highest maximum of anyone else, but no
   * more than the leader's own. The leader's floor, or a reserve that their maximum reaches, can make it higher.
   */
  #expectedPrice(bids: readonly ModelBid[]): number {
    const leader = this.#leaderOf(bids);
    const own = bids.filter(({ bidder }) => bidder === leader);
    const others = bids.filter(({ bidder }) => bidder !== leader).map(({ max }) => max);
    const first = Math.max(...own.map(({ max }) => max));
    const second = Math.max(...others);
    const needed = others.length === 0 ? 0 : Math.min(first, second + incrementAt(this.terms.increments, second));
    // A maximum that reaches the reserve raises the price to the reserve right away.
    const reached = this.reserve && first >= this.reserve.amount ? this.reserve.amount : 0;
    return Math.max(needed, reached, ...own.map(({ floor }) => floor));
  }

  #raise(own: ModelBid, offer: ModelOffer, now: number, isPurchase = false): ModelResult {
    return this.#bid(own, own, own.floor, offer, now, isPurchase);
  }

  /** Places a new bid, or gives `old` a new offer. `min` is the lowest amount if the bidder sets only a maximum. */
  #bid(
    old: ModelBid | null,
    who: Pick<ModelBid, "id" | "bidder">,
    min: number,
    offer: ModelOffer,
    now: number,
    isPurchase = false,
  ): ModelResult {
    const { id, bidder } = who;
    const floor = offer.amountMinor ?? min;
    const max = offer.maxMinor ?? floor;
    const hasMaximum = offer.maxMinor !== undefined && offer.maxMinor !== offer.amountMinor;
    const rival = this.leader && this.leader.bidder !== bidder ? this.leader : null;
    const others = this.bids.filter((bid) => bid !== old);
    const carriedOver = { placedAt: Math.max(this.at, now), edited: false, releaseRequested: false, ...old };
    const offered = { ...carriedOver, id, bidder, amount: max, auto: false, floor, max, hasMaximum, sealedSeq: null };
    const candidate = { ...offered, offerSeq: Infinity };
    const leads = this.#leaderOf([...others, candidate]) === bidder;
    const price = this.#expectedPrice([...others, candidate]);
    const facts: ModelFact[] = [];
    if (rival && leads && rival.amount < rival.max) facts.push(...this.#adjust(rival, rival.max, now));
    const amountMinor = leads ? price : max;
    const common = {
      bidId: id,
      bidderId: bidder,
      amountMinor,
      outbidId: rival && leads ? rival.bidder : null,
      ...(hasMaximum ? { floorMinor: floor } : {}),
      ...(rival && leads && rival.sealedSeq !== null
        ? { openedMaximum: { seq: rival.sealedSeq, maxMinor: rival.max, salt: "" } }
        : {}),
      ...this.#openReserve(amountMinor),
      ...(isPurchase ? { bought: true as const } : {}),
    };
    facts.push(
      ...this.#record(
        now,
        old ? { type: "bidEdited", previousMinor: old.amount, ...common } : { type: "newBid", auto: false, ...common },
      ),
    );
    // When a bidder loses the lead, their maximum is no longer secret.
    this.bids = this.bids.filter((bid) => bid.id !== id).map((bid) => (leads ? { ...bid, sealedSeq: null } : bid));
    const sealedSeq = hasMaximum && leads ? this.seq : null;
    // A bidder who offers more no longer wants to withdraw the bid.
    this.bids.push({
      ...offered,
      amount: amountMinor,
      edited: old !== null,
      offerSeq: this.seq,
      sealedSeq,
      releaseRequested: false,
    });
    this.#markRevealing(rival, id, {
      hasMaximum,
      leads,
      opens: "openedMaximum" in common || "openedReserve" in common,
    });
    if (rival && !leads) facts.push(...this.#adjust(rival, price, now));
    if (!isPurchase) return { ok: true, facts: [...facts, ...this.#extend(now)] };
    this.bought = true;
    this.end = this.at;
    return { ok: true, facts };
  }

  /**
   * A bid reveals a secret once it has met another person's automatic bid, or has opened a maximum or the reserve. Two
   * bids meet when one is placed while the other leads. The leading bid has then met an automatic bid if the new one
   * has a maximum. The new bid has met one if the leader's maximum beat it.
   */
  #markRevealing(
    rival: ModelBid | null,
    id: string,
    { hasMaximum, leads, opens }: { readonly hasMaximum: boolean; readonly leads: boolean; readonly opens: boolean },
  ): void {
    if (rival && hasMaximum) this.#revealing.add(rival.id);
    if (opens || (rival && !leads)) this.#revealing.add(id);
  }

  /** Whether there is a reserve that no one knows yet. */
  get #hidesReserve(): boolean {
    return this.reserve !== null && !this.reserve.isOpened;
  }

  /** Opens the reserve, in the fact that gives a bid this amount, if this amount is the first to meet it. */
  #openReserve(amount: number) {
    if (!this.reserve || this.reserve.isOpened || amount < this.reserve.amount) return {};
    const { amount: reserveMinor, sealedSeq: seq } = this.reserve;
    this.reserve = { ...this.reserve, isOpened: true };
    return { openedReserve: { seq, reserveMinor, salt: "" } };
  }

  /** Changes a bid's amount without a command from its bidder. The bid becomes the last one, so it leads. */
  #adjust(bid: ModelBid, amount: number, now: number, max = bid.max): ModelFact[] {
    this.bids = [...this.bids.filter(({ id }) => id !== bid.id), { ...bid, amount, max, auto: true }];
    const loweredMaximum = max < bid.max || (max === amount && amount < bid.amount) ? { maxMinor: max } : {};
    const more = { ...loweredMaximum, ...this.#openReserve(amount) };
    const fact: ModelFact = { type: "bidAdjusted", bidId: bid.id, bidderId: bid.bidder, amountMinor: amount, ...more };
    return this.#record(now, fact);
  }

  /**
   * Changes the leader's maximum, which no one sees unless it reaches the reserve. The bid keeps its rank among equals.
   */
  #changeMaximum(own: ModelBid, max: number, now: number): ModelResult {
    const facts = this.#record(now, { type: "maximumChanged", bidId: own.id, bidderId: own.bidder });
    const changed = { ...own, max, hasMaximum: true, sealedSeq: this.seq, releaseRequested: false };
    this.bids = [...this.bids.filter((bid) => bid !== own), changed];
    const { reserve } = this;
    if (!reserve || max < reserve.amount || own.amount >= reserve.amount) return { ok: true, facts };
    // The bid meets the reserve. If the reserve has already been opened, that reveals nothing.
    if (!reserve.isOpened) this.#revealing.add(own.id);
    return { ok: true, facts: [...facts, ...this.#adjust(changed, reserve.amount, now), ...this.#extend(now)] };
  }

  withdraw(id: string, bidder: string, now: number, reason?: "mistake"): ModelResult {
    const own = this.bids.find((bid) => bid.id === id);
    const refusal =
      this.#refuseGone() ??
      this.#refuseUnlessOwn(own, bidder) ??
      this.#refuseAfterEnd(now) ??
      this.#refuseBeforeStart(now);
    if (refusal || !own) return refusal ?? refuse("bid_not_found");
    // With repeated bids and withdrawals, a bidder could find out the hidden reserve, step by step.
    const hasWithdrawnBefore = this.withdrawalsBy(bidder) > 0;
    if (this.isRevealing(own) || (hasWithdrawnBefore && this.#hidesReserve)) {
      return refuse(reason ? "undo_reveals" : "withdrawal_reveals");
    }
    // Otherwise, someone could block Buy It Now by bidding and withdrawing again and again.
    const isOnly = this.bids.length === 1;
    if (hasWithdrawnBefore && isOnly && this.terms.buyNowPriceMinor !== undefined) return refuse("already_withdrawn");
    const lateRefusal = reason
      ? this.#refuseUndo(own, now)
      : this.#refuseWithdrawal(own, this.#without(own).needed, now);
    return lateRefusal ?? this.#withdraw(own, now, reason);
  }

  /** The bids left without this one, and the time that others get if the leader changes or the price falls. */
  #without(own: ModelBid) {
    const remaining = this.bids.filter((bid) => bid !== own);
    const next = this.#leaderOf(remaining);
    // A bid doesn't stay raised once its competition is gone, and a withdrawal never raises a bid.
    const expectedPrice = remaining.length === 0 ? 0 : this.#expectedPrice(remaining);
    const tooHigh = remaining.filter((bid) => bid.bidder === next && bid.amount > expectedPrice);
    const needed = this.leader === own || tooHigh.length > 0 ? this.timeAfterWithdrawalMs : 0;
    const newLeaderId = this.leader === own && next !== undefined && next !== own.bidder ? next : null;
    return { remaining, expectedPrice, tooHigh, needed, newLeaderId };
  }

  #withdraw(own: ModelBid, now: number, reason?: "mistake" | "released"): ModelResult {
    this.withdrawals.set(own.bidder, this.withdrawalsBy(own.bidder) + 1);
    return { ok: true, facts: this.#removeBid(own, now, { type: "bidWithdrawn", ...(reason && { reason }) }) };
  }

  #removeBid(
    own: ModelBid,
    now: number,
    fact:
      | { readonly type: "bidWithdrawn"; readonly reason?: "mistake" | "released" }
      | { readonly type: "bidVoided"; readonly by: "seller" | "admin" },
  ): ModelFact[] {
    const { remaining, expectedPrice, tooHigh, needed, newLeaderId } = this.#without(own);
    // Without this bid, the next bidder's bid may stand directly against the leader's automatic bid. Then they've met.
    const leader = remaining.at(-1);
    const other = remaining.findLast(({ bidder }) => bidder !== leader?.bidder);
    if (leader?.hasMaximum && other && this.bids.indexOf(own) > this.bids.indexOf(other)) this.#revealing.add(other.id);
    this.bids = remaining;
    const bid = { bidId: own.id, bidderId: own.bidder, amountMinor: own.amount, newLeaderId };
    const facts = this.#record(now, { ...bid, ...fact });
    // Only the leading bid keeps its maximum. The same person's older bids are lowered to the price.
    for (const highBid of tooHigh)
      facts.push(
        ...this.#adjust(highBid, expectedPrice, now, highBid === tooHigh.at(-1) ? highBid.max : expectedPrice),
      );
    return [...facts, ...this.#endAt(Math.min(now + needed, this.latestEnd), now)];
  }

  /** A bidder asks the seller to release a bid. Asking twice counts once. */
  requestRelease(id: string, bidder: string, now: number): ModelResult {
    const own = this.bids.find((bid) => bid.id === id);
    const refusal =
      this.#refuseGone() ??
      this.#refuseUnlessOwn(own, bidder) ??
      this.#refuseAfterEnd(now) ??
      this.#refuseBeforeStart(now);
    if (refusal || !own) return refusal ?? refuse("bid_not_found");
    if (own.releaseRequested) return { ok: true, facts: [] };
    this.bids = this.bids.map((bid) => (bid === own ? { ...bid, releaseRequested: true } : bid));
    const request = { bidId: id, bidderId: bidder, amountMinor: own.amount };
    return { ok: true, facts: this.#record(now, { type: "releaseRequested", ...request }) };
  }

  /** The seller releases a bid at its bidder's request, while there is still time for others to bid. */
  releaseBid(id: string, seller: string, now: number): ModelResult {
    const goneRefusal = this.#refuseGone();
    if (goneRefusal) return goneRefusal;
    const strangerRefusal = this.#refuseStranger(seller);
    if (strangerRefusal) return strangerRefusal;
    const bid = this.bids.find((one) => one.id === id);
    if (!bid) return refuse("bid_not_found");
    const refusal = this.#refuseAfterEnd(now) ?? (this.hidden ? refuse("listing_hidden") : null);
    if (refusal) return refusal;
    if (!bid.releaseRequested) return refuse("release_not_requested");
    const { needed } = this.#without(bid);
    const left = this.end - now;
    const isLate = left < this.undoCutoffMs || (left < needed && this.latestEnd - now < needed);
    return isLate ? refuse("withdrawal_too_late") : this.#withdraw(bid, now, "released");
  }

  /** Voids a bid, because of a seller's block or an admin's decision. Until the end, it's never too late for that. */
  voidBid(id: string, by: "seller" | "admin", now: number): ModelResult {
    const bid = this.bids.find((one) => one.id === id);
    const refusal = this.#refuseGone() ?? (bid ? this.#refuseAfterEnd(now) : refuse("bid_not_found"));
    if (refusal || !bid) return refusal ?? refuse("bid_not_found");
    this.sellerVoided ||= by === "seller";
    return { ok: true, facts: this.#removeBid(bid, now, { type: "bidVoided", by }) };
  }

  /** Voids all of a person's bids, oldest first. */
  #voidAll(person: string, by: "seller" | "admin", now: number): ModelFact[] {
    const placedSeqOf = (id: string) => Number(id.slice(id.lastIndexOf("-") + 1));
    const ids = this.bids.filter(({ bidder }) => bidder === person).map(({ id }) => id);
    return ids
      .toSorted((a, b) => placedSeqOf(a) - placedSeqOf(b))
      .flatMap((id) => {
        const result = this.voidBid(id, by, now);
        return result.ok ? result.facts : [];
      });
  }

  /** The seller blocks a person, which voids their standing bids and refuses new ones. */
  block(seller: string, person: string, now: number): ModelResult {
    const goneRefusal = this.#refuseGone();
    if (goneRefusal) return goneRefusal;
    if (seller !== this.seller) return refuse("not_your_auction");
    if (this.phase !== "open" || this.#isOver(now) || this.blocked.has(person)) return { ok: true, facts: [] };
    this.blocked.add(person);
    const blocked = this.#record(now, { type: "bidderBlocked" });
    return { ok: true, facts: [...blocked, ...this.#voidAll(person, "seller", now)] };
  }

  unblock(seller: string, person: string, now: number): ModelResult {
    const goneRefusal = this.#refuseGone();
    if (goneRefusal) return goneRefusal;
    if (seller !== this.seller) return refuse("not_your_auction");
    if (this.phase !== "open" || this.#isOver(now) || !this.blocked.delete(person)) return { ok: true, facts: [] };
    return { ok: true, facts: this.#record(now, { type: "bidderUnblocked" }) };
  }

  /** An admin suspends a person, which voids their standing bids while the auction is open. */
  suspend(person: string, now: number): ModelResult {
    if (this.isGone || this.phase !== "open" || this.#isOver(now)) return { ok: true, facts: [] };
    return { ok: true, facts: this.#voidAll(person, "admin", now) };
  }

  /** The seller releases the buyer, which is possible once the end is announced. Then no one has won the auction. */
  releaseBuyer(seller: string, now: number): ModelResult {
    const refusal =
      this.#refuseGone() ??
      this.#refuseStranger(seller) ??
      this.#refuseUnlessSeller(seller) ??
      (this.phase === "voided" ? refuse("auction_voided") : null);
    if (refusal) return refusal;
    if (this.buyerReleased) return { ok: true, facts: [] };
    if (this.winner === null || this.announcedAt === null) return refuse("not_closed");
    const fact: ModelFact = { type: "buyerReleased", bidderId: this.winner, priceMinor: this.price };
    this.winner = null;
    this.buyerReleased = true;
    return { ok: true, facts: this.#record(now, fact) };
  }

  #refuseWithdrawal(own: ModelBid, needed: number, now: number): ModelRefusal | null {
    const left = this.end - now;
    const isEarly = left > 12 * HOUR_MS || now - own.placedAt <= HOUR_MS;
    const fits = left >= needed || this.latestEnd - now >= needed;
    return left >= this.terms.freezeMs && isEarly && fits ? null : refuse("withdrawal_too_late");
  }

  /**
   * Refuses an undo that isn't allowed. Only the leading bid can be undone, for a minute, and not shortly before the
   * end. The refusal contains the earlier of the two times.
   */
  #refuseUndo(own: ModelBid, now: number): ModelRefusal | null {
    // A bid that was raised only to meet the reserve has no competing bid, so it can still be undone.
    const uncontestedAmount = Math.max(
      own.floor,
      this.reserve && own.max >= this.reserve.amount ? this.reserve.amount : 0,
    );
    if (own !== this.leader || (own.auto && own.amount > uncontestedAmount)) return refuse("undo_higher_bid");
    const [undoUntil, last] = [own.placedAt + MINUTE_MS, this.end - this.undoCutoffMs];
    if (now > last && last < undoUntil) return refuse("undo_near_end", { latestAt: last });
    return now > undoUntil ? refuse("undo_too_late", { latestAt: undoUntil }) : null;
  }

  editListing(
    seller: string,
    requested: ModelRequestedChange,
    now: number,
    requestedReserve?: RequestedReserve,
  ): ModelResult {
    const refusal = this.#refuseGone() ?? this.#refuseUnlessSeller(seller) ?? this.#refuseAfterEnd(now);
    if (refusal) return refusal;
    const change = this.#actualChange(requested, now);
    const reserve = requestedReserve === (this.reserve?.amount ?? null) ? undefined : requestedReserve;
    const names = [...Object.keys(change), ...(reserve === undefined ? [] : ["reserveMinor"])];
    if (names.length === 0) return { ok: true, facts: [] };
    if (this.edits >= MAX_EDITS) return refuse("too_many_edits");
    if (this.bids.length > 0) {
      const grows = change.description?.startsWith(this.terms.description) ?? false;
      const fields = names.filter((name) => name !== "description" || !grows);
      if (fields.length > 0) return refuse("terms_frozen", { fields });
    } else {
      const { startingPriceMinor: price, startsAt, endsAt } = change;
      if (price !== undefined && price < this.minStartingPrice) {
        return refuse("starting_price_too_low", { minimum: this.minStartingPrice / 100 });
      }
      const { startingPriceMinor: starting, buyNowPriceMinor: buyNow } = { ...this.terms, ...change };
      const effectiveReserve = reserve === undefined ? (this.reserve?.amount ?? null) : reserve;
      if (effectiveReserve !== null && effectiveReserve < starting)
        return refuse("reserve_too_low", { minimum: starting / 100 });
      const above = effectiveReserve ?? starting;
      if (buyNow != null && buyNow <= above) return refuse("buy_now_too_low", { above: above / 100 });
      const soonest = Math.max(now, this.at);
      if (startsAt !== undefined && startsAt < soonest) return refuse("start_too_soon", { earliestAt: soonest });
      if (startsAt !== undefined && startsAt > soonest + YEAR_MS)
        return refuse("start_too_late", { latestAt: soonest + YEAR_MS });
      if (startsAt !== undefined || endsAt !== undefined) {
        const [start, end] = [startsAt ?? this.start, endsAt ?? this.end];
        const earliest = start > now ? start + this.minDurationMs : now + 1;
        const latest = Math.max(start, now) + YEAR_MS;
        if (end < earliest) return refuse("end_too_soon", { earliestAt: earliest });
        if (end > latest) return refuse("end_too_late", { latestAt: latest });
      }
    }
    const facts = Object.keys(change).length > 0 ? this.#edit(change, now) : [];
    return { ok: true, facts: reserve === undefined ? facts : [...facts, ...this.setReserve(reserve, now)] };
  }

  #edit(change: ModelListingChange, now: number): ModelFact[] {
    const { endsAt } = change;
    const { buyNowPriceMinor, details, ...others } = { ...this.terms, ...change };
    this.edits += 1;
    this.terms = {
      ...others,
      ...(buyNowPriceMinor == null ? {} : { buyNowPriceMinor }),
      ...(details == null ? {} : { details }),
    };
    if (endsAt !== undefined) {
      this.scheduledEnd = endsAt;
      this.end = endsAt;
    }
    return this.#record(now, { type: "listingEdited", change });
  }

  /** Sets the reserve, whose amount is sealed. Null removes it. */
  setReserve(amount: number | null, now: number): ModelFact[] {
    this.edits += 1;
    const facts = this.#record(now, { type: amount === null ? "reserveRemoved" : "reserveSet" });
    this.reserve = amount === null ? null : { amount, sealedSeq: this.seq, isOpened: false };
    return facts;
  }

  /**
   * Deletes an auction that has no bids or no winner. One with bids is canceled instead, if more than 12 hours are
   * left.
   */
  delete(seller: string, now: number): ModelResult {
    const refusal =
      this.#refuseGone() ??
      this.#refuseUnlessSeller(seller) ??
      (this.phase === "voided" ? refuse("auction_voided") : null);
    if (refusal) return refusal;
    if (this.buyerReleased) return refuse("auction_sold");
    const hasBids = this.bids.length > 0 || this.sellerVoided;
    if (!hasBids || this.status(now) === "Expired") {
      this.phase = "removed";
      return { ok: true, facts: this.#record(now, { type: "removed" }) };
    }
    if (this.phase === "closed" || this.#isOver(now)) return refuse("auction_sold");
    if (this.end - now <= 12 * HOUR_MS) return refuse("cancel_too_late");
    this.phase = "cancelled";
    return { ok: true, facts: this.#record(now, { type: "cancelled" }) };
  }

  #actualChange({ startsAt: wantedStart, ...wanted }: ModelRequestedChange, now: number): ModelListingChange {
    const change: { -readonly [Field in keyof ModelListingChange]: ModelListingChange[Field] } = { ...wanted };
    // A null start means the time of the fact. An auction that's already running keeps its start.
    const start = wantedStart === null ? (this.#isUpcoming(now) ? Math.max(now, this.at) : undefined) : wantedStart;
    if (start !== undefined && start !== this.terms.startsAt) change.startsAt = start;
    if (change.title === this.terms.title) delete change.title;
    if (change.description === this.terms.description) delete change.description;
    if (JSON.stringify(change.imageKeys) === JSON.stringify(this.terms.imageKeys)) delete change.imageKeys;
    if (change.startingPriceMinor === this.terms.startingPriceMinor) delete change.startingPriceMinor;
    if (change.increments === this.terms.increments) delete change.increments;
    if ((change.buyNowPriceMinor ?? undefined) === this.terms.buyNowPriceMinor) delete change.buyNowPriceMinor;
    if (isDeepStrictEqual(change.details ?? undefined, this.terms.details)) delete change.details;
    const { softCloseMs } = change;
    if (softCloseMs !== undefined && (softCloseMs === 0) === (this.terms.softCloseMs === 0)) delete change.softCloseMs;
    // A form may send back the current end, or the end from before extensions. Neither is a change.
    if (change.endsAt === this.end || change.endsAt === this.scheduledEnd) delete change.endsAt;
    return change;
  }

  #extend(now: number): ModelFact[] {
    if (this.end - now >= this.windowMs) return [];
    return this.#endAt(Math.min(now + this.windowMs, this.latestEnd), now);
  }

  #endAt(end: number, now: number): ModelFact[] {
    if (end <= this.end) return [];
    this.end = end;
    this.extensions += 1;
    return this.#record(now, { type: "extended", endsAt: end, extensions: this.extensions });
  }

  #refuseGone(): ModelRefusal | null {
    return this.isGone ? refuse("auction_not_found") : null;
  }

  #refuseHidden(): ModelRefusal | null {
    return this.hidden ? refuse("auction_not_found") : null;
  }

  /** Refuses someone who acts as the seller but isn't. To them, a hidden listing doesn't exist. */
  #refuseStranger(seller: string): ModelRefusal | null {
    if (seller === this.seller) return null;
    return refuse(this.hidden ? "auction_not_found" : "not_your_auction");
  }

  /** Refuses anyone but the seller. A hidden listing is evidence, so not even its seller can change it. */
  #refuseUnlessSeller(seller: string): ModelRefusal | null {
    if (seller !== this.seller) return refuse("not_your_auction");
    return this.hidden ? refuse("listing_hidden") : null;
  }

  /** Whether the auction is over: once its end has passed, or as soon as it's bought, regardless of the clock. */
  #isOver(now: number): boolean {
    return this.bought || now >= this.end;
  }

  /** Whether the auction is over but not closed. A room closes it before any admin action. */
  #awaitsClosing(now: number): boolean {
    return this.phase === "open" && this.#isOver(now);
  }

  #isUpcoming(now: number): boolean {
    return this.terms.startsAt !== undefined && now < this.terms.startsAt;
  }

  #refuseBeforeStart(now: number): ModelRefusal | null {
    return this.#isUpcoming(now) ? refuse("auction_not_started", { startsAt: this.start }) : null;
  }

  #refuseAfterEnd(now: number): ModelRefusal | null {
    if (this.phase === "voided") return refuse("auction_voided");
    return this.phase === "closed" || this.#isOver(now) ? refuse("auction_ended", { endedAt: this.end }) : null;
  }

  #refuseUnlessOwn(bid: ModelBid | undefined, bidder: string): ModelRefusal | null {
    if (!bid) return refuse("bid_not_found");
    return bid.bidder === bidder ? null : refuse("not_your_bid");
  }

  #refuseTooMany(bidder: string): ModelRefusal | null {
    if (this.bids.length < this.maxStandingBids) return null;
    return this.bids.filter((bid) => bid.bidder === bidder).length < this.maxStandingBids
      ? null
      : refuse("too_many_bids");
  }

  #ownLead(bidder: string): ModelBid | null {
    return this.leader?.bidder === bidder ? this.leader : null;
  }

  #refuseOffer(
    bidder: string,
    { amountMinor, maxMinor, confirmed = false, limitMinor }: ModelOffer,
  ): ModelRefusal | null {
    const own = this.#ownLead(bidder);
    const isMaximumOnly = own && amountMinor === undefined && maxMinor !== undefined;
    const refusal = isMaximumOnly ? null : this.#refuseLowAmount(amountMinor ?? maxMinor ?? Number.NaN);
    if (refusal) return refusal;
    const ceiling = maxMinor ?? amountMinor ?? Number.NaN;
    if (own && (Number.isNaN(ceiling) || ceiling <= own.max))
      return refuse("below_own_maximum", { maximum: own.max / 100 });
    const limitRefusal =
      (maxMinor === undefined ? null : this.#refuseMaximum(maxMinor, amountMinor ?? 0)) ??
      this.#refuseOverLimit(Math.max(amountMinor ?? 0, maxMinor ?? 0), limitMinor);
    if (limitRefusal) return limitRefusal;
    // Bidders must confirm an exact amount above 20 times the minimum bid.
    if (confirmed || amountMinor === undefined || amountMinor <= 20 * this.minNext) return null;
    return refuse("bid_unusual", { amount: amountMinor / 100, minimum: this.minNext / 100 });
  }

  /** Refuses an offer above the most that a new member can commit to. */
  #refuseOverLimit(most: number, limitMinor = Infinity): ModelRefusal | null {
    return most > limitMinor ? refuse("new_member_amount", { maximum: limitMinor / 100 }) : null;
  }

  /** One increment below the largest amount, so that a higher bid is always possible. */
  get largestBid(): number {
    return MAX_AMOUNT - incrementAt(this.terms.increments, MAX_AMOUNT);
  }

  #refuseMaximum(max: number, least: number): ModelRefusal | null {
    if (!Number.isInteger(max) || max < least) return refuse("maximum_too_low", { minimum: least / 100 });
    return max > this.largestBid ? refuse("bid_too_high", { maximum: this.largestBid / 100 }) : null;
  }

  #refuseLowAmount(amount: number): ModelRefusal | null {
    if (!Number.isInteger(amount) || amount < this.minNext)
      return refuse("bid_too_low", { minimum: this.minNext / 100 });
    return amount > this.largestBid ? refuse("bid_too_high", { maximum: this.largestBid / 100 }) : null;
  }

  /** Counts a fact and notes its time. The times of an auction's facts never go back, even if the clock does. */
  #record(now: number, fact: ModelFact): ModelFact[] {
    this.seq += 1;
    this.at = Math.max(this.at, now);
    return [fact];
  }
}

function refuse(code: string, details?: ModelRefusal["details"]): ModelRefusal {
  return details ? { ok: false, code, details } : { ok: false, code };
}

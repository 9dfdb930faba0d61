/**
 * The state of one auction after its facts. `evolve` applies one recorded fact; it decides nothing and refuses nothing,
 * because the facts in the journal have happened. State is immutable: a caller may keep an old value and return to it
 * when a storage transaction fails.
 */
import type { Fact, ListingChange, OfMaxima, OpenedReserve, Outcome, Recorded, Secret, Terms } from "./facts.ts";
import { incrementAt } from "./money.ts";

export type Bid = {
  readonly id: string;
  readonly bidderId: string;
  readonly amountMinor: number;
  /**
   * The highest amount to which this bid may be raised; equal to the amount for an exact bid. While the bid leads, only
   * its bidder knows it: in a replay of the public journal it is the amount.
   */
  readonly maxMinor: number;
  /** The lowest possible amount of an automatic bid, when no one else offers more. An exact bid has none. */
  readonly floorMinor?: number;
  /** Whether its amount was set by the rules, within its bidder's maximum. */
  readonly auto: boolean;
  readonly edited: boolean;
  readonly placedAt: number;
  /**
   * Whether taking it back would reveal something. It has met another person's automatic bid, or the reserve. Its
   * bidder alone can't take it back then (decision 7).
   */
  readonly reveals: boolean;
  /** Whether its bidder has asked the seller to release it. */
  readonly releaseAsked: boolean;
};

/**
 * The standing bids as a stack, in the order of their last facts: no bid is lower than those before it, and the leader
 * is on top. Only the leading bid may have a maximum above its amount. A replay of the journal has all of them. A room
 * gives the rules only as many as a turn can reach: the top, as deep as its withdrawals may go, and below it the bids
 * that its commands name. `bidCount` always counts all.
 */
export type BidStack = { readonly bid: Bid; readonly below: BidStack | null };

/** Opens the seal of the leading bid's maximum: the number of its fact, and the salt. */
export type Seal = { readonly bidId: string; readonly seq: number; readonly salt: string };

/**
 * The hidden reserve: below it no one wins. `seq` is the fact that sealed it. In a replay of the public journal the
 * amount is null until a fact opens it.
 */
export type Reserve = {
  readonly seq: number;
  readonly reserveMinor: number | null;
  readonly salt: string;
  /** Whether a bid met it, so that its amount is public. */
  readonly opened: boolean;
};

export type Auction = {
  readonly id: string;
  readonly sellerId: string;
  readonly currency: string;
  readonly terms: Terms;
  readonly phase: "open" | "closed" | "voided" | "cancelled" | "removed";
  readonly openedAt: number;
  /** The end that the seller set; `endsAt` is that end plus the extensions. */
  readonly scheduledEndsAt: number;
  readonly endsAt: number;
  readonly extensions: number;
  readonly top: BidStack | null;
  readonly bidCount: number;
  /** Null while the leading bid is exact, while its maximum is public, and in a replay of the public journal. */
  readonly seal: Seal | null;
  /** Null if the seller has set none. It is not a term, because terms are public. */
  readonly reserve: Reserve | null;
  /** Whether it was bought at its buy now price; `endsAt` is then the time of the purchase. */
  readonly bought: boolean;
  readonly outcome: Outcome | null;
  /** When it was closed (epoch ms); facts about hiding may come later. */
  readonly closedAt: number | null;
  /** People from whom the seller accepts no bids. */
  readonly blocked: readonly string[];
  /**
   * Why an admin has hidden it, or null. In a replay of the public journal, which has no reasons, the text is empty.
   */
  readonly hidden: { readonly reason: string } | null;
  /** Why an admin has voided it, or null. A voided auction has no winner, and its bids don't count. */
  readonly voided: { readonly reason: string } | null;
  /** How many bids their bidders have taken back, released ones included. */
  readonly takenBack: number;
  /** The last time that everyone was told of a lead that changed because a bid was taken back or removed. */
  readonly leadLost: { readonly seq: number; readonly at: number } | null;
  /** Whether its seller has released a buyer who did not pay. It has no winner then. */
  readonly buyerReleased: boolean;
  /** Whether its seller has had bids voided by blocking their bidder: its journal then stays, as with standing bids. */
  readonly sellerVoided: boolean;
  /** When its end was announced (epoch ms): at its closing, or when it was shown again; null before. */
  readonly announcedAt: number | null;
  /** Whether it was closed while it was hidden: notifications of that end are sent only when it is shown again. */
  readonly endUnannounced: boolean;
  /** The number of edits of the listing. */
  readonly edits: number;
  /** Sequence number and time of the last fact. */
  readonly seq: number;
  readonly at: number;
};

/** The current price in minor units, or null without a standing bid. */
export function priceOf(auction: Auction): number | null {
  return auction.top?.bid.amountMinor ?? null;
}

/** The highest standing bid. */
export function leaderOf(auction: Auction): Bid | null {
  return auction.top?.bid ?? null;
}

/** Whether the rules set its amount, between its floor and its maximum. */
export function isAutomatic(bid: Bid): boolean {
  return bid.floorMinor !== undefined;
}

/** The lowest possible amount of a bid: its own amount, if it is exact. */
export function floorOf(bid: Bid): number {
  return bid.floorMinor ?? bid.amountMinor;
}

/**
 * The smallest amount of the next bid, in minor units: the starting price without a standing bid, else price plus
 * increment.
 */
export function minNextBid(auction: Auction): number {
  const price = priceOf(auction);
  return price === null ? auction.terms.startingPriceMinor : price + incrementAt(auction.terms.increments, price);
}

/**
 * Whether the price has reached the hidden reserve, below which no one wins (decision 6); null if there is none. In a
 * replay of the public journal the amount is unknown until the fact that meets it, so the reserve is unmet there, too.
 */
export function reserveMet({ reserve, top }: Pick<Auction, "reserve" | "top">): boolean | null {
  if (!reserve) return null;
  return top !== null && reserve.reserveMinor !== null && top.bid.amountMinor >= reserve.reserveMinor;
}

/** The reserve in minor units, if it is known here; null without one. */
export function reserveOf({ reserve }: Pick<Auction, "reserve">): number | null {
  return reserve?.reserveMinor ?? null;
}

/**
 * The amount that a fact opens by setting the price to `amountMinor`: the reserve, if this fact is the first to meet
 * it. In a replay of the public journal an unknown reserve is null here and stays closed. One that is not a number, as
 * `known-reserve.ts` gives to commands, would be opened: no comparison with it is true.
 */
export function openingAt({ reserve }: Auction, amountMinor: number): { readonly openedReserve?: OpenedReserve } {
  if (!reserve || reserve.opened || reserve.reserveMinor === null || amountMinor < reserve.reserveMinor) return {};
  const { seq, reserveMinor, salt } = reserve;
  return { openedReserve: { seq, reserveMinor, salt } };
}

/** The standing bids, the leader first: all in a replay; in a room those that it holds. */
export function standingBids(auction: Auction): Bid[] {
  const bids: Bid[] = [];
  for (let at = auction.top; at; at = at.below) bids.push(at.bid);
  return bids;
}

/** The standing bid of this id, or null. */
export function findBid(auction: Auction, bidId: string): Bid | null {
  for (let at = auction.top; at; at = at.below) if (at.bid.id === bidId) return at.bid;
  return null;
}

/**
 * The auction after one recorded fact. Throws for an incomplete journal: a fact before `opened`, a second `opened`, a
 * gap in the numbers, an edit or a withdrawal of a bid that is not standing.
 */
export function evolve(auction: Auction | null, { fact, secret, seq, at }: Recorded): Auction {
  if (fact.type === "opened") {
    if (auction) throw new Error("an auction opens once");
    return {
      id: fact.auctionId,
      sellerId: fact.sellerId,
      currency: fact.currency,
      terms: fact.terms,
      phase: "open",
      openedAt: at,
      scheduledEndsAt: fact.terms.endsAt,
      endsAt: fact.terms.endsAt,
      extensions: 0,
      top: null,
      bidCount: 0,
      seal: null,
      reserve: null,
      bought: false,
      outcome: null,
      closedAt: null,
      blocked: secret?.personIds ?? [],
      hidden: null,
      voided: null,
      takenBack: 0,
      leadLost: null,
      buyerReleased: false,
      sellerVoided: false,
      announcedAt: null,
      endUnannounced: false,
      edits: 0,
      seq,
      at,
    };
  }
  if (!auction) throw new Error(`${fact.type} before the auction opened`);
  if (seq !== auction.seq + 1) throw new Error(`fact ${seq} follows fact ${auction.seq}`);
  const next = { ...auction, seq, at };
  switch (fact.type) {
    case "newBid": {
      const { bidId: id, bidderId, amountMinor, auto } = fact;
      const maxMinor = secret?.maxMinor ?? amountMinor;
      const reveals = opensSomething(fact);
      const isNew = { auto, edited: false, placedAt: at, reveals, releaseAsked: false };
      const placed = { id, bidderId, amountMinor, maxMinor, ...isNew };
      const bid = fact.floorMinor === undefined ? placed : { ...placed, floorMinor: fact.floorMinor };
      const { reserve, bought, endsAt } = afterOffer(auction, fact, at);
      const seal = sealAfter(auction, fact, secret, seq);
      const top = { bid, below: afterMeeting(auction.top, fact) };
      return { ...next, reserve, bought, endsAt, top, bidCount: auction.bidCount + 1, seal };
    }
    case "bidEdited": {
      const { floorMinor: _, ...old } = standingBid(auction, fact.bidId, "an edit");
      const { amountMinor } = fact;
      const maxMinor = secret?.maxMinor ?? amountMinor;
      const reveals = old.reveals || opensSomething(fact);
      const bid = {
        ...old,
        amountMinor,
        maxMinor,
        ...floorIn(fact),
        auto: false,
        edited: true,
        reveals,
        releaseAsked: false,
      };
      const seal = sealAfter(auction, fact, secret, seq);
      return { ...next, ...afterOffer(auction, fact, at), top: onTop(afterMeeting(auction.top, fact), bid), seal };
    }
    case "bidAdjusted": {
      const old = standingBid(auction, fact.bidId, "an adjustment");
      const { amountMinor } = fact;
      // In a public replay the maximum is at least the amount to which the bid was raised.
      const maxMinor = fact.maxMinor ?? Math.max(old.maxMinor, amountMinor);
      const bid = { ...old, amountMinor, maxMinor, auto: true, reveals: old.reveals || opensSomething(fact) };
      return { ...next, top: onTop(afterMeeting(auction.top, fact), bid), reserve: reserveAfter(auction, fact) };
    }
    case "maximumChanged": {
      const old = standingBid(auction, fact.bidId, "a maximum");
      const maxMinor = secret?.maxMinor ?? old.maxMinor;
      const bid = { ...old, maxMinor, floorMinor: floorOf(old), releaseAsked: false };
      return { ...next, top: onTop(auction.top, bid), seal: sealAfter(auction, fact, secret, seq) };
    }
    case "releaseAsked":
      return {
        ...next,
        top: replaced(auction.top, { ...standingBid(auction, fact.bidId, "a question"), releaseAsked: true }),
      };
    case "bidWithdrawn":
    case "bidVoided": {
      const { id } = standingBid(auction, fact.bidId, "a withdrawal");
      const seal = auction.seal?.bidId === id ? null : auction.seal;
      const takenBack = auction.takenBack + (fact.type === "bidWithdrawn" ? 1 : 0);
      const top = without(afterMeeting(auction.top, fact), id);
      const isOwn = fact.type === "bidWithdrawn" && fact.reason !== "released";
      const isDue = !isOwn || at >= (auction.leadLost?.at ?? -Infinity) + LEAD_LOST_EVERY_MS;
      const leadLost = fact.newLeaderId !== null && isDue ? { seq, at } : auction.leadLost;
      const sellerVoided = auction.sellerVoided || (fact.type === "bidVoided" && fact.by === "seller");
      return { ...next, top, bidCount: auction.bidCount - 1, seal, takenBack, leadLost, sellerVoided };
    }
    case "buyerReleased":
      return { ...next, outcome: null, buyerReleased: true };
    case "listingEdited": {
      const terms = changedTerms(auction.terms, fact.change);
      const edited = { ...next, terms, edits: auction.edits + 1 };
      if (fact.change.endsAt === undefined) return edited;
      return { ...edited, scheduledEndsAt: terms.endsAt, endsAt: terms.endsAt };
    }
    case "reserveSet": {
      const reserve = { seq, reserveMinor: secret?.reserveMinor ?? null, salt: secret?.salt ?? "", opened: false };
      return { ...next, reserve, edits: auction.edits + 1 };
    }
    case "reserveRemoved":
      return { ...next, reserve: null, edits: auction.edits + 1 };
    case "extended":
      return { ...next, endsAt: fact.endsAt, extensions: fact.extensions };
    case "closed":
      return {
        ...next,
        phase: "closed",
        outcome: fact.outcome,
        closedAt: at,
        announcedAt: fact.whileHidden === true ? null : at,
        endUnannounced: fact.whileHidden === true,
      };
    case "cancelled":
      return { ...next, phase: "cancelled" };
    case "removed":
      return { ...next, phase: "removed" };
    case "bidderBlocked":
      return { ...next, blocked: [...auction.blocked, ...(secret?.personIds ?? [])] };
    case "bidderUnblocked":
      return { ...next, blocked: auction.blocked.filter((personId) => !secret?.personIds?.includes(personId)) };
    case "hidden":
      return { ...next, hidden: { reason: secret?.reason ?? "" } };
    case "shown":
      return { ...next, hidden: null, endUnannounced: false, announcedAt: fact.closing ? at : auction.announcedAt };
    case "voided":
      return { ...next, phase: "voided", outcome: null, voided: { reason: fact.reason }, endUnannounced: false };
  }
}

function standingBid(auction: Auction, bidId: string, what: string): Bid {
  const bid = findBid(auction, bidId);
  if (!bid) throw new Error(`${what} of a bid that is not standing`);
  return bid;
}

/**
 * Everyone in an auction is told of a lead that its bidder took back at most this often, because that costs them nothing;
 * of one that was released or removed each time.
 */
const LEAD_LOST_EVERY_MS = 3_600_000;

/** Whether a fact opens another bidder's maximum, or the reserve. */
function opensSomething(fact: Pick<OfMaxima, "openedMaximum" | "openedReserve">): boolean {
  return fact.openedMaximum !== undefined || fact.openedReserve !== undefined;
}

/**
 * The bid whose taking back would reveal something from this fact on, because it has met an automatic bid of another
 * person: the leading one, when an automatic bid is placed or raised over it or against it; the one just placed, when
 * the rules raise the leader against it; or the highest of others, when the bids between it and an automatic one are
 * taken away: a maximum that the leader gives afterwards is at least a price that this bid holds up. Null if the two
 * bids are of one person, or neither has a hidden maximum.
 */
export function metBy(top: BidStack | null, fact: Fact): Bid | null {
  if (fact.type === "bidWithdrawn" || fact.type === "bidVoided") return exposedBy(top, fact.bidId);
  if (fact.type !== "newBid" && fact.type !== "bidEdited" && fact.type !== "bidAdjusted") return null;
  if (!top || top.bid.bidderId === fact.bidderId) return null;
  return fact.type === "bidAdjusted" || fact.floorMinor !== undefined ? top.bid : null;
}

/** The highest bid of others against a leading automatic bid, if the bid that goes was above it. */
function exposedBy(top: BidStack | null, bidId: string): Bid | null {
  let leader: Bid | null = null;
  let isAbove = false;
  for (let at = top; at; at = at.below) {
    const { bid } = at;
    if (bid.id === bidId) {
      isAbove = true;
      continue;
    }
    leader ??= bid;
    if (!isAutomatic(leader)) return null;
    if (bid.bidderId !== leader.bidderId) return isAbove ? bid : null;
  }
  return null;
}

function afterMeeting(top: BidStack | null, fact: Fact): BidStack | null {
  const met = metBy(top, fact);
  return met && !met.reveals ? replaced(top, { ...met, reveals: true }) : top;
}

function floorIn({ floorMinor }: OfMaxima): Pick<Bid, "floorMinor"> {
  return floorMinor === undefined ? {} : { floorMinor };
}

/**
 * The changes of the auction by a placed or raised bid, other than its bids. It may open the reserve, and a purchase
 * ends it.
 */
function afterOffer(auction: Auction, fact: OfMaxima, at: number): Pick<Auction, "reserve" | "bought" | "endsAt"> {
  const { bought = false } = fact;
  return { reserve: reserveAfter(auction, fact), bought, endsAt: bought ? at : auction.endsAt };
}

function reserveAfter({ reserve }: Auction, { openedReserve }: Pick<OfMaxima, "openedReserve">): Reserve | null {
  return openedReserve ? { ...openedReserve, opened: true } : reserve;
}

/** A field that a change sets to null is absent afterwards. */
function changedTerms(terms: Terms, change: ListingChange): Terms {
  const { buyNowPriceMinor, details, ...others } = { ...terms, ...change };
  return {
    ...others,
    ...(typeof buyNowPriceMinor === "number" && { buyNowPriceMinor }),
    ...(details && { details }),
  };
}

/**
 * The seal after a fact about a bid: that of its own maximum, or none once the sealed maximum is opened or replaced.
 */
function sealAfter(
  auction: Auction,
  fact: OfMaxima & { readonly bidId: string },
  secret: Secret | undefined,
  seq: number,
) {
  const { bidId, openedMaximum } = fact;
  if (secret?.salt !== undefined) return { bidId, seq, salt: secret.salt };
  return openedMaximum || auction.seal?.bidId === bidId ? null : auction.seal;
}

/** The stack with a standing bid in its current state, on top. */
function onTop(top: BidStack | null, bid: Bid): BidStack {
  return { bid, below: without(top, bid.id) };
}

/** The stack with a standing bid in its current state, where it is. */
function replaced(top: BidStack | null, bid: Bid): BidStack | null {
  return withRest(top, bid.id, (rest) => ({ bid, below: rest }));
}

/** The stack without one bid. Iterative, because a hot auction's stack is deeper than the call stack. */
function without(top: BidStack | null, bidId: string): BidStack | null {
  return withRest(top, bidId, (rest) => rest);
}

function withRest(
  top: BidStack | null,
  bidId: string,
  from: (rest: BidStack | null) => BidStack | null,
): BidStack | null {
  const above: Bid[] = [];
  let at = top;
  while (at && at.bid.id !== bidId) {
    above.push(at.bid);
    at = at.below;
  }
  // Stryker disable next-line OptionalChaining: the caller has found the bid.
  let rest = from(at?.below ?? null);
  for (const bid of above.toReversed()) rest = { bid, below: rest };
  return rest;
}

/**
 * The state of one auction after its facts. `evolve` applies one recorded fact. It never refuses, because the facts in
 * the journal have already happened. State is immutable, so a caller can keep the old value and go back to it when a
 * storage transaction fails.
 */
import type {
  Fact,
  ListingChange,
  OfferFields,
  OpenedReserve,
  Outcome,
  SequencedFact,
  SecretPart,
  Terms,
} from "./facts.ts";
import { incrementAt } from "./money.ts";

export type Bid = {
  readonly id: string;
  readonly bidderId: string;
  readonly amountMinor: number;
  /**
   * The highest amount this bid can rise to. For an exact bid it equals the amount. Only the bidder knows it while the
   * bid leads, so a replay of the public journal uses the amount.
   */
  readonly maxMinor: number;
  /** The lowest possible amount of an automatic bid, when no one else bids more. Exact bids have none. */
  readonly floorMinor?: number;
  /** Whether the rules set the amount, within the bidder's maximum. */
  readonly auto: boolean;
  readonly edited: boolean;
  readonly placedAt: number;
  /**
   * Whether withdrawing the bid would reveal something, because it has met another person's automatic bid or the
   * reserve. The bidder then needs the seller to release it.
   */
  readonly reveals: boolean;
  /** Whether the bidder has asked the seller to release the bid. */
  readonly releaseRequested: boolean;
};

/**
 * The standing bids as a stack, in the order of their last facts. No bid is lower than those before it, and the leader
 * is on top. Only the leading bid can have a maximum above its amount.
 *
 * A replay of the journal holds every standing bid. A room loads only the bids that a turn can reach: the top of the
 * stack, as deep as the turn's withdrawals can go, and any lower bids that the commands refer to. `bidCount`
 * always counts every standing bid.
 */
export type BidStack = { readonly bid: Bid; readonly below: BidStack | null };

/** The number of the fact and the salt, which open the seal of the leading bid's maximum. */
type Seal = { readonly bidId: string; readonly seq: number; readonly salt: string };

/**
 * The hidden reserve. The item doesn't sell below it. `seq` is the fact that sealed it. In a replay of the public
 * journal the amount is null until a fact opens it.
 */
export type Reserve = {
  readonly seq: number;
  readonly reserveMinor: number | null;
  readonly salt: string;
  /** Whether a bid met the reserve, which makes its amount public. */
  readonly opened: boolean;
};

export type Auction = {
  readonly id: string;
  readonly sellerId: string;
  readonly currency: string;
  readonly terms: Terms;
  readonly phase: "open" | "closed" | "voided" | "cancelled" | "removed";
  readonly openedAt: number;
  /** The end that the seller set. `endsAt` is that end plus the extensions. */
  readonly scheduledEndsAt: number;
  readonly endsAt: number;
  readonly extensions: number;
  readonly top: BidStack | null;
  readonly bidCount: number;
  /** Null while the leading bid is exact, while its maximum is public, and in a replay of the public journal. */
  readonly seal: Seal | null;
  /** Null if there is no reserve. It isn't part of the terms, because terms are public. */
  readonly reserve: Reserve | null;
  /** Whether someone bought the item at its Buy It Now price. `endsAt` is then the time of the purchase. */
  readonly bought: boolean;
  readonly outcome: Outcome | null;
  /** When the auction was closed (epoch ms). Facts about hiding can still follow. */
  readonly closedAt: number | null;
  /** People whose bids the seller refuses. */
  readonly blocked: readonly string[];
  /**
   * Why an admin hid the listing, or null. The public journal has no reasons, so a replay of it has an empty string.
   */
  readonly hidden: { readonly reason: string } | null;
  /** Why an admin voided the auction, or null. A voided auction has no winner, and its bids don't count. */
  readonly voided: { readonly reason: string } | null;
  /** How many bids their bidders have withdrawn, including released ones. */
  readonly withdrawals: number;
  /** The last time we notified everyone that the lead changed because a bid was withdrawn or voided. */
  readonly leadLost: { readonly seq: number; readonly at: number } | null;
  /** Whether the seller has released a buyer who didn't pay. The auction then has no winner. */
  readonly buyerReleased: boolean;
  /** Whether the seller voided bids by blocking their bidder. The journal is then kept, as with standing bids. */
  readonly sellerVoided: boolean;
  /** When the end was announced (epoch ms): at closing, or when the listing was shown again. Null before that. */
  readonly announcedAt: number | null;
  /** Whether the auction closed while hidden. We announce that end only when the listing is shown again. */
  readonly endUnannounced: boolean;
  /** The number of edits to the listing. */
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

/** Whether the rules set the bid's amount, between its floor and its maximum. */
export function isAutomatic(bid: Bid): boolean {
  return bid.floorMinor !== undefined;
}

/** The lowest possible amount of a bid: its own amount, if it is exact. */
export function floorOf(bid: Bid): number {
  return bid.floorMinor ?? bid.amountMinor;
}

/**
 * The minimum bid, in minor units. Without a standing bid that's the starting price, otherwise the
 * price plus the increment.
 */
export function minNextBid(auction: Auction): number {
  const price = priceOf(auction);
  return price === null ? auction.terms.startingPriceMinor : price + incrementAt(auction.terms.increments, price);
}

/**
 * Whether the price has reached the hidden reserve. Null without a reserve. In a replay of the public journal the
 * amount is unknown until a bid meets it, so the reserve is unmet there too.
 */
export function isReserveMet({ reserve, top }: Pick<Auction, "reserve" | "top">): boolean | null {
  if (!reserve) return null;
  return top !== null && reserve.reserveMinor !== null && top.bid.amountMinor >= reserve.reserveMinor;
}

/** The reserve in minor units. Null if there is none, or its amount is unknown here. */
export function reserveOf({ reserve }: Pick<Auction, "reserve">): number | null {
  return reserve?.reserveMinor ?? null;
}

/**
 * The reserve that opens when a fact sets the price to `amountMinor`, if that fact is the first to meet it. In a replay
 * of the public journal its amount is null, so nothing opens there. A `NaN` reserve, as `opened-reserves.ts` gives to
 * commands, would open, because no comparison with it is true.
 */
export function reserveOpeningAt(
  { reserve }: Auction,
  amountMinor: number,
): { readonly openedReserve?: OpenedReserve } {
  if (!reserve || reserve.opened || reserve.reserveMinor === null || amountMinor < reserve.reserveMinor) return {};
  const { seq, reserveMinor, salt } = reserve;
  return { openedReserve: { seq, reserveMinor, salt } };
}

/** The standing bids, leader first. A replay has all of them. A room has only the loaded ones. */
export function standingBids(auction: Auction): Bid[] {
  const bids: Bid[] = [];
  for (let entry = auction.top; entry; entry = entry.below) bids.push(entry.bid);
  return bids;
}

/** The standing bid with this ID, or null. */
export function findBid(auction: Auction, bidId: string): Bid | null {
  for (let entry = auction.top; entry; entry = entry.below) if (entry.bid.id === bidId) return entry.bid;
  return null;
}

/**
 * The initial values of an auction's fields. A stored auction from before a field existed gets the field from here, so
 * a new field's value must be right for it, too.
 */
export const INITIAL_FIELDS = {
  phase: "open",
  extensions: 0,
  top: null,
  bidCount: 0,
  seal: null,
  reserve: null,
  bought: false,
  outcome: null,
  closedAt: null,
  hidden: null,
  voided: null,
  withdrawals: 0,
  leadLost: null,
  buyerReleased: false,
  sellerVoided: false,
  announcedAt: null,
  endUnannounced: false,
  edits: 0,
} as const satisfies Partial<Auction>;

/**
 * The auction after one recorded fact. Throws if the journal is incomplete: a fact before `opened`, a second `opened`,
 * a gap in the numbers, or a change to a bid that isn't standing.
 */
export function evolve(auction: Auction | null, { fact, secret, seq, at }: SequencedFact): Auction {
  if (fact.type === "opened") {
    if (auction) throw new Error("an auction opens once");
    return {
      id: fact.auctionId,
      sellerId: fact.sellerId,
      currency: fact.currency,
      terms: fact.terms,
      ...INITIAL_FIELDS,
      openedAt: at,
      scheduledEndsAt: fact.terms.endsAt,
      endsAt: fact.terms.endsAt,
      blocked: secret?.personIds ?? [],
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
      const reveals = opensSealedAmount(fact);
      const initialFields = { auto, edited: false, placedAt: at, reveals, releaseRequested: false };
      const placed = { id, bidderId, amountMinor, maxMinor, ...initialFields };
      const bid = fact.floorMinor === undefined ? placed : { ...placed, floorMinor: fact.floorMinor };
      const { reserve, bought, endsAt } = applyOffer(auction, fact, at);
      const seal = sealAfter(auction, fact, secret, seq);
      const top = { bid, below: markExposed(auction.top, fact) };
      return { ...next, reserve, bought, endsAt, top, bidCount: auction.bidCount + 1, seal };
    }
    case "bidEdited": {
      const { floorMinor: _, ...old } = getStandingBid(auction, fact.bidId, "an edit");
      const { amountMinor } = fact;
      const maxMinor = secret?.maxMinor ?? amountMinor;
      const reveals = old.reveals || opensSealedAmount(fact);
      const bid = {
        ...old,
        amountMinor,
        maxMinor,
        ...floorField(fact),
        auto: false,
        edited: true,
        reveals,
        releaseRequested: false,
      };
      const seal = sealAfter(auction, fact, secret, seq);
      return { ...next, ...applyOffer(auction, fact, at), top: pushBid(markExposed(auction.top, fact), bid), seal };
    }
    case "bidAdjusted": {
      const old = getStandingBid(auction, fact.bidId, "an adjustment");
      const { amountMinor } = fact;
      // In a public replay the maximum is at least the amount the bid was raised to.
      const maxMinor = fact.maxMinor ?? Math.max(old.maxMinor, amountMinor);
      const bid = { ...old, amountMinor, maxMinor, auto: true, reveals: old.reveals || opensSealedAmount(fact) };
      return {
        ...next,
        top: pushBid(markExposed(auction.top, fact), bid),
        reserve: applyReserveOpening(auction, fact),
      };
    }
    case "maximumChanged": {
      const old = getStandingBid(auction, fact.bidId, "a maximum");
      const maxMinor = secret?.maxMinor ?? old.maxMinor;
      const bid = { ...old, maxMinor, floorMinor: floorOf(old), releaseRequested: false };
      return { ...next, top: pushBid(auction.top, bid), seal: sealAfter(auction, fact, secret, seq) };
    }
    case "releaseRequested":
      return {
        ...next,
        top: replaceBid(auction.top, { ...getStandingBid(auction, fact.bidId, "a request"), releaseRequested: true }),
      };
    case "bidWithdrawn":
    case "bidVoided": {
      const { id } = getStandingBid(auction, fact.bidId, "a withdrawal");
      const seal = auction.seal?.bidId === id ? null : auction.seal;
      const withdrawals = auction.withdrawals + (fact.type === "bidWithdrawn" ? 1 : 0);
      const top = removeBid(markExposed(auction.top, fact), id);
      const isOwn = fact.type === "bidWithdrawn" && fact.reason !== "released";
      const isDue = !isOwn || at >= (auction.leadLost?.at ?? -Infinity) + LEAD_LOST_INTERVAL_MS;
      const leadLost = fact.newLeaderId !== null && isDue ? { seq, at } : auction.leadLost;
      const sellerVoided = auction.sellerVoided || (fact.type === "bidVoided" && fact.by === "seller");
      return { ...next, top, bidCount: auction.bidCount - 1, seal, withdrawals, leadLost, sellerVoided };
    }
    case "buyerReleased":
      return { ...next, outcome: null, buyerReleased: true };
    case "listingEdited": {
      const terms = applyTermsChange(auction.terms, fact.change);
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

function getStandingBid(auction: Auction, bidId: string, what: string): Bid {
  const bid = findBid(auction, bidId);
  if (!bid) throw new Error(`${what} of a bid that is not standing`);
  return bid;
}

/**
 * Withdrawing a lead costs its bidder nothing, so we notify everyone in the auction at most this often. For a released
 * or voided lead we notify them every time.
 */
const LEAD_LOST_INTERVAL_MS = 3_600_000;

/** Whether a fact opens another bidder's maximum, or the reserve. */
function opensSealedAmount(fact: Pick<OfferFields, "openedMaximum" | "openedReserve">): boolean {
  return fact.openedMaximum !== undefined || fact.openedReserve !== undefined;
}

/**
 * The bid that would reveal something if it were withdrawn after this fact, because it has met another person's
 * automatic bid. Null if both bids are one person's, or neither has a hidden maximum. There are three cases:
 * - an automatic bid is placed or raised over the leading bid or against it: the leading one
 * - the rules raise the leader against a new bid: the new one
 * - the bids between an automatic bid and the highest rival bid are gone: that rival bid, because any later maximum
 *   of the leader is at least the price it supports
 */
export function bidExposedBy(top: BidStack | null, fact: Fact): Bid | null {
  if (fact.type === "bidWithdrawn" || fact.type === "bidVoided") return rivalExposedBy(top, fact.bidId);
  if (fact.type !== "newBid" && fact.type !== "bidEdited" && fact.type !== "bidAdjusted") return null;
  if (!top || top.bid.bidderId === fact.bidderId) return null;
  return fact.type === "bidAdjusted" || fact.floorMinor !== undefined ? top.bid : null;
}

/** The highest rival bid against a leading automatic bid, if the removed bid was above it. */
function rivalExposedBy(top: BidStack | null, bidId: string): Bid | null {
  let leader: Bid | null = null;
  let isAbove = false;
  for (let entry = top; entry; entry = entry.below) {
    const { bid } = entry;
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

function markExposed(top: BidStack | null, fact: Fact): BidStack | null {
  const exposed = bidExposedBy(top, fact);
  return exposed && !exposed.reveals ? replaceBid(top, { ...exposed, reveals: true }) : top;
}

function floorField({ floorMinor }: OfferFields): Pick<Bid, "floorMinor"> {
  return floorMinor === undefined ? {} : { floorMinor };
}

/**
 * How a placed or raised bid changes the auction, apart from its bids. It can open the reserve, and a purchase ends the
 * auction.
 */
function applyOffer(auction: Auction, fact: OfferFields, at: number): Pick<Auction, "reserve" | "bought" | "endsAt"> {
  const { bought = false } = fact;
  return { reserve: applyReserveOpening(auction, fact), bought, endsAt: bought ? at : auction.endsAt };
}

function applyReserveOpening(
  { reserve }: Auction,
  { openedReserve }: Pick<OfferFields, "openedReserve">,
): Reserve | null {
  return openedReserve ? { ...openedReserve, opened: true } : reserve;
}

/** A field that a change sets to null is absent afterwards. */
function applyTermsChange(terms: Terms, change: ListingChange): Terms {
  const { buyNowPriceMinor, details, ...others } = { ...terms, ...change };
  return {
    ...others,
    ...(typeof buyNowPriceMinor === "number" && { buyNowPriceMinor }),
    ...(details && { details }),
  };
}

/** The seal of the leading bid after a fact. Null once the sealed maximum is opened or replaced by an exact bid. */
function sealAfter(
  auction: Auction,
  fact: OfferFields & { readonly bidId: string },
  secret: SecretPart | undefined,
  seq: number,
) {
  const { bidId, openedMaximum } = fact;
  if (secret?.salt !== undefined) return { bidId, seq, salt: secret.salt };
  return openedMaximum || auction.seal?.bidId === bidId ? null : auction.seal;
}

/** The stack with this standing bid on top. */
function pushBid(top: BidStack | null, bid: Bid): BidStack {
  return { bid, below: removeBid(top, bid.id) };
}

/** The stack with this standing bid updated in its place. */
function replaceBid(top: BidStack | null, bid: Bid): BidStack | null {
  return rebuildFrom(top, bid.id, (rest) => ({ bid, below: rest }));
}

/** The stack without one bid. Iterative, because a hot auction's stack can be too deep for recursion. */
function removeBid(top: BidStack | null, bidId: string): BidStack | null {
  return rebuildFrom(top, bidId, (rest) => rest);
}

function rebuildFrom(
  top: BidStack | null,
  bidId: string,
  replaceRest: (rest: BidStack | null) => BidStack | null,
): BidStack | null {
  const above: Bid[] = [];
  let entry = top;
  while (entry && entry.bid.id !== bidId) {
    above.push(entry.bid);
    entry = entry.below;
  }
  // Stryker disable next-line OptionalChaining: the caller has found the bid.
  let rest = replaceRest(entry?.below ?? null);
  for (const bid of above.toReversed()) rest = { bid, below: rest };
  return rest;
}

/**
 * One auction as its facts have made it. `evolve` applies one recorded fact; it decides nothing and refuses nothing:
 * what is in the journal happened. State is immutable: a caller may keep an old value and return to it when a storage
 * transaction fails.
 */
import { incrementAt, type IncrementScheme } from "./money.ts";

/** What the seller offers. Times are epoch milliseconds, money is minor units. */
export type Terms = {
  readonly title: string;
  readonly description: string;
  readonly categoryId: string;
  /** Its name at listing time: categories are never renamed, and a listing never changes its category. */
  readonly categoryName: string;
  /** Keys of the pictures, the cover first. */
  readonly imageKeys: readonly string[];
  readonly startingPriceMinor: number;
  /** When bidding begins; absent where it begins with the opening. */
  readonly startsAt?: number;
  readonly endsAt: number;
  readonly increments: IncrementScheme;
  /** Upper bound of the soft-close window; 0 when this auction has none. */
  readonly softCloseMs: number;
  /** No bid may be withdrawn with less than this left. */
  readonly freezeMs: number;
  /** Soft-close windows that are left at least once the leading bid was withdrawn; auctions from before have no such term. */
  readonly windowsAfterWithdrawal?: number;
  /** The expired auction that this one offers once more; absent where it was offered for the first time. */
  readonly relistOf?: string;
};

export type Bid = {
  readonly id: string;
  readonly bidderId: string;
  readonly amountMinor: number;
  /** The most that this bid may be raised to; equal to the amount for a plain bid. Known to its bidder alone. */
  readonly maxMinor: number;
  /** Whether the system raised it for its bidder, up to the bidder's maximum. */
  readonly auto: boolean;
  readonly edited: boolean;
  readonly placedAt: number;
};

/**
 * The standing bids as a stack: every valid bid is higher than all before it, so the leader is on top. A replay of the
 * journal has all of them. A room gives the rules only as many as a turn can reach: the top, as deep as its withdrawals
 * may go, and below it the bids that its commands name. `bidCount` always counts all.
 */
export type Standing = { readonly bid: Bid; readonly below: Standing | null };

export type Outcome = { readonly winnerId: string; readonly bidId: string; readonly priceMinor: number };

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
  readonly top: Standing | null;
  readonly bidCount: number;
  readonly outcome: Outcome | null;
  /** When it was closed (epoch ms); facts about hiding may come later. */
  readonly closedAt: number | null;
  /** People from whom the seller takes no bids. */
  readonly blocked: readonly string[];
  /** Why an admin has hidden it, or null. The public journal has no reasons: replayed from there the text is empty. */
  readonly hidden: { readonly reason: string } | null;
  /** Why an admin has voided it, or null: its bids then count for nothing, and it has no winner. */
  readonly voided: { readonly reason: string } | null;
  /** Whether it was closed while it was hidden: nobody is notified of that end before it is shown again. */
  readonly endUnannounced: boolean;
  /** How often the listing was changed. */
  readonly edits: number;
  /** Sequence number and time of the last fact. */
  readonly seq: number;
  readonly at: number;
};

export type ListingChange = Partial<
  Pick<
    Terms,
    "title" | "description" | "imageKeys" | "startingPriceMinor" | "startsAt" | "endsAt" | "increments" | "softCloseMs"
  >
>;

/** The public part of what happened. Ids only: no name, e-mail or maximum ever enters the journal's public part. */
export type Fact =
  | {
      readonly type: "opened";
      readonly auctionId: string;
      readonly sellerId: string;
      readonly currency: string;
      readonly terms: Terms;
    }
  | {
      readonly type: "newBid";
      readonly bidId: string;
      readonly bidderId: string;
      readonly amountMinor: number;
      /** Whether the system raised an automatic bid, rather than a person placing one. */
      readonly auto: boolean;
      /** The bidder who lost the lead by it, if that is another person. */
      readonly outbidId: string | null;
    }
  | {
      readonly type: "bidEdited";
      readonly bidId: string;
      readonly bidderId: string;
      readonly amountMinor: number;
      readonly previousMinor: number;
      readonly outbidId: string | null;
    }
  | {
      readonly type: "bidWithdrawn";
      readonly bidId: string;
      readonly bidderId: string;
      readonly amountMinor: number;
      /** The bidder who leads now, if that is another person. */
      readonly newLeaderId: string | null;
      /** Set when its bidder undid it as a slip. */
      readonly reason?: "mistake";
    }
  | { readonly type: "listingEdited"; readonly change: ListingChange }
  | { readonly type: "extended"; readonly endsAt: number; readonly extensions: number }
  | {
      readonly type: "closed";
      readonly outcome: Outcome | null;
      /** The journal's hash just before this fact: what the closing certificate signs. */
      readonly lastHash: string;
      /** Set while the listing is hidden: its end is announced by the `shown` that follows, if one does. */
      readonly whileHidden?: true;
    }
  | { readonly type: "cancelled" }
  | { readonly type: "removed" }
  /** The person is named in the secret part. */
  | { readonly type: "bidderBlocked" }
  | { readonly type: "bidderUnblocked" }
  | { readonly type: "hidden" }
  /** `closing` is set when it was closed while it was hidden: this announces how. */
  | { readonly type: "shown"; readonly closing?: { readonly outcome: Outcome | null } }
  /** Everyone in the auction receives the reason, so it is public. */
  | { readonly type: "voided"; readonly reason: string };

/** The part of a fact that only its owner may see. */
export type Secret = {
  readonly maxMinor?: number;
  /** The people who are blocked by it, or unblocked. */
  readonly personIds?: readonly string[];
  /** Why a listing is hidden. */
  readonly reason?: string;
  /** Keeps the rest from being guessed by its hash. */
  readonly salt?: string;
};

/** A fact that a decision proposes, and the same fact with its place in the journal. */
export type Draft = { readonly fact: Fact; readonly secret?: Secret };
export type Recorded = Draft & { readonly seq: number; readonly at: number };

/** The current price in minor units, or null without a standing bid. */
export function priceOf(auction: Auction): number | null {
  return auction.top?.bid.amountMinor ?? null;
}

/** The highest standing bid. */
export function leaderOf(auction: Auction): Bid | null {
  return auction.top?.bid ?? null;
}

/** The smallest amount of the next bid, in minor units: the starting price without a standing bid, else price plus increment. */
export function minNextBid(auction: Auction): number {
  const price = priceOf(auction);
  return price === null ? auction.terms.startingPriceMinor : price + incrementAt(auction.terms.increments, price);
}

/** The standing bids of a replay, the leader first; of a room's auction those that it holds. */
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

/** Gives drafts the next sequence numbers and one time: `now` (epoch ms), or that of the last fact if it is later. */
export function record(auction: Auction | null, drafts: readonly Draft[], now: number): Recorded[] {
  const seq = auction?.seq ?? 0;
  const at = Math.max(now, auction?.at ?? 0);
  return drafts.map((draft, index) => ({ ...draft, seq: seq + index + 1, at }));
}

/**
 * The auction after one recorded fact. Throws for a journal that is not whole: a fact before `opened`, a second
 * `opened`, a gap in the numbers, an edit or a withdrawal of a bid that is not standing.
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
      outcome: null,
      closedAt: null,
      blocked: secret?.personIds ?? [],
      hidden: null,
      voided: null,
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
      const bid = { id, bidderId, amountMinor, maxMinor, auto, edited: false, placedAt: at };
      return { ...next, top: { bid, below: auction.top }, bidCount: auction.bidCount + 1 };
    }
    case "bidEdited": {
      const old = findBid(auction, fact.bidId);
      if (!old) throw new Error("an edit of a bid that is not standing");
      const { amountMinor } = fact;
      const bid = { ...old, amountMinor, maxMinor: secret?.maxMinor ?? amountMinor, edited: true };
      return { ...next, top: { bid, below: without(auction.top, fact.bidId) } };
    }
    case "bidWithdrawn":
      if (!findBid(auction, fact.bidId)) throw new Error("a withdrawal of a bid that is not standing");
      return { ...next, top: without(auction.top, fact.bidId), bidCount: auction.bidCount - 1 };
    case "listingEdited": {
      const terms = { ...auction.terms, ...fact.change };
      const edited = { ...next, terms, edits: auction.edits + 1 };
      if (fact.change.endsAt === undefined) return edited;
      return { ...edited, scheduledEndsAt: terms.endsAt, endsAt: terms.endsAt };
    }
    case "extended":
      return { ...next, endsAt: fact.endsAt, extensions: fact.extensions };
    case "closed":
      return {
        ...next,
        phase: "closed",
        outcome: fact.outcome,
        closedAt: at,
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
      return { ...next, hidden: null, endUnannounced: false };
    case "voided":
      return { ...next, phase: "voided", outcome: null, voided: { reason: fact.reason }, endUnannounced: false };
  }
}

/** The stack without one bid. Iterative: a hot auction's stack is deeper than the call stack. */
function without(top: Standing | null, bidId: string): Standing | null {
  const above: Bid[] = [];
  let at = top;
  while (at && at.bid.id !== bidId) {
    above.push(at.bid);
    at = at.below;
  }
  // Stryker disable next-line OptionalChaining: the caller has found the bid.
  let rest = at?.below ?? null;
  for (const bid of above.toReversed()) rest = { bid, below: rest };
  return rest;
}

/**
 * The facts that make up an auction's journal, and the text that chains each one to the one before. The room uses that
 * text to write the journal, and the browser uses it to verify an auction. Hashing needs platform APIs, so it happens
 * elsewhere.
 */
import type { IncrementScheme } from "./money.ts";

/** The seller's offer. Times are epoch milliseconds, and money is in minor units. */
export type Terms = {
  readonly title: string;
  readonly description: string;
  readonly categoryId: string;
  /** The category's name at listing time. It stays in the journal even when an admin renames or merges the category. */
  readonly categoryName: string;
  /** Keys of the images, the cover first. */
  readonly imageKeys: readonly string[];
  readonly startingPriceMinor: number;
  /** When bidding begins. Absent if it begins with the opening. */
  readonly startsAt?: number;
  readonly endsAt: number;
  readonly increments: IncrementScheme;
  /** Upper bound of the soft-close window. 0 when this auction has none. */
  readonly softCloseMs: number;
  /** Bids can't be withdrawn with less time than this left. */
  readonly freezeMs: number;
  /** How many soft-close windows must remain after the leading bid is withdrawn. */
  readonly windowsAfterWithdrawal: number;
  /** The expired auction that this one relists. Absent for a first listing. */
  readonly relistOf?: string;
  /** Set if the sweep relisted it automatically, because the seller had chosen that. */
  readonly relistedByItself?: true;
  /** The Buy It Now price, while someone can buy at it (`buying.ts`). Absent without one. */
  readonly buyNowPriceMinor?: number;
  /** The item's details. Absent if the seller gave none. */
  readonly details?: ItemDetails;
};

/** Opaque, because the rules only compare them. */
export type ItemDetails = Readonly<Record<string, string | number>>;

export type Outcome = { readonly winnerId: string; readonly bidId: string; readonly priceMinor: number };

export type ListingChange = Partial<
  Pick<
    Terms,
    "title" | "description" | "imageKeys" | "startingPriceMinor" | "startsAt" | "endsAt" | "increments" | "softCloseMs"
  >
> & {
  /** Null removes the price. */
  readonly buyNowPriceMinor?: number | null;
  /** All of them. Null removes them. */
  readonly details?: ItemDetails | null;
};

/** An exhausted maximum, with the salt of its seal. Together they hash to the seal of fact `seq`. */
type OpenedMaximum = { readonly seq: number; readonly maxMinor: number; readonly salt: string };

/** The reserve, with the salt of its seal, in the fact that first meets it. */
export type OpenedReserve = { readonly seq: number; readonly reserveMinor: number; readonly salt: string };

/** A bid with its amount in this fact. */
type BidFields = { readonly bidId: string; readonly bidderId: string; readonly amountMinor: number };

/** The fields of a placed or raised bid besides its amount, if maximums, a reserve or a purchase are involved. */
export type OfferFields = {
  /** Only on an automatic bid. Without a seal its maximum is its amount, because it was exhausted immediately. */
  readonly floorMinor?: number;
  /** The maximum of the bid that lost the lead to this one. */
  readonly openedMaximum?: OpenedMaximum;
  readonly openedReserve?: OpenedReserve;
  /**
   * Set if it buys the item at the Buy It Now price. The auction then ends at once, and `closed` follows in the same
   * turn.
   */
  readonly bought?: true;
};

/**
 * The public part of what happened. It names people only by ID. No name, email or unexhausted maximum ever enters the
 * journal's public part.
 */
export type Fact =
  | {
      readonly type: "opened";
      readonly auctionId: string;
      readonly sellerId: string;
      readonly currency: string;
      readonly terms: Terms;
    }
  | ({
      readonly type: "newBid";
      /**
       * Always false, because a person placed it. It's part of the hashed text, so removing it would change every hash.
       */
      readonly auto: boolean;
      /** The bidder who lost the lead to it, if that is another person. */
      readonly outbidId: string | null;
    } & BidFields &
      OfferFields)
  | ({
      readonly type: "bidEdited";
      readonly previousMinor: number;
      readonly outbidId: string | null;
    } & BidFields &
      OfferFields)
  /** An automatic bid has another amount, because another bid raised it or a withdrawal lowered it. */
  | ({
      readonly type: "bidAdjusted";
      /**
       * Set for an older bid of the leader that is lowered. Its maximum falls too, because the leading bid's maximum
       * covers it.
       */
      readonly maxMinor?: number;
      /** Set if a new maximum of the leader reaches the reserve. */
      readonly openedReserve?: OpenedReserve;
    } & BidFields)
  /** The leader has sealed another maximum for the leading bid. The price stays. */
  | { readonly type: "maximumChanged"; readonly bidId: string; readonly bidderId: string }
  | ({
      readonly type: "bidWithdrawn";
      /** The bidder who leads now, if that is another person. */
      readonly newLeaderId: string | null;
      /** Set when the bidder undid it as a typo, or the seller released it at the bidder's request. */
      readonly reason?: "mistake" | "released";
    } & BidFields)
  /** The bidder asks the seller to release a bid that they can't withdraw alone. */
  | ({ readonly type: "releaseRequested" } & BidFields)
  /**
   * The bid no longer counts, because the seller blocked its bidder, or an admin removed it or suspended its bidder. An
   * admin's reason is the secret part.
   */
  | ({
      readonly type: "bidVoided";
      /** The bidder who leads now, if that is another person. */
      readonly newLeaderId: string | null;
      readonly by: "seller" | "admin";
    } & BidFields)
  /** The seller has released a buyer who didn't pay. The sale is undone, and no one has won. */
  | { readonly type: "buyerReleased"; readonly bidderId: string; readonly priceMinor: number }
  | { readonly type: "listingEdited"; readonly change: ListingChange }
  /** The seller has set or changed the hidden reserve. Its amount is sealed. */
  | { readonly type: "reserveSet" }
  | { readonly type: "reserveRemoved" }
  | { readonly type: "extended"; readonly endsAt: number; readonly extensions: number }
  | {
      readonly type: "closed";
      readonly outcome: Outcome | null;
      /** The journal's hash just before this fact, which the closing certificate signs. */
      readonly lastHash: string;
      /** Set while the listing is hidden. A later `shown` announces the end, if there is one. */
      readonly whileHidden?: true;
    }
  | { readonly type: "cancelled" }
  | { readonly type: "removed" }
  /** The person is named in the secret part. */
  | { readonly type: "bidderBlocked" }
  | { readonly type: "bidderUnblocked" }
  | { readonly type: "hidden" }
  /** `closing` is set if the auction closed while hidden. This fact then announces the outcome. */
  | { readonly type: "shown"; readonly closing?: { readonly outcome: Outcome | null } }
  /** Everyone in the auction receives the reason, so it is public. */
  | { readonly type: "voided"; readonly reason: string };

/** The part of a fact that only its owner may see. */
export type SecretPart = {
  /** The maximum of an automatic bid. */
  readonly maxMinor?: number;
  /** The hidden reserve. */
  readonly reserveMinor?: number;
  /** The people whom it blocks or unblocks. */
  readonly personIds?: readonly string[];
  /** Why a listing was hidden, or a bid removed. */
  readonly reason?: string;
  /** Without it anyone could guess the other fields from their hash. */
  readonly salt?: string;
};

/** A reserve, with its random salt. Without the salt anyone could open the seal by hashing every candidate. */
export type SealedReserve = { readonly reserveMinor: number; readonly salt: string };

/** A fact that a decision proposes, before it has a place in the journal. */
export type FactDraft = { readonly fact: Fact; readonly secret?: SecretPart };
export type SequencedFact = FactDraft & { readonly seq: number; readonly at: number };

/**
 * Gives drafts the next sequence numbers and one time: `now` (epoch ms), or that of the last fact if it is later. A
 * decision can rely on its first fact having the number `auction.seq + 1`.
 */
export function sequenceFacts(
  auction: Pick<SequencedFact, "seq" | "at"> | null,
  drafts: readonly FactDraft[],
  now: number,
): SequencedFact[] {
  const seq = auction?.seq ?? 0;
  const at = Math.max(now, auction?.at ?? 0);
  return drafts.map((draft, index) => ({ ...draft, seq: seq + index + 1, at }));
}

/** A fact as everyone can see it: its place, its time, its public part, and the hash that commits to its secret. */
export type PublicRecord = {
  readonly seq: number;
  readonly at: number;
  readonly fact: Fact;
  readonly sealed?: string;
};

/** The hash before the first fact: 64 zeros. */
export const GENESIS_HASH = "0".repeat(64);

/** The text whose SHA-256 (lowercase hex) is the hash of this record. */
export function chainInput(previousHash: string, { seq, at, fact, sealed }: PublicRecord): string {
  return previousHash + canonicalJson(sealed === undefined ? { seq, at, fact } : { seq, at, fact, sealed });
}

/** JSON with sorted keys and no whitespace, so that equal values give equal text. Omits undefined fields. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  let text = "";
  for (const [key, member] of members) {
    if (member !== undefined) text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}

/**
 * The facts that an auction's journal consists of, and the text by which each is chained to the one before. Both sides
 * use that text: the room when it writes, and the browser when it verifies an auction. Hashing needs a platform, so it
 * is not done here.
 */
import type { IncrementScheme } from "./money.ts";

/** The seller's offer. Times are epoch milliseconds, money is minor units. */
export type Terms = {
  readonly title: string;
  readonly description: string;
  readonly categoryId: string;
  /** The category's name at listing time. It stays in the journal when an admin renames or merges the category. */
  readonly categoryName: string;
  /** Keys of the images, the cover first. */
  readonly imageKeys: readonly string[];
  readonly startingPriceMinor: number;
  /** When bidding begins; absent if it begins with the opening. */
  readonly startsAt?: number;
  readonly endsAt: number;
  readonly increments: IncrementScheme;
  /** Upper bound of the soft-close window; 0 when this auction has none. */
  readonly softCloseMs: number;
  /** No bid may be withdrawn with less time than this left. */
  readonly freezeMs: number;
  /** The minimum number of soft-close windows that are left after the leading bid was withdrawn. */
  readonly windowsAfterWithdrawal: number;
  /** The expired auction that this one relists; absent for a first listing. */
  readonly relistOf?: string;
  /** Set if the sweep relisted it automatically, because the seller had chosen that beforehand. */
  readonly relistedByItself?: true;
  /** The price at which it can be bought at once, while that is on offer (`buying.ts`); absent without one. */
  readonly buyNowPriceMinor?: number;
  /** The item's details, absent if its seller gave none. */
  readonly details?: ItemDetails;
};

/** Opaque: the rules only ask whether they changed. */
export type ItemDetails = Readonly<Record<string, string | number>>;

export type Outcome = { readonly winnerId: string; readonly bidId: string; readonly priceMinor: number };

export type ListingChange = Partial<
  Pick<
    Terms,
    "title" | "description" | "imageKeys" | "startingPriceMinor" | "startsAt" | "endsAt" | "increments" | "softCloseMs"
  >
> & {
  /** Null if it can no longer be bought at once. */
  readonly buyNowPriceMinor?: number | null;
  /** All of them; null if there are none any more. */
  readonly details?: ItemDetails | null;
};

/** An exhausted maximum, with the salt of its seal: together they hash to the seal of fact `seq`. */
export type OpenedMaximum = { readonly seq: number; readonly maxMinor: number; readonly salt: string };

/** The reserve, with the salt of its seal, in the fact that meets it for the first time. */
export type OpenedReserve = { readonly seq: number; readonly reserveMinor: number; readonly salt: string };

/** A bid with its amount in this fact. */
type OfBid = { readonly bidId: string; readonly bidderId: string; readonly amountMinor: number };

/** The fields of a placed or raised bid besides its amount, if maxima, a reserve or a purchase are involved. */
export type OfMaxima = {
  /** Only on an automatic bid. Without a seal its maximum is its amount, because it was exhausted at once. */
  readonly floorMinor?: number;
  /** The maximum of the bid that lost the lead by this one. */
  readonly openedMaximum?: OpenedMaximum;
  readonly openedReserve?: OpenedReserve;
  /** Set if it buys the auction at its buy now price: the end is then now, and `closed` follows in the same turn. */
  readonly bought?: true;
};

/**
 * The public part of what happened. Ids only: no name, email or unexhausted maximum ever enters the journal's public
 * part.
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
      /** Always false: a person placed it. It is hashed, so it stays. */
      readonly auto: boolean;
      /** The bidder who lost the lead by it, if that is another person. */
      readonly outbidId: string | null;
    } & OfBid &
      OfMaxima)
  | ({
      readonly type: "bidEdited";
      readonly previousMinor: number;
      readonly outbidId: string | null;
    } & OfBid &
      OfMaxima)
  /** An automatic bid has another amount: raised against another bid, or lowered because one was withdrawn. */
  | ({
      readonly type: "bidAdjusted";
      /**
       * Set for an older bid of the leader that is lowered: its maximum is lowered too, because the leading bid's
       * maximum covers it.
       */
      readonly maxMinor?: number;
      /** Set if a new maximum of the leader reaches the reserve. */
      readonly openedReserve?: OpenedReserve;
    } & OfBid)
  /** The leader has given the leading bid another maximum, which is sealed. It changes no price. */
  | { readonly type: "maximumChanged"; readonly bidId: string; readonly bidderId: string }
  | ({
      readonly type: "bidWithdrawn";
      /** The bidder who leads now, if that is another person. */
      readonly newLeaderId: string | null;
      /** Set when its bidder undid it as a slip, or when the seller released it because its bidder had asked. */
      readonly reason?: "mistake" | "released";
    } & OfBid)
  /** The bidder asks the seller to release a bid that they can't take back alone. */
  | ({ readonly type: "releaseAsked" } & OfBid)
  /**
   * The bid no longer counts: its bidder was blocked by the seller, or an admin has removed it or suspended its bidder.
   * An admin's reason is the secret part.
   */
  | ({
      readonly type: "bidVoided";
      /** The bidder who leads now, if that is another person. */
      readonly newLeaderId: string | null;
      readonly by: "seller" | "admin";
    } & OfBid)
  /** The seller has released a buyer who did not pay: the sale is undone, and no one has won. */
  | { readonly type: "buyerReleased"; readonly bidderId: string; readonly priceMinor: number }
  | { readonly type: "listingEdited"; readonly change: ListingChange }
  /** The seller has set the hidden reserve, or another one: its amount is sealed. */
  | { readonly type: "reserveSet" }
  | { readonly type: "reserveRemoved" }
  | { readonly type: "extended"; readonly endsAt: number; readonly extensions: number }
  | {
      readonly type: "closed";
      readonly outcome: Outcome | null;
      /** The journal's hash just before this fact: what the closing certificate signs. */
      readonly lastHash: string;
      /** Set while the listing is hidden: the end is announced by a later `shown`, if there is one. */
      readonly whileHidden?: true;
    }
  | { readonly type: "cancelled" }
  | { readonly type: "removed" }
  /** The person is named in the secret part. */
  | { readonly type: "bidderBlocked" }
  | { readonly type: "bidderUnblocked" }
  | { readonly type: "hidden" }
  /** `closing` is set if it was closed while it was hidden. It announces the outcome. */
  | { readonly type: "shown"; readonly closing?: { readonly outcome: Outcome | null } }
  /** Everyone in the auction receives the reason, so it is public. */
  | { readonly type: "voided"; readonly reason: string };

/** The part of a fact that only its owner may see. */
export type Secret = {
  /** The maximum of an automatic bid. */
  readonly maxMinor?: number;
  /** The hidden reserve. */
  readonly reserveMinor?: number;
  /** The people who are blocked by it, or unblocked. */
  readonly personIds?: readonly string[];
  /** Why a listing is hidden, or a bid removed. */
  readonly reason?: string;
  /** Keeps the other fields from being guessed by their hash. */
  readonly salt?: string;
};

/** A reserve, with the random salt without which its seal could be opened by hashing each candidate. */
export type SealedReserve = { readonly reserveMinor: number; readonly salt: string };

/** A fact that a decision proposes, and the same fact with its place in the journal. */
export type Draft = { readonly fact: Fact; readonly secret?: Secret };
export type Recorded = Draft & { readonly seq: number; readonly at: number };

/** An accepted command: its facts, or none if it changes nothing. */
export type Accepted = { readonly ok: true; readonly drafts: readonly Draft[] };

export function accept(...drafts: Draft[]): Accepted {
  return { ok: true, drafts };
}

/**
 * Gives drafts the next sequence numbers and one time: `now` (epoch ms), or that of the last fact if it is later. A
 * decision may rely on its first fact having the number `auction.seq + 1`.
 */
export function record(
  auction: Pick<Recorded, "seq" | "at"> | null,
  drafts: readonly Draft[],
  now: number,
): Recorded[] {
  const seq = auction?.seq ?? 0;
  const at = Math.max(now, auction?.at ?? 0);
  return drafts.map((draft, index) => ({ ...draft, seq: seq + index + 1, at }));
}

/** A fact as everyone may see it: its place, its time, its public part, and the hash that commits to its secret. */
export type PublicRecord = {
  readonly seq: number;
  readonly at: number;
  readonly fact: Fact;
  readonly sealed?: string;
};

/** The hash before the first fact: 64 zeros. */
export const GENESIS_HASH = "0".repeat(64);

/** The text whose SHA-256 (lower-case hex) is the hash of this record. */
export function chainInput(previousHash: string, { seq, at, fact, sealed }: PublicRecord): string {
  return previousHash + canonicalJson(sealed === undefined ? { seq, at, fact } : { seq, at, fact, sealed });
}

/** JSON with sorted keys and no blanks: one text for one value. Leaves out what is undefined. */
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

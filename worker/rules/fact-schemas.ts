/**
 * The facts that make up an auction's journal, exactly as they are hashed. Money is in minor units, and times are epoch
 * milliseconds. A fact identifies people only by ID. No name, email or unexhausted maximum ever enters it.
 *
 * The rules use only the types (`facts.ts`), so pages can share them without zod. The API checks and describes the
 * journal with these schemas.
 */
import * as z from "zod";

const minor = z.number().int().nonnegative();
const at = z.number().int();

/** Opaque, because the rules only compare them. `listing-details.ts` of the contract says what they can be. */
const itemDetails = z.record(z.string(), z.union([z.string(), z.number()]));

const changeableTerms = {
  title: z.string(),
  description: z.string(),
  /** Keys of the images, the cover first. */
  imageKeys: z.array(z.string()),
  startingPriceMinor: minor,
  /** When bidding begins. */
  startsAt: at,
  endsAt: at,
  increments: z.enum(["flat", "tiered"]),
  /** Upper bound of the soft-close window. 0 when this auction has none. */
  softCloseMs: z.number().int(),
};

const terms = z.object({
  ...changeableTerms,
  /** Absent if bidding begins with the opening. */
  startsAt: changeableTerms.startsAt.exactOptional(),
  categoryId: z.string(),
  /** The category's name at listing time. It stays in the journal even when an admin renames or merges the category. */
  categoryName: z.string(),
  /** Bids can't be withdrawn with less time than this left. */
  freezeMs: z.number().int(),
  /** How many soft-close windows must remain after the leading bid is withdrawn. */
  windowsAfterWithdrawal: z.number().int(),
  /** The expired auction that this one relists. Absent for a first listing. */
  relistOf: z.string().exactOptional(),
  /** Set if the sweep relisted the item automatically, because the seller had chosen that. */
  relistedByItself: z.literal(true).exactOptional(),
  /** The Buy It Now price. Absent if there is none. `buying.ts` decides when someone can buy at this price. */
  buyNowPriceMinor: minor.exactOptional(),
  /** Absent if the seller gave none. */
  details: itemDetails.exactOptional(),
});

const listingChange = z.object({
  title: changeableTerms.title.exactOptional(),
  description: changeableTerms.description.exactOptional(),
  imageKeys: changeableTerms.imageKeys.exactOptional(),
  startingPriceMinor: changeableTerms.startingPriceMinor.exactOptional(),
  startsAt: changeableTerms.startsAt.exactOptional(),
  endsAt: changeableTerms.endsAt.exactOptional(),
  increments: changeableTerms.increments.exactOptional(),
  softCloseMs: changeableTerms.softCloseMs.exactOptional(),
  /** Null removes the price. */
  buyNowPriceMinor: minor.nullable().exactOptional(),
  /** All details, in place of the earlier ones. Null removes them. */
  details: itemDetails.nullable().exactOptional(),
});

const outcome = z.object({ winnerId: z.string(), bidId: z.string(), priceMinor: minor });

/** An exhausted maximum, with the salt of its seal. Together they hash to the seal of fact `seq`. */
const openedMaximum = z.object({ seq: z.number().int(), maxMinor: minor, salt: z.string() });

/** The reserve, with the salt of its seal, in the fact that first meets it. */
const openedReserve = z.object({ seq: z.number().int(), reserveMinor: minor, salt: z.string() });

/** A bid with its amount in this fact. */
const bid = { bidId: z.string(), bidderId: z.string(), amountMinor: minor };

/** The fields of a placed or raised bid besides its amount, if maximums, a reserve or a purchase are involved. */
const offer = z.object({
  /** Only on an automatic bid. Without a seal its maximum is its amount, because it was exhausted immediately. */
  floorMinor: minor.exactOptional(),
  /** The maximum of the bid that lost the lead to this one. */
  openedMaximum: openedMaximum.exactOptional(),
  openedReserve: openedReserve.exactOptional(),
  /**
   * Set if the bid buys the item at the Buy It Now price. The auction then ends at once, and `closed` follows in the
   * same turn.
   */
  bought: z.literal(true).exactOptional(),
});

/** The API reference shows what each fact means. */
export const fact = z.discriminatedUnion("type", [
  z
    .object({ type: z.literal("opened"), auctionId: z.string(), sellerId: z.string(), currency: z.string(), terms })
    .describe("The seller listed the item"),
  z
    .object({
      type: z.literal("newBid"),
      ...bid,
      /**
       * Always false, because a person placed the bid. The field is part of the hashed text, so removing it would
       * change every hash.
       */
      auto: z.boolean(),
      /** The bidder who lost the lead to this bid, if that is another person. */
      outbidId: z.string().nullable(),
      ...offer.shape,
    })
    .describe("Someone placed a bid, or bought the item"),
  z
    .object({
      type: z.literal("bidEdited"),
      ...bid,
      previousMinor: minor,
      outbidId: z.string().nullable(),
      ...offer.shape,
    })
    .describe("Someone raised their bid, or bought the item after bidding on it"),
  z
    .object({
      type: z.literal("bidAdjusted"),
      ...bid,
      /**
       * Set if an older bid by the leader is lowered. Its maximum falls too, because the leading bid's maximum
       * covers it.
       */
      maxMinor: minor.exactOptional(),
      /** Set if the leader's new maximum reaches the reserve. */
      openedReserve: openedReserve.exactOptional(),
    })
    .describe("An automatic bid's amount changed, because another bid raised it or a withdrawal lowered it"),
  z
    .object({ type: z.literal("maximumChanged"), bidId: z.string(), bidderId: z.string() })
    .describe(
      "The leader changed the leading bid's sealed maximum. The price stays the same, and any release request ends.",
    ),
  z
    .object({
      type: z.literal("bidWithdrawn"),
      ...bid,
      /** The bidder who leads now, if that is another person. */
      newLeaderId: z.string().nullable(),
      reason: z.enum(["mistake", "released"]).exactOptional(),
    })
    .describe("The bidder withdrew or undid a bid, or the seller released it at the bidder's request"),
  z
    .object({ type: z.literal("releaseRequested"), ...bid })
    .describe("The bidder asked the seller to release a bid that they can't withdraw themselves"),
  z
    .object({
      type: z.literal("bidVoided"),
      ...bid,
      /** The bidder who leads now, if that is another person. */
      newLeaderId: z.string().nullable(),
      by: z.enum(["seller", "admin"]),
    })
    .describe("A bid no longer counts. The seller blocked its bidder, or an admin voided it or suspended its bidder."),
  z
    .object({ type: z.literal("buyerReleased"), bidderId: z.string(), priceMinor: minor })
    .describe("The deal ended without a sale, and the seller released the buyer. No one has won."),
  z.object({ type: z.literal("listingEdited"), change: listingChange }).describe("The seller changed the listing"),
  z
    .object({ type: z.literal("reserveSet") })
    .describe("The seller set or changed the hidden reserve. Its amount is sealed."),
  z.object({ type: z.literal("reserveRemoved") }).describe("The seller removed the hidden reserve"),
  z
    .object({ type: z.literal("extended"), endsAt: at, extensions: z.number().int() })
    .describe("A late bid or withdrawal moved the end"),
  z
    .object({
      type: z.literal("closed"),
      outcome: outcome.nullable(),
      /** The journal's hash just before this fact, which the closing certificate signs. */
      lastHash: z.string(),
      /** Set if the listing was hidden at the end. A later `shown` announces the end, if there is one. */
      whileHidden: z.literal(true).exactOptional(),
    })
    .describe("The auction ended"),
  z.object({ type: z.literal("cancelled") }).describe("The seller canceled the auction, which had bids"),
  z.object({ type: z.literal("removed") }).describe("The seller deleted the auction, which had no bids or no winner"),
  z.object({ type: z.literal("bidderBlocked") }).describe("The seller blocked someone. Only the seller knows whom."),
  z.object({ type: z.literal("bidderUnblocked") }).describe("The seller unblocked someone"),
  z.object({ type: z.literal("hidden") }).describe("An admin hid the listing"),
  z
    .object({ type: z.literal("shown"), closing: z.object({ outcome: outcome.nullable() }).exactOptional() })
    .describe("An admin showed the listing again. `closing` announces the outcome if the auction ended meanwhile."),
  z
    .object({ type: z.literal("voided"), reason: z.string() })
    .describe("An admin voided the auction. The seller and all bidders receive the reason."),
]);

type Immutable<Value> = Value extends object ? { readonly [Key in keyof Value]: Immutable<Value[Key]> } : Value;

/** The seller's terms. */
export type Terms = Immutable<z.infer<typeof terms>>;
export type ItemDetails = Immutable<z.infer<typeof itemDetails>>;
export type ListingChange = Immutable<z.infer<typeof listingChange>>;
export type Outcome = Immutable<z.infer<typeof outcome>>;
export type OpenedReserve = Immutable<z.infer<typeof openedReserve>>;
export type OfferFields = Immutable<z.infer<typeof offer>>;
/** The public part of a fact. */
export type Fact = Immutable<z.infer<typeof fact>>;

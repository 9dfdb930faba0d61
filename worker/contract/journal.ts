/** The public journal of one auction, which anyone can fetch, verify by its hashes and replay to check the outcome. */
import * as z from "zod";

import type { Fact } from "../rules/facts.ts";
import { responseSchema } from "./fields.ts";

const minor = z.number().int().nonnegative();
const at = z.number().int();
const outcome = z.object({ winnerId: z.string(), bidId: z.string(), priceMinor: minor });
/** Opaque here, as in the room. `listing-details.ts` says what it can be. */
const details = z.record(z.string(), z.union([z.string(), z.number()]));
const changeableTerms = {
  title: z.string(),
  description: z.string(),
  imageKeys: z.array(z.string()),
  startingPriceMinor: minor,
  startsAt: at,
  endsAt: at,
  increments: z.enum(["flat", "tiered"]),
  softCloseMs: z.number().int(),
};
/** Opens the seal of a hidden reserve, in the fact that meets it. */
const openedReserve = z.object({ seq: z.number().int(), reserveMinor: minor, salt: z.string() }).exactOptional();
const terms = z.object({
  ...changeableTerms,
  startsAt: changeableTerms.startsAt.exactOptional(),
  categoryId: z.string(),
  categoryName: z.string(),
  freezeMs: z.number().int(),
  windowsAfterWithdrawal: z.number().int(),
  relistOf: z.string().exactOptional(),
  relistedByItself: z.literal(true).exactOptional(),
  buyNowPriceMinor: minor.exactOptional(),
  details: details.exactOptional(),
});
const change = z.object({
  title: changeableTerms.title.exactOptional(),
  description: changeableTerms.description.exactOptional(),
  imageKeys: changeableTerms.imageKeys.exactOptional(),
  startingPriceMinor: changeableTerms.startingPriceMinor.exactOptional(),
  startsAt: changeableTerms.startsAt.exactOptional(),
  endsAt: changeableTerms.endsAt.exactOptional(),
  increments: changeableTerms.increments.exactOptional(),
  softCloseMs: changeableTerms.softCloseMs.exactOptional(),
  buyNowPriceMinor: minor.nullable().exactOptional(),
  details: details.nullable().exactOptional(),
});
const bid = { bidId: z.string(), bidderId: z.string(), amountMinor: minor };
const offerFields = {
  floorMinor: minor.exactOptional(),
  openedMaximum: z.object({ seq: z.number().int(), maxMinor: minor, salt: z.string() }).exactOptional(),
  openedReserve,
  bought: z.literal(true).exactOptional(),
};

/** The facts of `worker/rules/facts.ts`, exactly as they are hashed: money in minor units and times in epoch ms. */
export const fact = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("opened"),
    auctionId: z.string(),
    sellerId: z.string(),
    currency: z.string(),
    terms,
  }),
  z.object({ type: z.literal("newBid"), ...bid, auto: z.boolean(), outbidId: z.string().nullable(), ...offerFields }),
  z.object({
    type: z.literal("bidEdited"),
    ...bid,
    previousMinor: minor,
    outbidId: z.string().nullable(),
    ...offerFields,
  }),
  z.object({ type: z.literal("bidAdjusted"), ...bid, maxMinor: minor.exactOptional(), openedReserve }),
  z.object({ type: z.literal("maximumChanged"), bidId: z.string(), bidderId: z.string() }),
  z.object({
    type: z.literal("bidWithdrawn"),
    ...bid,
    newLeaderId: z.string().nullable(),
    reason: z.enum(["mistake", "released"]).exactOptional(),
  }),
  z.object({ type: z.literal("releaseRequested"), ...bid }),
  z.object({
    type: z.literal("bidVoided"),
    ...bid,
    newLeaderId: z.string().nullable(),
    by: z.enum(["seller", "admin"]),
  }),
  z.object({ type: z.literal("buyerReleased"), bidderId: z.string(), priceMinor: minor }),
  z.object({ type: z.literal("listingEdited"), change }),
  z.object({ type: z.literal("reserveSet") }),
  z.object({ type: z.literal("reserveRemoved") }),
  z.object({ type: z.literal("extended"), endsAt: at, extensions: z.number().int() }),
  z.object({
    type: z.literal("closed"),
    outcome: outcome.nullable(),
    lastHash: z.string(),
    whileHidden: z.literal(true).exactOptional(),
  }),
  z.object({ type: z.literal("cancelled") }),
  z.object({ type: z.literal("removed") }),
  z.object({ type: z.literal("bidderBlocked") }),
  z.object({ type: z.literal("bidderUnblocked") }),
  z.object({ type: z.literal("hidden") }),
  z.object({ type: z.literal("shown"), closing: z.object({ outcome: outcome.nullable() }).exactOptional() }),
  z.object({ type: z.literal("voided"), reason: z.string() }),
]);

type Immutable<Value> = { readonly [Key in keyof Value]: Immutable<Value[Key]> };
type Same<A, B> = [A, B] extends [B, A] ? true : false;
// The rules have no schemas and the API needs one. This doesn't compile if the two differ in a fact or a field.
true satisfies Same<Immutable<z.infer<typeof fact>>, Fact>;

export const journalRecord = z
  .object({ seq: z.number().int(), at, fact, sealed: z.string().exactOptional(), hash: z.string() })
  .meta({ ref: "JournalRecord" });
export type JournalRecord = z.infer<typeof journalRecord>;

/** The journal after fact number `after`. */
export const journalQuery = z.object({
  after: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .default(0),
});

/** A page of at most 1,000 records. `next` is the `after` of the next page, or null at the end. */
export const journalResponse = responseSchema({ records: z.array(journalRecord), next: z.nullable(z.number().int()) });

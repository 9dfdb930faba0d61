/**
 * The deal after a sale as each side sees it, and what they send for its steps. For anyone else, the deal doesn't
 * exist. `worker/rules/deal-steps.ts`, which pages share, decides when each step is possible.
 */
import * as z from "zod";

import { DEAL_STEP_NAMES } from "../rules/deal-steps.ts";
import { DEAL_STATES, DELIVERY_METHODS, DEAL_ACTORS, DEAL_OUTCOMES, SIDES, UNPAID_CHOICES } from "../rules/deal.ts";
import { image } from "./catalogue.ts";
import { responseSchema, oneOf, pageSize, text } from "./fields.ts";
import { MAX_ADDRESS_LINE_LENGTH, MAX_INSTRUCTIONS_LENGTH, MAX_NOTE_LENGTH, MAX_TRACKING_LENGTH } from "./lengths.ts";
import { listCursor } from "./list-cursor.ts";
import { publicDetails } from "./listing-details.ts";
import { dealRatingPair } from "./rating.ts";
import { cleanLines } from "./text/clean-text.ts";

/** How long after a deal's end we erase addresses, notes and tracking numbers: 180 days. */
export const DEAL_TEXTS_RETENTION_MS = 180 * 24 * 3_600_000;

const side = z.enum(SIDES);
const dealState = z.enum(DEAL_STATES);
const stepName = z.enum(DEAL_STEP_NAMES);

/** A line that may be left empty. */
const optionalLine = (max: number, requiredMessage: string) => text(max, requiredMessage).or(z.literal("")).default("");

export const address = z
  .object({
    name: text(MAX_ADDRESS_LINE_LENGTH, "Enter a name"),
    line1: text(MAX_ADDRESS_LINE_LENGTH, "Enter a street address"),
    line2: optionalLine(MAX_ADDRESS_LINE_LENGTH, "Enter the rest of the address"),
    postalCode: optionalLine(MAX_ADDRESS_LINE_LENGTH, "Enter a postal code"),
    city: text(MAX_ADDRESS_LINE_LENGTH, "Enter a town or city"),
    region: optionalLine(MAX_ADDRESS_LINE_LENGTH, "Enter a region"),
    country: text(MAX_ADDRESS_LINE_LENGTH, "Enter a country"),
  })
  .meta({ ref: "Address" });
export type Address = z.output<typeof address>;

/** The address that a person has saved for their deals. Null if there is none. */
export const ownAddressResponse = responseSchema({ address: z.nullable(address) });

/** A seller's instructions for payment. Only that seller's deals show them. An empty string removes them. */
export const instructionsInput = z.object({
  instructions: text(MAX_INSTRUCTIONS_LENGTH, "Say how buyers can pay you", cleanLines).or(z.literal("")),
});
export type InstructionsInput = z.input<typeof instructionsInput>;
export const instructionsResponse = responseSchema({ instructions: z.nullable(z.string()) });

const note = text(MAX_NOTE_LENGTH, "Enter a note", cleanLines).or(z.literal("")).default("");

/** For every step without its own fields. */
export const noteInput = z.object({ note });

/** `save` also saves the address for the person's later deals. */
export const deliveryInput = z.discriminatedUnion(
  "delivery",
  [
    z.object({ delivery: z.literal("address"), address, save: z.boolean().default(false), note }),
    z.object({ delivery: z.literal("pickUp"), note }),
  ],
  { error: `delivery must be one of ${DELIVERY_METHODS.join(", ")}` },
);

export const sentInput = z.object({
  carrier: optionalLine(MAX_TRACKING_LENGTH, "Enter a carrier"),
  trackingNumber: optionalLine(MAX_TRACKING_LENGTH, "Enter a tracking number"),
  note,
});

export const endUnpaidInput = z.object({ choice: oneOf("choice", UNPAID_CHOICES), note });

export const disputeInput = z.object({ reason: text(MAX_NOTE_LENGTH, "Say what went wrong", cleanLines) });

/** The other side, by name. */
const otherPerson = z.object({ _id: z.string(), firstName: z.string(), lastName: z.string() });

/** A deal in a list. */
export const listedDeal = z
  .object({
    _id: z.string(),
    auctionId: z.string(),
    title: z.string(),
    /** Also null while the listing is hidden. */
    image: z.nullable(image),
    side,
    /** "Deleted user" for a deleted account. */
    other: otherPerson,
    currency: z.string(),
    /** Major units, like every amount. */
    price: z.number(),
    /** The price with the declared shipping. */
    total: z.number(),
    state: dealState,
    /** When the state changes by itself, or null. */
    dueAt: z.nullable(z.string()),
    changedAt: z.string(),
    /** Whether it waits for the caller. */
    needsMe: z.boolean(),
    disputed: z.boolean(),
    /** Whether it was offered to the next bidder, because the winner did not pay. */
    secondChance: z.boolean(),
    /** Until when the caller can rate the other side. Null if they can't, or already have. */
    rateUntil: z.nullable(z.string()),
  })
  .meta({ ref: "ListedDeal" });
export type ListedDeal = z.infer<typeof listedDeal>;

export const publicDealEvent = z
  .object({
    seq: z.number(),
    at: z.string(),
    by: z.enum(DEAL_ACTORS),
    type: z.enum([
      "opened",
      "offered",
      "accepted",
      "deliveryChosen",
      "paid",
      "sent",
      "handedOver",
      "received",
      "unpaid",
      "cancelRequested",
      "cancelDropped",
      "cancelled",
      "disputed",
      "settled",
      "closed",
    ]),
    /** Only for `deliveryChosen`. */
    delivery: z.enum(DELIVERY_METHODS).exactOptional(),
    /** Only for `closed`. */
    outcome: z.enum(DEAL_OUTCOMES).exactOptional(),
    /**
     * The note that came with the step, or the reason for the dispute. Null if there is none, while admins hide it, and
     * once it's erased.
     */
    note: z.nullable(z.string()),
    noteHidden: z.boolean(),
  })
  .meta({ ref: "DealEvent" });
export type PublicDealEvent = z.infer<typeof publicDealEvent>;

/** Shipping and returns as they were declared when the deal began. */
export const deliveryTerms = publicDetails.pick({ shipping: true, shippingPrice: true, returns: true, location: true });

export const dealDetails = listedDeal
  .omit({ rateUntil: true })
  .extend({
    details: deliveryTerms,
    /** The other side's verified email address. Null while unverified, and before a second chance is accepted. */
    otherEmail: z.nullable(z.string()),
    delivery: z.nullable(z.enum(DELIVERY_METHODS)),
    /** The delivery address. Null for pickup, before it's known, and once it's erased. */
    address: z.nullable(address),
    carrier: z.nullable(z.string()),
    trackingNumber: z.nullable(z.string()),
    /** The seller's instructions for payment. Null if they have none, and once the deal has ended. */
    instructions: z.nullable(z.string()),
    /** When they were last changed. A change after the deal began is worth a warning. */
    instructionsChangedAt: z.nullable(z.string()),
    cancelRequestedBy: z.nullable(side),
    /** The side that asks the admins to decide. Deadlines are paused until they do. */
    disputedBy: z.nullable(side),
    /** Why it is closed. */
    outcome: z.nullable(z.enum(DEAL_OUTCOMES)),
    /** The one step by which the caller can move the deal forward. Null while the deal waits for the other side. */
    nextStep: z.nullable(stepName),
    /** All steps that the caller can take now, including the next one. */
    steps: z.array(stepName),
    /** Oldest first. */
    events: z.array(publicDealEvent),
    /** For the seller of an unpaid deal: the next bidder's price, or null if there is no one. */
    nextOffer: z.nullable(z.number()),
    /** For the seller of an unpaid or closed deal: the second chance, if it was offered. */
    secondChanceId: z.nullable(z.string()),
    /** Null until the deal is done. */
    ratings: z.nullable(dealRatingPair),
  })
  .meta({ ref: "Deal" });
export type DealDetails = z.infer<typeof dealDetails>;

/** Also the response to every step, even to a retry, with the deal as it is after that. */
export const dealResponse = responseSchema({ deal: dealDetails, serverTime: z.number() });

export const DEAL_VIEWS = ["all", "needsMe", "toRate", "buying", "selling"] as const;
export const dealsQuery = z.object({
  view: oneOf("view", DEAL_VIEWS).default("all"),
  cursor: listCursor,
  limit: pageSize(20),
});
/** Most recently changed first. */
export const dealsResponse = responseSchema({ deals: z.array(listedDeal), nextCursor: z.string().nullable() });

/** How many deals are unfinished on each side, how many of these wait for the caller, and how many they may rate. */
export const dealCounts = z.object({
  buying: z.number(),
  selling: z.number(),
  needsMe: z.number(),
  toRate: z.number(),
});
export type DealCounts = z.infer<typeof dealCounts>;
export const dealCountsResponse = responseSchema({ counts: dealCounts });

/** The public part of a second chance, on the auction's page. */
export const secondChanceResponse = responseSchema({
  secondChance: z.nullable(
    z.object({
      price: z.number(),
      currency: z.string(),
      offeredAt: z.string(),
      /** `accepted` lasts until the deal fails. Then it is `over`. */
      state: z.enum(["offered", "accepted", "over"]),
    }),
  ),
});
export type SecondChanceOffer = z.infer<typeof secondChanceResponse>["secondChance"];

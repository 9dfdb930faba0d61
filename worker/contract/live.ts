/** The live protocol of one auction: JSON text frames in both directions. `docs/live-protocol.md` describes it. */
import * as z from "zod";

import { type Fact, fact } from "../rules/fact-schemas.ts";
import { auctionDetails, sellerTerms } from "./auction.ts";
import { leads, receipt, publicBid } from "./bid.ts";
import { person, standing } from "./catalogue.ts";
import { failure } from "./failure.ts";
import { id, isPrintable, AMOUNT_REQUIRED, hasAmount, offer, UNPRINTABLE_MESSAGE } from "./fields.ts";

/** Largest frame that a client may send, in bytes. */
export const MAX_FRAME_BYTES = 4_096;
/** A client that misses more facts than this gets a snapshot instead. */
export const MAX_CATCH_UP = 500;
/** A flush includes at most this many bids. The others are in the list of bids. */
export const MAX_BIDS_PER_FLUSH = 50;

/** A bid by the socket's own session, processed exactly like `POST /bid/placeBid`. */
export const clientFrame = z
  .object({
    type: z.literal("newBid"),
    requestId: z.string().min(1).max(64).refine(isPrintable, UNPRINTABLE_MESSAGE),
    productId: id,
    ...offer,
    confirmed: z.boolean().optional(),
  })
  .refine(hasAmount, AMOUNT_REQUIRED);
export type ClientFrame = z.infer<typeof clientFrame>;

const numbered = { seq: z.number() };
/** Set on a bid that bought the item at its Buy It Now price, and on the closing that follows it. */
const purchase = { bought: z.literal(true).exactOptional() };

/** Set on a bid with a maximum. If another bidder's bid led until then, that bid now has `reveals`. */
const automatic = { automatic: z.literal(true).exactOptional() };

/** The events that have more than their type and number. */
const detailedEvent = z.discriminatedUnion("type", [
  z.object({
    ...numbered,
    type: z.literal("newBid"),
    productId: z.string(),
    bidAmount: z.number(),
    bid: publicBid,
    user: z.string(),
    userId: z.string(),
    bidderEmail: z.string(),
    auto: z.boolean(),
    ...automatic,
    ...purchase,
  }),
  z.object({
    ...numbered,
    type: z.literal("bidEdited"),
    bid: publicBid,
    previousAmount: z.number(),
    ...automatic,
    ...purchase,
  }),
  /** The rules have raised an automatic bid against another one, or lowered it because one was withdrawn. */
  z.object({ ...numbered, type: z.literal("bidAdjusted"), bid: publicBid }),
  z.object({
    ...numbered,
    type: z.literal("bidWithdrawn"),
    bidId: z.string(),
    bidder: person,
    /** Set if its bidder undid it as a typo, or the seller released it. */
    reason: z.enum(["mistake", "released"]).exactOptional(),
    /** How many bids its bidder has withdrawn in this auction so far. */
    withdrawals: z.number(),
  }),
  /** A bidder asks the seller to release a bid. */
  z.object({ ...numbered, type: z.literal("releaseRequested"), bidId: z.string(), bidder: person }),
  /** The seller has blocked its bidder, or an admin has voided it or suspended its bidder. */
  z.object({
    ...numbered,
    type: z.literal("bidVoided"),
    bidId: z.string(),
    bidder: person,
    by: z.enum(["seller", "admin"]),
  }),
  z.object({
    ...numbered,
    type: z.literal("listingEdited"),
    title: z.string(),
    description: z.string(),
    startingPrice: z.number(),
    images: auctionDetails.shape.images,
    pictures: auctionDetails.shape.pictures,
    terms: sellerTerms,
    startsAt: auctionDetails.shape.startsAt,
    buyNowPrice: auctionDetails.shape.buyNowPrice,
  }),
  /** The seller has set or changed the hidden reserve. No event has its amount. */
  z.object({ ...numbered, type: z.literal("reserveSet"), reserveMet: z.literal(false) }),
  z.object({ ...numbered, type: z.literal("reserveRemoved"), reserveMet: z.null() }),
  z.object({ ...numbered, type: z.literal("extended"), auctionEndTime: z.string(), extensions: z.number() }),
  z.object({
    ...numbered,
    type: z.literal("closed"),
    status: z.enum(["Sold", "Expired"]),
    winner: z.nullable(person),
    finalPrice: z.number().nullable(),
    ...purchase,
  }),
  /** By an admin, permanently. */
  z.object({ ...numbered, type: z.literal("voided"), reason: z.string() }),
]);
type PlainType = Exclude<Fact["type"], z.infer<typeof detailedEvent>["type"]>;
const detailedTypes = new Set<string>(detailedEvent.options.map(({ shape }) => shape.type.value));
const plainTypes = fact.options
  .map(({ shape }) => shape.type.value)
  .filter((type): type is PlainType => !detailedTypes.has(type));

/**
 * We publish all remaining facts with only their type and number. Such an event never identifies a person, and a page
 * shows the effect from the frame's standing. While a listing is hidden, every event is published as `hidden`.
 *
 * Compiled without zod, like every frame from the server. So it has plain types only: no `min`, `transform` or
 * `amount`.
 */
const liveEvent = z.discriminatedUnion("type", [detailedEvent, z.object({ ...numbered, type: z.enum(plainTypes) })]);
export type LiveEvent = z.infer<typeof liveEvent>;

/** The answer to one client frame, to its sender alone. `requestId` is the frame's own. */
export const ack = z.discriminatedUnion("success", [
  z.object({
    type: z.literal("ack"),
    requestId: z.string(),
    success: z.literal(true),
    message: z.string(),
    newBid: publicBid,
    auction: standing,
    leads,
    ...receipt,
  }),
  failure.extend({ type: z.literal("ack") }),
]);
export type Ack = z.infer<typeof ack>;

export const serverFrame = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("snapshot"),
    seq: z.number(),
    serverTime: z.number(),
    auction: auctionDetails.omit({ bids: true, seq: true, serverTime: true, watching: true }),
    bids: z.array(publicBid),
    watching: z.number(),
  }),
  z.object({
    type: z.literal("events"),
    from: z.number(),
    to: z.number(),
    serverTime: z.number(),
    omitted: z.number(),
    /** Absent while the auction is hidden. */
    auction: z.optional(standing),
    events: z.array(liveEvent),
  }),
  ack,
  z.object({ type: z.literal("presence"), watching: z.number() }),
]);
export type ServerFrame = z.infer<typeof serverFrame>;
export type EventsFrame = Extract<ServerFrame, { type: "events" }>;

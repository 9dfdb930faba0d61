/** The auctions that a person bids in, as My Bids shows them, and the inbox's frame about one such auction. */
import * as z from "zod";

import { image, standing } from "./catalogue.ts";
import { responseSchema } from "./fields.ts";

/**
 * The state of an auction for one person after fact number `seq`. The state with the larger number counts, regardless
 * of which arrived first.
 */
export const personalStanding = z
  .object({
    ...standing.shape,
    seq: z.number(),
    /** Whether this person has the highest bid. */
    leads: z.boolean(),
  })
  .meta({ ref: "PersonalStanding" });
export type PersonalStanding = z.infer<typeof personalStanding>;

/** An auction in which the signed-in person has a standing bid. */
export const joinedAuction = z
  .object({
    _id: z.string(),
    title: z.string(),
    images: z.nullable(image),
    currency: z.string(),
    ...personalStanding.shape,
    /** The highest of their own bids. */
    ownBid: z.number(),
    /** Set once an admin has voided it. */
    voided: z.object({ reason: z.string() }).optional(),
  })
  .meta({ ref: "JoinedAuction" });
export type JoinedAuction = z.infer<typeof joinedAuction>;

/** `serverTime` is epoch ms. */
export const joinedResponse = responseSchema({ auctions: z.array(joinedAuction), serverTime: z.number() });

/** People whom a seller has blocked from bidding, in the auctions that are live now and in all later ones. */
import * as z from "zod";

import { person } from "./catalogue.ts";
import { responseSchema, id } from "./fields.ts";

/** Far more than anyone blocks by hand. Each auction that the seller opens has a copy of the list. */
export const MAX_BLOCKED_PEOPLE = 1_000;

/** The bidder's ID, as the seller's page has it. */
export const blockInput = z.object({ auctionId: id, bidderId: id });
export type BlockInput = z.infer<typeof blockInput>;

export const blockedPerson = z.object({ person, blockedAt: z.string() }).meta({ ref: "BlockedPerson" });
export type BlockedPerson = z.infer<typeof blockedPerson>;

export const blocksResponse = responseSchema({ blocked: z.array(blockedPerson) });

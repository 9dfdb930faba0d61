/**
 * The auctions that a person bids in: those that are not over, and those that ended a short while ago. D1 is up to a few
 * seconds behind the rooms; each row says which fact it is as old as.
 */
import { and, asc, eq, gt, max, sql } from "drizzle-orm";

import type { JoinedAuction } from "../contract/joined-auction.ts";
import { toMajor } from "../rules/money.ts";
import { MAX_PER_PERSON } from "./auctions.ts";
import type { Catalogue } from "./database.ts";
import { isOnRecord, sharedCoverOf, toStanding, voidedIn } from "./listings.ts";
import { auctions, bids } from "./schema.ts";

/** An auction that ended stays on the page of one's bids this long. */
const ENDED_SHOWN_MS = 24 * 3_600_000;

/**
 * The soonest end first. Every own bid is read, as for the numbers of the profile: an index by person and auction would
 * make each bid dearer for all, to make this cheaper for people with thousands of them.
 */
export async function listJoined(catalogue: Catalogue, userId: string, now: number): Promise<JoinedAuction[]> {
  const own = catalogue
    .select({ auctionId: bids.auctionId, ownMinor: max(bids.amountMinor).as("own_minor") })
    .from(bids)
    .where(and(eq(bids.bidderId, userId), eq(bids.withdrawn, false)))
    .groupBy(bids.auctionId)
    .as("own_bids");
  // One that was voided ended then, whatever its end was to be.
  const endedAt = sql`iif(${auctions.voidedReason} IS NULL, ${auctions.endsAt}, coalesce(${auctions.changedAt}, 0))`;
  const rows = await catalogue
    .select({ auction: auctions, ownMinor: own.ownMinor })
    .from(own)
    .innerJoin(auctions, eq(auctions.id, own.auctionId))
    .where(and(isOnRecord, gt(endedAt, now - ENDED_SHOWN_MS)))
    .orderBy(asc(auctions.endsAt), asc(auctions.id))
    .limit(MAX_PER_PERSON);
  return rows.map(({ auction, ownMinor }) => ({
    _id: auction.id,
    title: auction.title,
    images: sharedCoverOf(auction),
    currency: auction.currency,
    ...toStanding(auction, now),
    seq: auction.seq,
    leads: auction.leaderId === userId,
    ownBid: toMajor(ownMinor ?? auction.priceMinor),
    ...voidedIn(auction),
  }));
}

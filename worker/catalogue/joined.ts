/**
 * The auctions that a person bids in: those that are not over, and those that ended a short while ago. Others' bids
 * reach D1 within seconds, own ones before this is read (`worker/http/own-bids.ts`); each row says which fact it is as old as.
 */
import { and, asc, eq, gt, isNotNull, isNull, or, sql } from "drizzle-orm";

import type { JoinedAuction } from "../contract/joined-auction.ts";
import { MAX_AUCTION_MS } from "../rules/listing.ts";
import { toMajor } from "../rules/money.ts";
import { MAX_PER_PERSON } from "./auctions.ts";
import type { Catalogue } from "./database.ts";
import { isOnRecord, sharedCoverOf, toStanding, voidedIn } from "./listings.ts";
import { auctions, bids } from "./schema.ts";

const DAY_MS = 24 * 3_600_000;
/** An auction that ended stays on the page of one's bids this long, and one that was voided after that. */
const ENDED_SHOWN_MS = DAY_MS;
/** A voided one is never shown longer than this after its end: later facts change it as well. */
const VOIDED_SHOWN_MS = 30 * DAY_MS;
/** Late bids move an end by minutes, so all of them together move it less than this. */
const EXTENDED_MS = 7 * DAY_MS;
/**
 * A bid is placed after the start, so none of an auction that is shown is older. (A voided auction is found as long as its
 * bids are not.)
 */
const OLDEST_BID_MS = MAX_AUCTION_MS + EXTENDED_MS + ENDED_SHOWN_MS;

/**
 * Of these auctions, in this order, the first `limit` whose rooms may have a bid of this person that D1 lacks: it is not
 * their own, and D1 has not received its end. One that D1 has no row of is among them.
 */
export async function runningOf(
  catalogue: Catalogue,
  userId: string,
  auctionIds: readonly string[],
  limit: number,
): Promise<string[]> {
  const { id, sellerId, phase } = auctions;
  const rows = await catalogue.all<{ id: string }>(sql`
    SELECT value AS id FROM json_each(${JSON.stringify(auctionIds)})
    WHERE NOT EXISTS (
      SELECT 1 FROM ${auctions} WHERE ${id} = value
        AND (${sellerId} = ${userId} OR ${phase} IN ('closed', 'voided', 'cancelled', 'removed'))
    )
    ORDER BY key LIMIT ${limit}`);
  return rows.map((row) => row.id);
}

/**
 * The soonest end first. Every own bid of about a year is read: an index by person and auction would make each bid dearer
 * for all, to make this cheaper for people with thousands of them.
 */
export async function listJoined(catalogue: Catalogue, userId: string, now: number): Promise<JoinedAuction[]> {
  const { bidderId, withdrawn, placedAt, auctionId, amountMinor } = bids;
  const own = catalogue
    .select({ auctionId, ownMinor: sql<number>`max(${amountMinor})`.as("own_minor") })
    .from(bids)
    .where(and(eq(bidderId, userId), gt(placedAt, now - OLDEST_BID_MS), eq(withdrawn, false)))
    .groupBy(auctionId)
    .as("own_bids");
  const { voidedReason, endsAt, changedAt } = auctions;
  const isCurrent = and(isNull(voidedReason), gt(endsAt, now - ENDED_SHOWN_MS));
  // It ended when it was voided, whatever its end was to be.
  const wasJustVoided = and(
    isNotNull(voidedReason),
    gt(changedAt, now - ENDED_SHOWN_MS),
    gt(endsAt, now - VOIDED_SHOWN_MS),
  );
  const rows = await catalogue
    .select({ auction: auctions, ownMinor: own.ownMinor })
    .from(own)
    .innerJoin(auctions, eq(auctions.id, own.auctionId))
    .where(and(isOnRecord, or(isCurrent, wasJustVoided)))
    .orderBy(asc(endsAt), asc(auctions.id))
    .limit(MAX_PER_PERSON);
  return rows.map(({ auction, ownMinor }) => ({
    _id: auction.id,
    title: auction.title,
    images: sharedCoverOf(auction),
    currency: auction.currency,
    ...toStanding(auction, now),
    seq: auction.seq,
    leads: auction.leaderId === userId,
    ownBid: toMajor(ownMinor),
    ...voidedIn(auction),
  }));
}

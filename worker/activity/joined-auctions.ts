/**
 * The auctions that a person bids in, including those that ended recently. Other people's bids reach D1 within seconds.
 * `worker/object-clients/own-bids.ts` makes sure that D1 has the person's own bids before we read them. Each row has
 * the number of the last fact that it reflects.
 */
import { and, asc, eq, gt, isNotNull, isNull, or, sql } from "drizzle-orm";

import type { JoinedAuction } from "../contract/joined-auction.ts";
import { ARCHIVE_AFTER_MS } from "../db/bid-archive.ts";
import type { Database } from "../db/database.ts";
import { auctions, bids } from "../db/schema.ts";
import { MAX_AUCTIONS_PER_PERSON } from "../listings/queries/auctions.ts";
import { isOnRecord, sharedCoverOf, toStanding, voidedIn } from "../listings/queries/listings.ts";
import { MAX_AUCTION_MS } from "../rules/listing.ts";
import { toMajor } from "../rules/money.ts";

const DAY_MS = 24 * 3_600_000;
/** How long My Bids shows an ended auction. A voided auction's time starts when it's voided. */
const ENDED_SHOWN_MS = DAY_MS;
/** A later fact would make a voided auction look just voided, so it's also hidden once D1 archives its bids. */
const VOIDED_SHOWN_MS = ARCHIVE_AFTER_MS;
/** Each extension takes minutes. All extensions of an auction together take less than this. */
const MAX_EXTENSION_MS = 7 * DAY_MS;
/**
 * Auctions in My Bids have no bids older than this, because bidding begins at the start. A voided auction may have
 * some, and we leave it out if all its bids are older.
 */
const OLDEST_BID_MS = MAX_AUCTION_MS + MAX_EXTENSION_MS + ENDED_SHOWN_MS;

/**
 * The first `limit` of `auctionIds`, in that order, whose rooms may have a bid by this person that D1 lacks. These are
 * other sellers' auctions whose end D1 has not received, and those without a row in D1.
 */
export async function filterRunningAuctionIds(
  db: Database,
  userId: string,
  auctionIds: readonly string[],
  limit: number,
): Promise<string[]> {
  const { id, sellerId, phase } = auctions;
  const rows = await db.all<{ id: string }>(sql`
    SELECT value AS id FROM json_each(${JSON.stringify(auctionIds)})
    WHERE NOT EXISTS (
      SELECT 1 FROM ${auctions} WHERE ${id} = value
        AND (${sellerId} = ${userId} OR ${phase} IN ('closed', 'voided', 'cancelled', 'removed'))
    )
    ORDER BY key LIMIT ${limit}`);
  return rows.map((row) => row.id);
}

/**
 * The soonest end first. The query reads all of the person's bids from about the last year. An index by person and
 * auction would make every bid more expensive, only to make the query cheaper for people with thousands of bids.
 */
export async function listJoinedAuctions(db: Database, userId: string, now: number): Promise<JoinedAuction[]> {
  const { bidderId, withdrawn, placedAt, auctionId, amountMinor } = bids;
  const own = db
    .select({ auctionId, ownMinor: sql<number>`max(${amountMinor})`.as("own_minor") })
    .from(bids)
    .where(and(eq(bidderId, userId), gt(placedAt, now - OLDEST_BID_MS), eq(withdrawn, false)))
    .groupBy(auctionId)
    .as("own_bids");
  const { voidedReason, endsAt, changedAt } = auctions;
  const isCurrent = and(isNull(voidedReason), gt(endsAt, now - ENDED_SHOWN_MS));
  // A voided auction ended when it was voided, even if its scheduled end was later.
  const wasJustVoided = and(
    isNotNull(voidedReason),
    gt(changedAt, now - ENDED_SHOWN_MS),
    gt(endsAt, now - VOIDED_SHOWN_MS),
  );
  const rows = await db
    .select({ auction: auctions, ownMinor: own.ownMinor })
    .from(own)
    .innerJoin(auctions, eq(auctions.id, own.auctionId))
    .where(and(isOnRecord, or(isCurrent, wasJustVoided)))
    .orderBy(asc(endsAt), asc(auctions.id))
    .limit(MAX_AUCTIONS_PER_PERSON);
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

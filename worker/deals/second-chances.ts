/** Second chances: who can get an offer for an unpaid item, and its public view. */
import { and, eq, type SQL, sql } from "drizzle-orm";

import type { SecondChanceOffer } from "../contract/deal.ts";
import type { Database } from "../db/database.ts";
import { auctions, bids, dealEvents, type DealRow, deals } from "../db/schema.ts";
import { isPublicListing, toIso } from "../listings/queries/listings.ts";
import { hasEnded, OFFER_MS } from "../rules/deal.ts";
import { toMajor } from "../rules/money.ts";

export type NextBidder = { readonly id: string; readonly amountMinor: number };

/**
 * The person with the highest standing bid after the buyer, and their highest amount that everyone can see.
 * Never someone who has withdrawn a bid, is blocked by the seller, suspended, stopped from bidding, or gone. Null if
 * there is no one, or an admin has hidden the item. Null also if the deal itself is a second chance.
 */
export async function findNextBidder(
  db: Database,
  { auctionId, buyerId, sellerId, chance }: Pick<DealRow, "auctionId" | "buyerId" | "sellerId" | "chance">,
): Promise<NextBidder | null> {
  if (chance !== 1) return null;
  const { bidderId, amountMinor, withdrawn, placedAt } = bids;
  const row = await db
    .select({ id: bidderId, amountMinor: sql<number>`max(${amountMinor})` })
    .from(bids)
    .innerJoin(auctions, and(eq(auctions.id, bids.auctionId), eq(auctions.phase, "closed")))
    .where(
      and(
        eq(bids.auctionId, auctionId),
        sql`${bidderId} NOT IN (${buyerId}, ${sellerId})`,
        sql`EXISTS (SELECT 1 FROM users WHERE users.id = ${bidderId} AND users.suspended_at IS NULL
          AND users.bidding_stopped_at IS NULL)`,
        sql`NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.seller_id = ${sellerId} AND blocks.person_id = ${bidderId})`,
      ),
    )
    .groupBy(bidderId)
    .having(sql`max(${withdrawn}) = 0`)
    .orderBy(sql`max(${amountMinor}) DESC, min(${placedAt})`)
    .limit(1)
    .get();
  return row ?? null;
}

/**
 * The statements that make the offer, in the batch that ends the first deal. `wasJustAdded` is true in SQL if that deal
 * has just ended.
 */
export function secondChanceStatements(db: Database, row: DealRow, next: NextBidder, at: number, wasJustAdded: SQL) {
  const id = `${row.auctionId}-2`;
  const details = row.details === null ? null : JSON.stringify(row.details);
  return [
    db
      .insert(deals)
      .select(
        sql`SELECT ${id}, ${row.auctionId}, 2, ${next.id}, ${row.sellerId}, ${next.amountMinor}, ${details},
          ${row.paymentMs}, 1, 'offered', ${at + OFFER_MS}, NULL, NULL, ${at}, ${at}, NULL, NULL, 0, NULL, 0,
          NULL, NULL, NULL, NULL, NULL WHERE ${wasJustAdded}`,
      )
      .onConflictDoNothing(),
    db
      .insert(dealEvents)
      .select(sql`SELECT ${id}, 1, ${at}, 'seller', '{"type":"offered"}' WHERE ${wasJustAdded}`)
      .onConflictDoNothing(),
  ];
}

/** The second chance as the auction's page shows it. Null if there is none, undefined for an unknown auction. */
export async function findSecondChance(
  db: Database,
  auctionId: string,
  now: number,
): Promise<SecondChanceOffer | undefined> {
  const row = await db
    .select({ deal: deals, currency: auctions.currency })
    .from(auctions)
    .leftJoin(deals, and(eq(deals.auctionId, auctions.id), eq(deals.chance, 2)))
    .where(and(eq(auctions.id, auctionId), isPublicListing))
    .get();
  if (!row) return undefined;
  const { deal, currency } = row;
  if (!deal) return null;
  const isOffered = deal.state === "offered" && now < (deal.dueAt ?? now);
  const isOver = deal.state !== "done" && (hasEnded(deal) || deal.state === "unpaid" || deal.state === "offered");
  return {
    price: toMajor(deal.priceMinor),
    currency,
    offeredAt: toIso(deal.openedAt),
    state: isOffered ? "offered" : isOver ? "over" : "accepted",
  };
}

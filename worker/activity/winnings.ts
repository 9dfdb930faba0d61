/**
 * The auctions that a person has won, including any voided later, and their totals without voided auctions. Savings are
 * the original price minus the final price, as specified. The original price is the Buy It Now price if there was one.
 * No auction ends below its starting price, so there are savings only with a Buy It Now price.
 */
import { desc, eq, sql } from "drizzle-orm";

import type { Winning } from "../contract/account.ts";
import type { Database } from "../db/database.ts";
import { auctions, categories, users } from "../db/schema.ts";
import { MAX_AUCTIONS_PER_PERSON } from "../listings/queries/auctions.ts";
import {
  isNamedCategory,
  isWonBy,
  PUBLIC_PERSON_COLUMNS,
  sharedCoverOf,
  toIso,
  voidedIn,
  wasWonBy,
} from "../listings/queries/listings.ts";
import { toMajor } from "../rules/money.ts";

export const wonAt = sql<number>`coalesce(${auctions.closedAt}, ${auctions.endsAt})`;

export async function listWinnings(db: Database, userId: string, now: number): Promise<Winning[]> {
  const rows = await selectWinnings(db)
    .where(wasWonBy(userId, now))
    .orderBy(desc(wonAt), desc(auctions.id))
    .limit(MAX_AUCTIONS_PER_PERSON);
  return rows.map(toWinning);
}

export function selectWinnings(db: Database) {
  return db
    .select({ auction: auctions, wonAt, seller: PUBLIC_PERSON_COLUMNS, category: categories.name })
    .from(auctions)
    .leftJoin(users, eq(users.id, auctions.sellerId))
    .leftJoin(categories, isNamedCategory)
    .$dynamic();
}
type WinningRow = Awaited<ReturnType<typeof selectWinnings>>[number];

export function toWinning({ auction, wonAt: at, seller, category }: WinningRow): Winning {
  return {
    id: auction.id,
    title: auction.title,
    description: auction.description,
    image: sharedCoverOf(auction),
    finalPrice: toMajor(auction.priceMinor),
    originalPrice: toMajor(auction.buyNowMinor ?? auction.startingPriceMinor),
    hadBuyNow: auction.buyNowMinor !== null,
    currency: auction.currency,
    wonDate: toIso(at),
    category,
    seller: seller && { _id: seller.id, firstName: seller.firstName, lastName: seller.lastName },
    ...voidedIn(auction),
  };
}

export async function summarizeWinnings(db: Database, userId: string, now: number) {
  const row = await db
    .select({
      items: sql<number>`count(*)`,
      valueMinor: sql<number>`coalesce(sum(${auctions.priceMinor}), 0)`,
      savingsMinor: sql<number>`coalesce(sum(max(0, ${auctions.buyNowMinor} - ${auctions.priceMinor})), 0)`,
    })
    .from(auctions)
    .where(isWonBy(userId, now))
    .get();
  const { items, valueMinor, savingsMinor } = row ?? { items: 0, valueMinor: 0, savingsMinor: 0 };
  return {
    totalItems: items,
    totalValue: toMajor(valueMinor),
    totalSavings: toMajor(savingsMinor),
    averageSavings: items === 0 ? 0 : toMajor(Math.round(savingsMinor / items)),
  };
}

/** Inserts rows into D1 as rooms would deliver them, for tests of lists. */
import { env } from "cloudflare:workers";

import { openDatabase } from "../db/database.ts";
import { projectAuction } from "../db/projection.ts";
import { type AuctionRow, type BidRow, openings } from "../db/schema.ts";
import { DAY_MS, newId } from "./builders.ts";

/** A category for a single test, so that its lists contain no auctions from other tests. */
export async function aCategory(name = `Category ${newId().slice(0, 12)}`): Promise<string> {
  const id = newId();
  await env.DB.prepare("INSERT INTO categories (id, name, description, created_at) VALUES (?, ?, '', 0)")
    .bind(id, name)
    .run();
  return id;
}

export function anAuctionRow(change: Partial<AuctionRow> = {}): AuctionRow {
  const now = Date.now();
  const priceMinor = change.priceMinor ?? change.startingPriceMinor ?? 10_000;
  return {
    id: newId(),
    sellerId: newId(),
    categoryId: "antiques",
    title: "A Regency mahogany bureau",
    description: "In good order.",
    imageKeys: [],
    currency: "USD",
    increments: "flat",
    startingPriceMinor: 10_000,
    priceMinor,
    minNextMinor: priceMinor + 100,
    bidCount: 0,
    leaderId: null,
    winnerId: null,
    phase: "open",
    voidedReason: null,
    createdAt: now - DAY_MS,
    startsAt: null,
    scheduledEndsAt: now + DAY_MS,
    endsAt: now + DAY_MS,
    extensions: 0,
    windowMs: 120_000,
    buyNowMinor: null,
    details: null,
    reserveMinor: null,
    reserveMet: null,
    closedAt: null,
    changedAt: now,
    seq: 1,
    ...change,
  };
}

export async function insertAuction(
  change: Partial<AuctionRow> = {},
  bids: readonly BidRow[] = [],
): Promise<AuctionRow> {
  const row = anAuctionRow(change);
  await projectAuction(env.DB, row, bids);
  return row;
}

/** Records in D1 that a room is about to open. Returns its ID. */
export async function anOpeningInD1(change: Partial<typeof openings.$inferInsert> = {}): Promise<string> {
  const row = { auctionId: newId(), sellerId: newId(), imageKeys: [], createdAt: Date.now(), ...change };
  await openDatabase(env.DB).insert(openings).values(row);
  return row.auctionId;
}

export function aBidRow(auctionId: string, bidderId: string, amountMinor: number, placedAt = Date.now()): BidRow {
  return {
    id: `${auctionId}-${amountMinor}`,
    placedSeq: amountMinor,
    auctionId,
    bidderId,
    amountMinor,
    auto: false,
    edited: false,
    withdrawn: false,
    placedAt,
    seq: amountMinor,
  };
}

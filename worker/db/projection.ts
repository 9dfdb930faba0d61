/**
 * Writes a room's facts to D1. Writes are idempotent and guarded by sequence numbers. So the rows end up matching the
 * room even if facts arrive twice, late or out of order.
 */
import { getTableColumns } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";

import { PAYMENT_MS } from "../rules/deal.ts";
import { dealStatements } from "./deal-statements.ts";
import { type AuctionRow, auctions, type bidOrigins, type BidRow } from "./schema.ts";
import { textIndexStatements, selectPendingTexts, type SearchTexts } from "./search-texts.ts";

/** The sweep and the room count an auction's bids up to here. Beyond that they compare only its facts. */
export const MAX_COUNTED_BIDS = 1_000;

const COLUMNS = getTableColumns(auctions);
const isField = (name: string): name is keyof AuctionRow => name in COLUMNS;
const FIELDS = Object.keys(COLUMNS).filter(isField);
/** The fields of an auction's row that a bid changes. */
const BID_FIELDS = new Set<keyof AuctionRow>([
  "priceMinor",
  "minNextMinor",
  "bidCount",
  "leaderId",
  "reserveMet",
  "changedAt",
  "seq",
]);

/**
 * The statements below get the values of all fields in one order, starting with `?1`. A room sends the category that
 * its auction was listed in. If that category has been merged, the row gets the category it was merged into.
 */
const parameterOf = (field: keyof AuctionRow) => {
  const parameter = `?${FIELDS.indexOf(field) + 1}`;
  if (field !== "categoryId") return parameter;
  return `coalesce((SELECT merged_into FROM categories WHERE categories.id = ${parameter}), ${parameter})`;
};
const comparisonWith = (operator: string) => (field: keyof AuctionRow) =>
  `${toSnakeCase(field)} ${operator} ${parameterOf(field)}`;
const columnNames = FIELDS.map(toSnakeCase);

/**
 * For bids, when nothing else has changed. An update that sets all columns would rewrite each of the row's indexes.
 * This one runs before the upsert of the whole row, which then does nothing, because the sequence number is the same.
 */
const UPDATE_BY_BIDS = `
  UPDATE auctions SET ${Array.from(BID_FIELDS, comparisonWith("=")).join(", ")}
  WHERE ${comparisonWith("<")("seq")}
    AND ${FIELDS.filter((field) => !BID_FIELDS.has(field))
      .map(comparisonWith("IS"))
      .join(" AND ")}`;

const INSERT_ROW = `INSERT INTO auctions (${columnNames.join(", ")}) SELECT ${FIELDS.map(parameterOf).join(", ")}`;
const UNLESS_NEWER = `
  ON CONFLICT (id) DO UPDATE SET ${columnNames.map((name) => `${name} = excluded.${name}`).join(", ")}
  WHERE excluded.seq > auctions.seq`;
const UPSERT = `${INSERT_ROW} WHERE true ${UNLESS_NEWER}`;

const HAS_SELLER = `EXISTS (SELECT 1 FROM users WHERE id = ${parameterOf("sellerId")})`;
const UPSERT_OPENED = `${INSERT_ROW} WHERE ${HAS_SELLER} ${UNLESS_NEWER}`;

/** Makes an ended auction's relist plan due, if the seller has made one. */
const MARK_PLAN_DUE = `
  UPDATE relist_plans SET due_at = ?1
  WHERE auction_id = ?2 AND times > 0 AND NOT EXISTS (SELECT 1 FROM auctions WHERE id = ?2 AND closed_at IS NOT NULL)`;

/**
 * Writes the state of one auction after fact `auction.seq`, the changed bids and their origins, in one transaction. For
 * a sale, that transaction also opens the deal. `paymentMs` is how long the buyer has to pay.
 */
export async function projectAuction(
  db: D1Database,
  auction: AuctionRow,
  bids: readonly BidRow[],
  origins: readonly OriginRow[] = [],
  paymentMs = PAYMENT_MS,
): Promise<void> {
  const values = auctionValuesOf(auction);
  const statements = [db.prepare(UPDATE_BY_BIDS).bind(...values), db.prepare(UPSERT).bind(...values)];
  // Runs before the other statements, while the row still shows whether the end is new, so that a settled plan doesn't
  // become due again.
  if (auction.phase === "closed") statements.unshift(db.prepare(MARK_PLAN_DUE).bind(auction.closedAt, auction.id));
  if (bids.length > 0) statements.push(upsertBids(db, auction.id, bids));
  // A removed or canceled auction keeps its row, hidden from every list, so that a late delivery finds its sequence
  // number.
  if (auction.phase === "cancelled" || auction.phase === "removed") {
    statements.push(
      db.prepare("DELETE FROM bids WHERE auction_id = ?").bind(auction.id),
      db.prepare("DELETE FROM archived_bids WHERE auction_id = ?").bind(auction.id),
      db.prepare("DELETE FROM watches WHERE auction_id = ?").bind(auction.id),
    );
  }
  if (auction.phase !== "open" && auction.phase !== "closed") {
    // An auction that moderation has hidden or voided isn't relisted automatically, even after it's shown again.
    statements.push(db.prepare("DELETE FROM relist_plans WHERE auction_id = ?").bind(auction.id));
  }
  statements.push(...dealStatements(db, auction, paymentMs));
  if (origins.length > 0) statements.push(insertOrigins(db, auction.id, origins));
  const results = await db.batch<SearchTexts>([...statements, selectPendingTexts(db, auction.id)]);
  // Bids change no text, so nearly always there is none to index.
  const pending = results.at(-1)?.results ?? [];
  if (pending.length > 0) await db.batch(textIndexStatements(db, pending));
}

/**
 * The statements that write an auction that has just opened, for the batch that publishes it. None if it is no longer
 * open, because a closing also makes its relist plan due. They do nothing once the deletion of the seller's account has
 * begun.
 */
export function openedAuctionStatements(
  db: D1Database,
  row: AuctionRow,
  origins: readonly OriginRow[],
): D1PreparedStatement[] {
  if (row.phase !== "open") return [];
  const statements = [db.prepare(UPSERT_OPENED).bind(...auctionValuesOf(row)), ...textIndexStatements(db, [row])];
  return origins.length === 0 ? statements : [...statements, insertOrigins(db, row.id, origins)];
}

/**
 * All bids in one parameter, because D1 accepts at most 100 in a statement. A late delivery does not bring back the
 * bids of a removed or an archived auction.
 */
function upsertBids(db: D1Database, auctionId: string, rows: readonly BidRow[]): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO bids (placed_seq, auction_id, bidder_id, amount_minor, auto, edited, withdrawn, placed_at, seq)
       SELECT value ->> 0, ?1, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7
       FROM json_each(?2)
       WHERE EXISTS (SELECT 1 FROM auctions WHERE auctions.id = ?1 AND auctions.phase IN ('open', 'closed', 'voided', 'hidden'))
         AND NOT EXISTS (SELECT 1 FROM archived_bids WHERE archived_bids.auction_id = ?1)
       ON CONFLICT (auction_id, placed_seq) DO UPDATE SET amount_minor = excluded.amount_minor, auto = excluded.auto, edited = excluded.edited,
         withdrawn = excluded.withdrawn, seq = excluded.seq
       WHERE excluded.seq > bids.seq`,
    )
    .bind(auctionId, JSON.stringify(rows.map(bidValuesOf)));
}

/** In the order of the columns, because with names the text would be several times as long. */
function bidValuesOf(row: BidRow) {
  const { placedSeq, bidderId, amountMinor, auto, edited, withdrawn, placedAt, seq } = row;
  return [placedSeq, bidderId, amountMinor, auto, edited, withdrawn, placedAt, seq];
}

/** The values of all fields, in the order of `FIELDS`. */
function auctionValuesOf(auction: AuctionRow): unknown[] {
  return FIELDS.map((field) => auctionValueOf(auction, field));
}

/** The value as D1 stores it. Drizzle would store a missing boolean as false. */
function auctionValueOf(auction: AuctionRow, field: keyof AuctionRow): unknown {
  const value = auction[field];
  return value === null ? null : COLUMNS[field].mapToDriverValue(value);
}

export type OriginRow = Omit<typeof bidOrigins.$inferSelect, "auctionId">;

/** Writes bid origins without any other change to their auction. */
export async function projectBidOrigins(
  db: D1Database,
  auctionId: string,
  origins: readonly OriginRow[],
): Promise<void> {
  await insertOrigins(db, auctionId, origins).run();
}

/** A retry adds nothing. Nothing is written for people whose deletion has begun. */
function insertOrigins(db: D1Database, auctionId: string, origins: readonly OriginRow[]): D1PreparedStatement {
  return db
    .prepare(
      `INSERT OR IGNORE INTO bid_origins (auction_id, person_id, network, device, session, at)
       SELECT ?, value ->> 'personId', value ->> 'network', value ->> 'device', value ->> 'session', value ->> 'at'
       FROM json_each(?)
       WHERE EXISTS (SELECT 1 FROM users WHERE users.id = value ->> 'personId')`,
    )
    .bind(auctionId, JSON.stringify(origins));
}

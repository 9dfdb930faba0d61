/** D1's part of the admin pages: open auctions by their end, and the metrics of the deployment. */
import { and, asc, count, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type * as z from "zod";

import type { Deployment, openAuctionsQuery } from "../../contract/admin.ts";
import type { Database } from "../../db/database.ts";
import { OLDEST_POSITION, pageOf } from "../../db/list-page.ts";
import { findRestore } from "../../db/restores.ts";
import {
  accountDeletions,
  type AuctionRow,
  auctions,
  deals,
  openings,
  reports,
  sweepRuns,
  users,
} from "../../db/schema.ts";
import { toIso } from "../../listings/queries/listings.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** An end recorded this late was missed by its alarm. The room logs it as `self_heal`. */
const LATE_CLOSING_MS = 5_000;
const ONLY_RUN_ID = 1;

export type OpenAuctionRow = Pick<
  AuctionRow,
  "id" | "title" | "currency" | "priceMinor" | "bidCount" | "endsAt" | "phase"
>;

/** Open auctions, including hidden ones, earliest end first, so overdue ones are on top. */
export async function listOpenAuctions(
  db: Database,
  { cursor: after = OLDEST_POSITION, limit }: z.output<typeof openAuctionsQuery>,
): Promise<{ rows: OpenAuctionRow[]; nextCursor: string | null }> {
  const { id, title, currency, priceMinor, bidCount, endsAt, phase, closedAt, voidedReason } = auctions;
  // Each query walks its phase's part of the index, and both results are merged here.
  const inPhase = (wanted: "open" | "hidden", running?: SQL) =>
    db
      .select({ id, title, currency, priceMinor, bidCount, endsAt, phase })
      .from(auctions)
      .where(and(eq(phase, wanted), running, sql`(${endsAt}, ${id}) > (${after.at}, ${after.id})`))
      .orderBy(asc(endsAt), asc(id))
      .limit(limit + 1);
  const results = await db.batch([inPhase("open"), inPhase("hidden", and(isNull(closedAt), isNull(voidedReason)))]);
  const sorted = results.flat().toSorted((a, b) => a.endsAt - b.endsAt || (a.id < b.id ? -1 : 1));
  const { page, nextCursor } = pageOf(sorted, limit, (row) => ({ at: row.endsAt, id: row.id }));
  return { rows: page, nextCursor };
}

export async function recordSweepRun(
  db: Database,
  run: { readonly begunAt: number; readonly endedAt: number; readonly failed: number },
): Promise<void> {
  await db
    .insert(sweepRuns)
    .values({ id: ONLY_RUN_ID, ...run })
    .onConflictDoUpdate({ target: sweepRuns.id, set: run });
}

/** Everything but the version. `now` is epoch ms. */
export async function collectMetrics(db: Database, now: number): Promise<Omit<Deployment, "version">> {
  const rowCount = { rows: count() };
  const lateness = sql<number>`${auctions.closedAt} - ${auctions.endsAt}`;
  const [people, admins, suspended, byPhase, recentBids, closings, runs, listings, deletions, disputes, openReports] =
    await db.batch([
      db.select(rowCount).from(users),
      db
        .select(rowCount)
        .from(users)
        .where(sql`role = 'Admin'`),
      db
        .select(rowCount)
        .from(users)
        .where(sql`suspended_at IS NOT NULL`),
      db
        .select({ phase: auctions.phase, ...rowCount })
        .from(auctions)
        .where(inArray(auctions.phase, ["open", "hidden"]))
        .groupBy(auctions.phase),
      db
        .select({ rows: sql<number>`coalesce(sum(${newBidCountSince(now - HOUR_MS)}), 0)` })
        .from(auctions)
        .where(and(...hasBidsSince(now - HOUR_MS))),
      db
        .select({
          ...rowCount,
          late: sql<number>`total(${lateness} >= ${LATE_CLOSING_MS})`,
          latestMs: sql<number>`coalesce(max(${lateness}), 0)`,
        })
        .from(auctions)
        .where(and(eq(auctions.phase, "closed"), gt(auctions.endsAt, now - DAY_MS))),
      db.select().from(sweepRuns).where(eq(sweepRuns.id, ONLY_RUN_ID)),
      db.select(rowCount).from(openings),
      db.select({ ...rowCount, oldest: sql<number | null>`min(${accountDeletions.begunAt})` }).from(accountDeletions),
      db
        .select(rowCount)
        .from(deals)
        .where(sql`dispute_side IS NOT NULL`),
      db
        .select(rowCount)
        .from(reports)
        .where(sql`closed_at IS NULL`),
    ]);
  const inPhase = (phase: "open" | "hidden") => byPhase.find((row) => row.phase === phase)?.rows ?? 0;
  const [run] = runs;
  return {
    counts: {
      people: countIn(people),
      admins: countIn(admins),
      suspended: countIn(suspended),
      openAuctions: inPhase("open"),
      hiddenAuctions: inPhase("hidden"),
      bidsLastHour: countIn(recentBids),
      openReports: countIn(openReports),
    },
    closings: { count: countIn(closings), late: closings[0]?.late ?? 0, latestMs: closings[0]?.latestMs ?? 0 },
    sweep: run ? { begunAt: toIso(run.begunAt), tookMs: run.endedAt - run.begunAt, failed: run.failed } : null,
    pending: {
      listings: countIn(listings),
      deletions: countIn(deletions),
      oldestDeletionAt: timeIn(deletions),
      disputes: countIn(disputes),
    },
    restoring: (await findRestore(db)) !== null,
  };
}

/** Count at most this many of an auction's newest bids, because an admin's page requests the count repeatedly. */
const MAX_COUNTED_BIDS = 10_000;

/**
 * The number of bids on a row's auction after `since` (epoch ms). There's no index for that, so the query reads the
 * auction's newest bids.
 */
function newBidCountSince(since: number): SQL {
  return sql`(SELECT count(*) FROM (
    SELECT placed_at FROM bids WHERE bids.auction_id = auctions.id ORDER BY placed_seq DESC LIMIT ${MAX_COUNTED_BIDS}
  ) WHERE placed_at > ${since})`;
}

/** Auctions that may have bids after `since` (epoch ms). An auction ends after its last bid. */
function hasBidsSince(since: number) {
  return [
    inArray(auctions.phase, ["open", "closed", "voided", "hidden"]),
    gt(auctions.endsAt, since),
    gt(auctions.changedAt, since),
  ];
}

function countIn(rows: readonly { readonly rows: number }[]): number {
  return rows[0]?.rows ?? 0;
}

function timeIn(rows: readonly { readonly oldest: number | null }[]): string | null {
  const oldest = rows[0]?.oldest ?? null;
  return oldest === null ? null : toIso(oldest);
}

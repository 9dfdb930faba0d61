/** D1 shows the newest state completely, no matter in which order a room's deliveries arrive. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";

import { settlePlan } from "../listings/queries/relist-plans.ts";
import { databaseOf } from "../testing/bindings.ts";
import { newId } from "../testing/builders.ts";
import { anAuctionRow, aBidRow } from "../testing/catalogue.ts";
import { openDatabase } from "./database.ts";
import { projectAuction } from "./projection.ts";
import { type AuctionRow, auctions, bids } from "./schema.ts";

const HOUR_MS = 3_600_000;

const findRow = async (id: string) => {
  const [row] = await openDatabase(env.DB).select().from(auctions).where(eq(auctions.id, id));
  return row;
};

/** The changes that facts can cause. */
const CHANGES: readonly Partial<AuctionRow>[] = [
  { priceMinor: 12_000, minNextMinor: 12_100, bidCount: 1, leaderId: newId() },
  { priceMinor: 10_000, minNextMinor: 10_000, bidCount: 0, leaderId: null },
  { title: "Another title" },
  { description: "Another description" },
  { imageKeys: ["auctions/a/b-1x1-000000"] },
  { startingPriceMinor: 9_000 },
  { endsAt: Date.now() + 30 * HOUR_MS, extensions: 1 },
  { endsAt: Date.now() + 48 * HOUR_MS, scheduledEndsAt: Date.now() + 48 * HOUR_MS },
  { scheduledEndsAt: Date.now() + 50 * HOUR_MS },
  { extensions: 2 },
  { phase: "closed", winnerId: newId(), closedAt: Date.now() },
  { phase: "hidden" },
  { winnerId: newId() },
  { closedAt: Date.now() },
];

it.each(CHANGES)("an auction's row shows a change delivered together with a bid (case %#)", async (change) => {
  const before = anAuctionRow({ bidCount: 3, leaderId: newId(), priceMinor: 11_000 });
  await projectAuction(env.DB, before, []);
  const leaderId = newId();
  const after = { ...before, seq: 7, leaderId, priceMinor: 12_500, minNextMinor: 12_600, bidCount: 4, ...change };
  await projectAuction(env.DB, after, []);
  expect(await findRow(before.id)).toEqual(after);
  // A late or repeated delivery changes nothing.
  await projectAuction(env.DB, before, []);
  await projectAuction(env.DB, { ...after, title: "Stale", priceMinor: 1 }, []);
  expect(await findRow(before.id)).toEqual(after);
});

it("a bid updates only the columns it changes", async () => {
  const before = anAuctionRow({ seq: 6, title: "Written once" });
  await projectAuction(env.DB, before, []);
  await env.DB.prepare(
    `CREATE TRIGGER written_whole BEFORE UPDATE OF created_at ON auctions WHEN new.title = 'Written once'
     BEGIN SELECT RAISE(ABORT, 'written whole'); END`,
  ).run();
  const after = { ...before, seq: 7, leaderId: newId(), priceMinor: 12_500, minNextMinor: 12_600, bidCount: 1 };
  await projectAuction(env.DB, after, []);
  expect(await findRow(before.id)).toEqual(after);
  await expect(projectAuction(env.DB, { ...after, seq: 8, description: "Another" }, [])).rejects.toThrow(
    "written whole",
  );
  await env.DB.prepare("DROP TRIGGER written_whole").run();
});

it("a bid writes seven rows to D1, for itself, its auction and their indexes", async () => {
  const before = anAuctionRow({ seq: 6, bidCount: 1, leaderId: newId(), priceMinor: 11_000 });
  await projectAuction(env.DB, before, []);
  let rowsWritten = 0;
  const countingDatabase = databaseOf((name) => {
    if (name === "prepare") return (text: string) => env.DB.prepare(text);
    return async (statements: D1PreparedStatement[]) => {
      const results = await env.DB.batch(statements);
      rowsWritten = results.reduce((sum, { meta }) => sum + meta.rows_written, 0);
      return results;
    };
  });
  const leaderId = newId();
  const after = { ...before, seq: 7, bidCount: 2, leaderId, priceMinor: 12_000, minNextMinor: 12_100 };
  await projectAuction(countingDatabase, after, [aBidRow(before.id, leaderId, 12_000)]);
  // `docs/scale.md` adds them up.
  expect(rowsWritten).toBe(7);
});

it("an auction's end makes its relist plan due once, even if delivered repeatedly", async () => {
  const open = anAuctionRow();
  await projectAuction(env.DB, open, []);
  await env.DB.prepare("INSERT INTO relist_plans (auction_id, times, most) VALUES (?, 2, 3)").bind(open.id).run();
  const dueAt = () =>
    env.DB.prepare("SELECT due_at FROM relist_plans WHERE auction_id = ?").bind(open.id).first("due_at");
  await projectAuction(env.DB, { ...open, seq: open.seq + 1, bidCount: 1 }, []);
  expect(await dueAt()).toBeNull();
  const closed = { ...open, seq: open.seq + 2, phase: "closed", closedAt: Date.now() } as const;
  await projectAuction(env.DB, closed, []);
  expect(await dueAt()).toBe(closed.closedAt);
  await settlePlan(openDatabase(env.DB), open.id);
  await projectAuction(env.DB, closed, []);
  await projectAuction(env.DB, { ...closed, seq: closed.seq + 1 }, []);
  expect(await dueAt()).toBeNull();
});

it("an auction's end makes its relist plan due even if D1 has no row for it yet", async () => {
  const closed = anAuctionRow({ phase: "closed", closedAt: Date.now() });
  await env.DB.prepare("INSERT INTO relist_plans (auction_id, times, most) VALUES (?, 2, 3)").bind(closed.id).run();
  await projectAuction(env.DB, closed, []);
  const planStatement = env.DB.prepare("SELECT due_at FROM relist_plans WHERE auction_id = ?").bind(closed.id);
  expect(await planStatement.first("due_at")).toBe(closed.closedAt);
});

it("a bid's row has the state after its last event and never reverts to an older one", async () => {
  const auction = anAuctionRow();
  const placed = aBidRow(auction.id, newId(), 200);
  const edited = { ...placed, amountMinor: 300, edited: true, seq: 300 };
  const withdrawn = { ...edited, withdrawn: true, seq: 301 };
  const other = aBidRow(auction.id, newId(), 250);
  for (const delivered of [[placed, other], [edited], [placed], [withdrawn], [edited, other]]) {
    await projectAuction(env.DB, auction, delivered);
  }
  const rows = await openDatabase(env.DB).select().from(bids).where(eq(bids.auctionId, auction.id)).orderBy(bids.seq);
  expect(rows).toEqual([other, withdrawn]);
});

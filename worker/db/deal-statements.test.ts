/** A sale's deal opens with the row that shows the sale, exactly once, no matter in which order deliveries arrive. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";

import { bindingWith } from "../testing/bindings.ts";
import { newId } from "../testing/builders.ts";
import { anAuctionRow } from "../testing/catalogue.ts";
import { openDealStatements } from "./deal-statements.ts";
import { projectAuction } from "./projection.ts";
import type { AuctionRow } from "./schema.ts";

const PAYMENT_MS = 3 * 24 * 3_600_000;

const aSoldAuction = (change: Partial<AuctionRow> = {}) =>
  anAuctionRow({ phase: "closed", winnerId: newId(), closedAt: Date.now(), details: { shipping: "none" }, ...change });

async function dealsOf({ id }: Pick<AuctionRow, "id">) {
  const { results } = await env.DB.prepare(
    `SELECT deals.id, buyer_id, price_minor, state, due_at - opened_at AS pays, events, count(deal_events.seq) AS stored
     FROM deals LEFT JOIN deal_events ON deal_id = deals.id WHERE auction_id = ? GROUP BY deals.id`,
  )
    .bind(id)
    .all();
  return results;
}
const project = (row: AuctionRow, db: D1Database = env.DB) => projectAuction(db, row, [], [], PAYMENT_MS);
const openDealOf = ({ id, winnerId, priceMinor }: AuctionRow) => ({
  id: `${id}-1`,
  buyer_id: winnerId,
  price_minor: priceMinor,
  state: "open",
  pays: PAYMENT_MS,
  events: 1,
  stored: 1,
});

describe("deals of sold auctions", () => {
  it("a sold auction opens its deal once, even if its end is delivered repeatedly", async () => {
    const row = aSoldAuction();
    for (let times = 0; times < 3; times++) await project(row);
    await project({ ...row, seq: row.seq + 1 });
    await env.DB.batch(openDealStatements(env.DB, row.id, { at: Date.now(), paymentMs: PAYMENT_MS }));
    expect(await dealsOf(row)).toEqual([openDealOf(row)]);
  });

  it.each([
    ["without a winner", { winnerId: null }],
    ["still open", { phase: "open", closedAt: null }],
    ["hidden", { phase: "hidden" }],
    ["voided", { phase: "voided", voidedReason: "Stolen goods" }],
    ["hidden and voided", { phase: "hidden", voidedReason: "Stolen goods" }],
  ] as const)("an auction that is %s opens no deal", async (_what, change) => {
    const row = aSoldAuction(change);
    await project(row);
    await env.DB.batch(openDealStatements(env.DB, row.id, { at: Date.now(), paymentMs: PAYMENT_MS }));
    expect(await dealsOf(row)).toEqual([]);
  });

  it("a hidden auction opens its deal when it is shown again", async () => {
    const row = aSoldAuction();
    await project({ ...row, phase: "hidden", winnerId: null });
    expect(await dealsOf(row)).toEqual([]);
    await project({ ...row, seq: row.seq + 1 });
    expect(await dealsOf(row)).toEqual([openDealOf(row)]);
  });

  it("no deal opens if an auction was voided before D1 receives its end", async () => {
    const row = aSoldAuction();
    await project({ ...row, phase: "voided", voidedReason: "Stolen goods", winnerId: null, seq: row.seq + 1 });
    await project(row);
    expect(await dealsOf(row)).toEqual([]);
  });

  it("voiding an auction closes its deal once", async () => {
    const row = aSoldAuction();
    await project(row);
    const voided = { ...row, phase: "voided", voidedReason: "Stolen goods", winnerId: null, seq: row.seq + 1 } as const;
    for (let times = 0; times < 2; times++) await project(voided);
    const closed = { ...openDealOf(row), state: "closed", pays: null, events: 2, stored: 2 };
    expect(await dealsOf(row)).toEqual([closed]);
  });

  it("voiding an auction clears the unpaid mark on its closed deal", async () => {
    const row = aSoldAuction();
    await project(row);
    await env.DB.prepare("UPDATE deals SET state = 'closed', unpaid_at = 1 WHERE auction_id = ?").bind(row.id).run();
    await project({ ...row, phase: "voided", voidedReason: "Stolen goods", winnerId: null, seq: row.seq + 1 });
    const unpaidAt = await env.DB.prepare("SELECT unpaid_at FROM deals WHERE auction_id = ?").bind(row.id).first();
    expect(unpaidAt).toEqual({ unpaid_at: null });
  });
});

it("200 sales open 200 deals even if D1 fails one batch in ten", async () => {
  let calls = 0;
  let failures = 0;
  const batch = async (statements: D1PreparedStatement[]) => {
    calls += 1;
    const callInTen = calls % 10;
    if (callInTen === 3 && calls % 20 === 3) throw new Error(`Network connection lost ${(failures += 1)}`);
    const results = await env.DB.batch(statements);
    if (callInTen === 3) throw new Error(`Network connection lost ${(failures += 1)}`);
    return results;
  };
  const flakyDatabase = bindingWith(env.DB, { batch });
  const rows = Array.from({ length: 200 }, () => aSoldAuction());
  for (const row of rows) {
    // Retry until it succeeds, as a room does.
    for (let isDelivered = false; !isDelivered;) {
      isDelivered = await project(row, flakyDatabase).then(
        () => true,
        () => false,
      );
    }
  }
  expect(failures).toBeGreaterThan(20);
  for (const row of rows) expect(await dealsOf(row)).toEqual([openDealOf(row)]);
});

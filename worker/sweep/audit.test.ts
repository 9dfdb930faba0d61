import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, onTestFinished, vi } from "vitest";

import { pickAuctionId } from "../db/audit.ts";
import { openDatabase } from "../db/database.ts";
import { aPerson, anAuction } from "../testing/builders.ts";
import { parsePage } from "../testing/parse-page.ts";
import { standIn } from "../testing/stand-in.ts";
import { auditNextAuction, findMismatches, MAX_AUDITED_FACTS } from "./audit.ts";

const db = () => openDatabase(env.DB);

/** An auction with plain, edited and withdrawn bids from two people, one of them anonymous. D1 has its rows. */
async function aBusyAuction() {
  const { id, room } = await anAuction();
  const [ann, bob] = [aPerson("Ann"), { ...aPerson("Bob"), anonymous: true }];
  for (const [actor, amountMinor] of [
    [ann, 10_000],
    [bob, 12_000],
    [ann, 14_000],
    [bob, 16_000],
  ] as const) {
    expect(await room.placeBid({ actor, amountMinor })).toMatchObject({ ok: true });
  }
  expect(await room.editBid({ actor: bob, bidId: `${id}-5`, amountMinor: 18_000 })).toMatchObject({ ok: true });
  expect(await room.withdrawBid({ actor: ann, bidId: `${id}-4` })).toMatchObject({ ok: true });
  await room.reconcile();
  return { id, room };
}

it("the audit finds no difference in a healthy auction", async () => {
  const { id, room } = await aBusyAuction();
  expect(await findMismatches(env, db(), id)).toEqual([]);
  await room.setHidden("A copy");
  expect(await findMismatches(env, db(), id)).toEqual([]);
  await room.setHidden(null);
  await room.voidAuction("Stolen");
  expect(await findMismatches(env, db(), id)).toEqual([]);
  expect(await pickAuctionId(db(), id, MAX_AUDITED_FACTS)).toBe(id);
});

it("the audit finds no difference in an auction with automatic bids", async () => {
  const { id, room, seller } = await anAuction();
  const [ann, bob, cem] = [aPerson("Ann"), aPerson("Bob"), { ...aPerson("Cem"), anonymous: true }];
  const bids = [];
  for (const [actor, offer] of [
    [ann, { maxMinor: 20_000 }],
    [bob, { maxMinor: 15_000 }],
    [ann, { maxMinor: 25_000 }],
    [cem, { amountMinor: 30_000, maxMinor: 40_000 }],
    [bob, { amountMinor: 35_000 }],
    [ann, { maxMinor: 50_000 }],
  ] as const) {
    const placed = await room.placeBid({ actor, ...offer });
    if (!placed.ok) throw new Error(placed.failure.message);
    bids.push(placed.value.newBid._id);
  }
  expect(await room.editBid({ actor: ann, bidId: bids[5] ?? "", maxMinor: 45_000 })).toMatchObject({ ok: true });
  // Cem's bid has met automatic bids, so he asks the seller, who releases the bid.
  const releasedId = bids[3] ?? "";
  expect(await room.requestRelease({ actor: cem, bidId: releasedId })).toMatchObject({ ok: true });
  await room.reconcile();
  expect(await findMismatches(env, db(), id)).toEqual([]);
  expect(await room.releaseBid({ actor: seller, bidId: releasedId })).toMatchObject({ ok: true });
  expect(await room.requestRelease({ actor: bob, bidId: bids[1] ?? "" })).toMatchObject({ ok: true });
  expect(await room.voidBid(bids[4] ?? "", "Nobody's")).toMatchObject({ ok: true });
  await room.reconcile();
  expect(await findMismatches(env, db(), id)).toEqual([]);
  const rows = await env.DB.prepare(
    "SELECT amount_minor, auto FROM bids WHERE auction_id = ? ORDER BY seq DESC LIMIT 1",
  )
    .bind(id)
    .all();
  expect(rows.results).toEqual([{ amount_minor: 15_100, auto: 1 }]);
});

it("the audit finds no difference in an auction with voided bids", async () => {
  const { id, room, seller } = await anAuction();
  const [mal, eve, ann] = [aPerson("Mal"), aPerson("Eve"), aPerson("Ann")];
  for (const [actor, offer] of [
    [mal, { amountMinor: 20_000 }],
    [eve, { amountMinor: 40_000 }],
    [ann, { maxMinor: 90_000 }],
  ] as const) {
    expect(await room.placeBid({ actor, ...offer })).toMatchObject({ ok: true });
  }
  expect(await room.voidBid(`${id}-3`, "A shill")).toEqual({ ok: true, value: { changed: true } });
  await room.reconcile();
  expect(await findMismatches(env, db(), id)).toEqual([]);
  const withdrawal = await room.withdrawBid({ actor: mal, bidId: `${id}-2` });
  expect(withdrawal).toMatchObject({ failure: { code: "withdrawal_reveals" } });
  await room.setBlocked({ sellerId: seller.id, personId: mal.id, blocked: true });
  await room.reconcile();
  expect(await findMismatches(env, db(), id)).toEqual([]);
  expect(parsePage(await room.page())).toMatchObject({ currentBid: 100, bidCount: 1 });
});

it.each([
  ["row", "UPDATE auctions SET price_minor = price_minor + 1 WHERE id = ?"],
  ["row", "UPDATE auctions SET changed_at = changed_at + 1 WHERE id = ?"],
  ["rows of bids", "UPDATE bids SET amount_minor = amount_minor + 1 WHERE auction_id = ? AND seq = 3"],
  ["rows of bids", "DELETE FROM bids WHERE auction_id = ? AND seq = 3"],
])("the audit finds a difference in D1: %s (case %#)", async (mismatch, sql) => {
  const { id } = await aBusyAuction();
  await env.DB.prepare(sql).bind(id).run();
  expect(await findMismatches(env, db(), id)).toEqual([mismatch]);
});

it.each([
  [["journal"], "UPDATE journal SET hash = 'x' || hash WHERE seq = 2"],
  [["journal"], "DELETE FROM journal WHERE seq = 3"],
  [["state", "memory"], "UPDATE listing SET state = replace(state, '\"bidCount\":3', '\"bidCount\":4')"],
  [["bids", "rows of bids"], "UPDATE bids SET amount_minor = amount_minor + 1 WHERE placed_seq = 2"],
])("the audit reports %j for a room whose storage differs (case %#)", async (mismatch, sql) => {
  const { id, room } = await aBusyAuction();
  await runInDurableObject(room, (_, { storage }) => void storage.sql.exec(sql));
  expect(await findMismatches(env, db(), id)).toEqual(mismatch);
});

it("the audit of a random auction logs what differs, but not the content", async () => {
  const { id } = await aBusyAuction();
  const errorSpy = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => errorSpy.mockRestore());
  await auditNextAuction(env, db(), id);
  expect(errorSpy).not.toHaveBeenCalled();
  await env.DB.prepare("UPDATE auctions SET title = 'Another' WHERE id = ?").bind(id).run();
  await auditNextAuction(env, db(), id);
  expect(errorSpy.mock.calls).toEqual([[JSON.stringify({ event: "content_mismatch", auction: id, found: ["row"] })]]);
});

it.each([
  ["is compared if the journal was read later", "auditFacts", []],
  ["is left out if the journal was read first", "auditBids", null],
] as const)("an auction with a bid during its audit %s", async (_title, before, mismatches) => {
  const { id, room } = await aBusyAuction();
  const placed: unknown[] = [];
  const busyRoom = new Proxy(room, {
    get: (target, name) => async (after: number) => {
      if (name === before && placed.length === 0) {
        placed.push(await room.placeBid({ actor: aPerson("Cem"), amountMinor: 20_000 }));
      }
      if (name === "auditFacts") return target.auditFacts(after);
      return name === "auditBids" ? target.auditBids(after) : target.auditState();
    },
  });
  const rooms = { getByName: () => busyRoom };
  expect(await findMismatches(standIn<Env>({ AUCTION_ROOM: rooms }), db(), id)).toEqual(mismatches);
  expect(placed).toMatchObject([{ ok: true }]);
});

it("the audit skips an auction that is ahead of D1 or has no room", async () => {
  const { id } = await aBusyAuction();
  await env.DB.prepare("UPDATE auctions SET seq = seq - 1, price_minor = 1 WHERE id = ?").bind(id).run();
  expect(await findMismatches(env, db(), id)).toEqual([]);
  expect(await findMismatches(env, db(), "nobody")).toBeNull();
});

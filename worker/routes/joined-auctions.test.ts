import { expect, it } from "vitest";

import { joinedResponse } from "../contract/joined-auction.ts";
import type { AuctionRow } from "../db/schema.ts";
import { DAY_MS, newId } from "../testing/builders.ts";
import { aBidRow, insertAuction } from "../testing/catalogue.ts";
import { requestJson, someoneSignedIn } from "../testing/http.ts";

const HOUR_MS = 3_600_000;

/** An auction at a price of 200, in which this person has bid these amounts (major units). */
async function withBids(userId: string, amounts: readonly number[], change: Partial<AuctionRow> = {}) {
  const row = await insertAuction({ priceMinor: 20_000, bidCount: 3, leaderId: newId(), ...change });
  await insertAuction(
    { ...row, seq: 7 },
    amounts.map((amount) => aBidRow(row.id, userId, amount * 100)),
  );
  return row;
}

async function someone() {
  const { id, cookie } = await someoneSignedIn();
  return { id, cookie, joined: async () => (await requestJson(joinedResponse, "/user/bids", { cookie })).auctions };
}

it("joined auctions show their price, minimum bid, end and the person's own bid", async () => {
  const { id, joined } = await someone();
  const outbid = await withBids(id, [120, 150], { endsAt: Date.now() + HOUR_MS, extensions: 2 });
  const leading = await withBids(id, [200], { leaderId: id, reserveMinor: 90_000, reserveMet: false });
  expect(await joined()).toEqual([
    {
      _id: outbid.id,
      title: outbid.title,
      images: null,
      currency: "USD",
      currentBid: 200,
      minNextBid: 201,
      bidCount: 3,
      auctionEndTime: new Date(outbid.endsAt).toISOString(),
      scheduledEndTime: new Date(outbid.scheduledEndsAt).toISOString(),
      status: "Live",
      extensions: 2,
      seq: 7,
      leads: false,
      ownBid: 150,
    },
    expect.objectContaining({ _id: leading.id, leads: true, reserveMet: false, ownBid: 200 }),
  ]);
});

it("joined auctions leave out withdrawn bids and other people's bids", async () => {
  const { id, joined } = await someone();
  await withBids(newId(), [150]);
  const row = await withBids(id, []);
  await insertAuction({ ...row, seq: 8 }, [{ ...aBidRow(row.id, id, 15_000), withdrawn: true }]);
  expect(await joined()).toEqual([]);
});

it("joined auctions stay for a day after the end, with the person's result", async () => {
  const { id, joined } = await someone();
  const endedAuction = (agoMs: number, change: Partial<AuctionRow>) => {
    const at = Date.now() - agoMs;
    return withBids(id, [150], { phase: "closed", endsAt: at, closedAt: at, ...change });
  };
  const lost = await endedAuction(23 * HOUR_MS, { winnerId: newId() });
  const won = await endedAuction(HOUR_MS, { leaderId: id, winnerId: id });
  const unmet = await endedAuction(1_000, { leaderId: id, reserveMinor: 90_000, reserveMet: false });
  await endedAuction(25 * HOUR_MS, { winnerId: newId() });
  expect((await joined()).map(({ _id, status, leads }) => [_id, status, leads])).toEqual([
    [lost.id, "Sold", false],
    [won.id, "Sold", true],
    [unmet.id, "Expired", true],
  ]);
});

it("voided auctions stay among joined auctions for a day, unlike removed ones", async () => {
  const { id, joined } = await someone();
  const voided = await withBids(id, [150], { phase: "voided", voidedReason: "Stolen goods" });
  const longVoided = { phase: "voided", voidedReason: "Stolen goods", changedAt: Date.now() - 2 * DAY_MS } as const;
  await withBids(id, [150], longVoided);
  // This auction's room recorded a fact today, long after the end.
  await withBids(id, [150], { ...longVoided, changedAt: Date.now(), endsAt: Date.now() - 31 * DAY_MS });
  for (const phase of ["hidden", "cancelled", "removed"] as const) await withBids(id, [150], { phase });
  expect(await joined()).toMatchObject([{ _id: voided.id, status: "Voided", voided: { reason: "Stolen goods" } }]);
});

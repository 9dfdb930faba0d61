import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { ownAuctionsResponse, savedAuctionResponse } from "../contract/auction.ts";
import { relistPlanResponse } from "../contract/relist-plan.ts";
import { relistDueListing } from "../listings/relist-due.ts";
import { newId } from "../testing/builders.ts";
import { aCookieFor, requestJson, type TestCall, expectRefusal, someoneSignedIn } from "../testing/http.ts";
import { runAfterTheEnd, aListing, bid, detailsOf, listingFields, createCall } from "../testing/selling.ts";

const pathOf = (id: string) => `/auction/${id}/relist-plan`;
const putCall = (cookie: string, times: unknown): TestCall => ({ method: "PUT", cookie, json: { times } });

async function planOf(id: string, cookie: string) {
  return (await requestJson(relistPlanResponse, pathOf(id), { cookie })).plan;
}
async function changePlan(id: string, cookie: string, times: number) {
  return (await requestJson(relistPlanResponse, pathOf(id), putCall(cookie, times))).plan;
}
/** An automatically relisted auction and its successor, as the seller sees them a day after the first one's end. */
async function withRelistedAuction(
  times: number,
  work: (ids: { first: string; second: string }, cookie: string) => Promise<void>,
) {
  const { id: first, seller } = await aListing({ relistTimes: String(times) });
  await runAfterTheEnd(async () => {
    await detailsOf(first);
    const statement = env.DB.prepare("SELECT new_id FROM relistings WHERE old_id = ?").bind(first);
    const second = await vi.waitFor(async () => {
      await relistDueListing(env, first);
      const row = await statement.first<{ new_id: string }>();
      expect(row).not.toBeNull();
      return row?.new_id ?? "";
    });
    await work({ first, second }, await aCookieFor(seller.id, Date.now()));
  });
}

it("an auction isn't relisted automatically unless its seller chooses it", async () => {
  const { id, seller } = await aListing();
  expect(await planOf(id, seller.cookie)).toEqual({ times: 0, most: 3 });
  const other = await aListing({ relistTimes: "3" });
  expect(await planOf(other.id, other.seller.cookie)).toEqual({ times: 3, most: 3 });
  for (const relistTimes of ["4", "-1", "1.5", "often"]) {
    const { fields } = await expectRefusal("invalid_input", 400, ...createCall(seller, { relistTimes }));
    expect(fields).toHaveProperty("relistTimes");
  }
});

it("a seller can change a relist plan any number of times", async () => {
  const { id, seller } = await aListing();
  await bid(id, 100, (await someoneSignedIn()).cookie);
  for (const times of [2, 3, 0, 1]) {
    expect(await changePlan(id, seller.cookie, times)).toEqual({ times, most: 3 });
    expect(await planOf(id, seller.cookie)).toEqual({ times, most: 3 });
  }
  for (const times of [4, -1, 0.5, null, "2"]) {
    await expectRefusal("invalid_input", 400, pathOf(id), putCall(seller.cookie, times));
  }
  expect(await planOf(id, seller.cookie)).toEqual({ times: 1, most: 3 });
});

it("only the seller's own list shows a relist plan", async () => {
  const { id, seller } = await aListing({ relistTimes: "2" });
  expect(JSON.stringify(await detailsOf(id))).not.toContain("relistTimes");
  const { auctions } = await requestJson(ownAuctionsResponse, "/auction/getAuctions", { cookie: seller.cookie });
  expect(auctions).toMatchObject([{ _id: id, relistTimes: 2 }]);
});

it("a relist plan can't be raised once the auction has been relisted", async () => {
  await withRelistedAuction(3, async ({ first, second }, cookie) => {
    expect(await planOf(second, cookie)).toEqual({ times: 2, most: 2 });
    const { fields } = await expectRefusal("invalid_input", 400, pathOf(second), putCall(cookie, 3));
    expect(fields).toEqual({ times: ["The most you can choose is 2"] });
    for (const times of [0, 2, 1]) expect(await changePlan(second, cookie, times)).toEqual({ times, most: 2 });
    // The first auction's plan is used up.
    expect(await planOf(first, cookie)).toEqual({ times: 0, most: 0 });
    await expectRefusal("already_relisted", 409, pathOf(first), putCall(cookie, 0));
  });
});

it("stopping a relist plan also stops it for a new auction that D1 doesn't list yet", async () => {
  await withRelistedAuction(3, async ({ first, second }, cookie) => {
    const rename = (from: string, to: string) =>
      env.DB.prepare("UPDATE auctions SET id = ? WHERE id = ?").bind(to, from).run();
    await rename(second, `not ${second}`);
    expect(await changePlan(first, cookie, 0)).toMatchObject({ times: 0 });
    await rename(`not ${second}`, second);
    expect(await planOf(second, cookie)).toMatchObject({ times: 0 });
  });
});

it("a relist plan can be stopped but not started after the auction ends", async () => {
  const { id, seller } = await aListing({ relistTimes: "2" });
  await runAfterTheEnd(async () => {
    const cookie = await aCookieFor(seller.id, Date.now());
    expect(await planOf(id, cookie)).toEqual({ times: 2, most: 0 });
    await expectRefusal("invalid_input", 400, pathOf(id), putCall(cookie, 1));
    expect(await changePlan(id, cookie, 0)).toEqual({ times: 0, most: 0 });
    await expectRefusal("invalid_input", 400, pathOf(id), putCall(cookie, 2));
  });
});

it("retrying a listing doesn't restart its relist plan", async () => {
  const { cookie } = await someoneSignedIn();
  const headers = { "idempotency-key": newId() };
  const call = { method: "POST", cookie, headers, form: listingFields({ relistTimes: "2" }) };
  const { auction } = await requestJson(savedAuctionResponse, "/auction/createAuction", call);
  await changePlan(auction._id, cookie, 0);
  await requestJson(savedAuctionResponse, "/auction/createAuction", call);
  expect(await planOf(auction._id, cookie)).toMatchObject({ times: 0 });
});

/**
 * Hidden reserves over REST and sockets. Everyone sees whether a reserve is met. Until a bid meets it, only the seller
 * sees the amount.
 */
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { historyResponse, profileResponse, winningsResponse } from "../contract/account.ts";
import { ownAuctionsResponse, savedAuctionResponse } from "../contract/auction.ts";
import { placeBidResponse } from "../contract/bid.ts";
import { certificateResponse } from "../contract/certificate.ts";
import { doneResponse } from "../contract/fields.ts";
import { journalResponse } from "../contract/journal.ts";
import { openDatabase } from "../db/database.ts";
import { findMismatches } from "../sweep/audit.ts";
import { fetchAuctions, fetchIds } from "../testing/auction-lists.ts";
import { DAY_MS, listen, newId } from "../testing/builders.ts";
import { aCategory, insertAuction } from "../testing/catalogue.ts";
import { aCookieFor, requestJson, expectRefusal, request, someoneSignedIn } from "../testing/http.ts";
import { notificationTextsOf } from "../testing/notifications.ts";
import { exportOf } from "../testing/passwords.ts";
import {
  runAfterTheEnd,
  aListing,
  bid,
  createCall,
  detailsOf,
  editCall,
  endAuction,
  placeBidCall,
} from "../testing/selling.ts";

const bidUpTo = (id: string, maxBid: number, cookie: string) =>
  requestJson(placeBidResponse, "/bid/placeBid", { method: "POST", cookie, json: { productId: id, maxBid } });
const fetchOwnAuctions = async (cookie: string) =>
  (await requestJson(ownAuctionsResponse, "/auction/getAuctions", { cookie })).auctions;

it("a maximum above the hidden reserve meets it for good, at the reserve price", async () => {
  const { id, auction } = await aListing({ reservePrice: "300" });
  expect(auction).toMatchObject({ reservePrice: 300, reserveMet: false });
  const [ann, bob] = [await someoneSignedIn("Ann"), await someoneSignedIn("Bob")];
  expect((await bidUpTo(id, 250, ann.cookie)).auction).toMatchObject({ currentBid: 100, reserveMet: false });
  const met = await bidUpTo(id, 400, bob.cookie);
  expect(met.auction).toMatchObject({ currentBid: 300, minNextBid: 301, reserveMet: true });
  expect(await detailsOf(id)).toMatchObject({ currentBid: 300, reserveMet: true });
  const path = `/bid/deleteBid/${met.newBid._id}`;
  await expectRefusal("withdrawal_reveals", 409, path, { method: "DELETE", cookie: bob.cookie });
  expect(await detailsOf(id)).toMatchObject({ currentBid: 300, reserveMet: true });
});

it("a hidden reserve below the starting price is refused", async () => {
  const seller = await someoneSignedIn();
  const refusal = await expectRefusal("reserve_too_low", 422, ...createCall(seller, { reservePrice: "99.99" }));
  expect(refusal).toMatchObject({ message: "The reserve must be at least $100", details: { minimum: 100 } });
  for (const reservePrice of ["ten", "100.001", "-1"]) {
    const { fields } = await expectRefusal("invalid_input", 400, ...createCall(seller, { reservePrice }));
    expect(fields).toEqual({ reservePrice: ["Enter an amount for the reserve price"] });
  }
  expect(await fetchOwnAuctions(seller.cookie)).toEqual([]);
});

it("the seller can change or remove the hidden reserve until someone has bid", async () => {
  const { id, seller } = await aListing({ reservePrice: "300" });
  const change = async (form: Record<string, string>) =>
    (await requestJson(savedAuctionResponse, ...editCall(id, seller, form))).auction;
  expect(await change({ reservePrice: "500" })).toMatchObject({ reservePrice: 500, reserveMet: false });
  expect(await change({ title: "Another title" })).toMatchObject({ reservePrice: 500 });
  expect(await change({ reservePrice: "" })).not.toHaveProperty("reservePrice");
  expect(await detailsOf(id)).not.toHaveProperty("reserveMet");
  await change({ reservePrice: "200" });
  await bid(id, 150, (await someoneSignedIn()).cookie);
  const refusal = await expectRefusal("terms_frozen", 409, ...editCall(id, seller, { reservePrice: "" }));
  expect(refusal.details).toEqual({ fields: ["reserveMinor"] });
  expect(await change({ reservePrice: "200", description: "In good order. It ticks." })).toMatchObject({
    reservePrice: 200,
  });
});

it("only the seller's own list and export show the hidden reserve", async () => {
  const { id, seller } = await aListing({ reservePrice: "4711.13", buyNowPrice: "5000" });
  const [ann, bob] = [await someoneSignedIn("Ann"), await someoneSignedIn("Bob")];
  const { frames, socket } = await listen(id);
  const change = { title: "Another title", reservePrice: "4712.13" };
  await requestJson(savedAuctionResponse, ...editCall(id, seller, change));
  await bidUpTo(id, 1_000, bob.cookie);
  await bidUpTo(id, 2_000, ann.cookie);
  await vi.waitFor(() => expect(JSON.stringify(frames)).toContain("bidAdjusted"));
  socket.close();
  const page = `/auction/fetchSpecificAuction?auctionId=${id}`;
  const paths = [
    page,
    `/auction/bids?auctionId=${id}`,
    `/auction/${id}/journal`,
    `/auction/${id}/head`,
    "/auction/fetchAllAuctions?status=all&limit=100",
    "/auction/featured",
    "/user/history",
    "/user/watchlist",
    "/auction/notifications",
  ];
  const texts = [JSON.stringify(frames)];
  for (const path of paths) {
    for (const cookie of [ann.cookie, bob.cookie, undefined])
      texts.push(await (await request(path, { cookie })).text());
  }
  texts.push((await exportOf(ann)).text);
  // Not even the seller's view of the auction page has it, because that page is the same for everyone.
  texts.push(await (await request(page, { cookie: seller.cookie })).text());
  // Whole numbers only, because a time or a hash can contain the same digits.
  for (const secret of [/\b4711\.13\b/, /\b471113\b/, /\b4712\.13\b/, /\b471213\b/, /reserveMinor/, /reservePrice/]) {
    expect([secret, texts.findIndex((text) => secret.test(text))]).toEqual([secret, -1]);
  }
  // The seller has it, in their own list and export.
  expect(await fetchOwnAuctions(seller.cookie)).toMatchObject([{ reservePrice: 4_712.13 }]);
  expect((await exportOf(seller)).text).toContain('"reservePrice":4712.13');
});

it("an auction that ends below its reserve shows no winner in any view", async () => {
  const { id, seller } = await aListing({ reservePrice: "300" });
  const ann = await someoneSignedIn("Ann");
  await bidUpTo(id, 250, ann.cookie);
  await runAfterTheEnd(async () => {
    const now = Date.now();
    const [sue, buyer] = [await aCookieFor(seller.id, now), await aCookieFor(ann.id, now)];
    expect(await detailsOf(id)).toMatchObject({ status: "Expired", reserveMet: false, winner: null, bidCount: 1 });
    const { statement } = await requestJson(certificateResponse, `/auction/${id}/certificate`);
    expect(statement).toMatchObject({ status: "Expired", winner: null, price: null });
    const { records } = await requestJson(journalResponse, `/auction/${id}/journal`);
    expect(records.at(-1)?.fact).toMatchObject({ type: "closed", outcome: null });
    expect(JSON.stringify(records)).not.toContain("openedReserve");
    await vi.waitFor(async () =>
      expect(await fetchOwnAuctions(sue)).toMatchObject([{ status: "Expired", reserveMet: false }]),
    );
    expect((await requestJson(winningsResponse, "/user/winnings", { cookie: buyer })).winnings).toEqual([]);
    const { data } = await requestJson(profileResponse, "/user/profile", { cookie: buyer });
    expect(data.statistics).toMatchObject({ totalWinnings: 0, totalWinningsValue: 0 });
    const { history } = await requestJson(historyResponse, "/user/history", { cookie: buyer });
    expect(history.map(({ type }) => type)).toEqual(["bid"]);
    const endText = '"A Regency mahogany bureau" ended below its reserve';
    await vi.waitFor(async () =>
      expect(await notificationTextsOf({ cookie: buyer })).toEqual([`lost: ${endText}, so no one won`]),
    );
    expect((await notificationTextsOf({ cookie: sue }))[0]).toBe(`expired: ${endText}. The highest bid was $100.`);
  });
});

it("an auction that ended below its reserve can be relisted with it, then deleted", async () => {
  const { id, seller } = await aListing({ reservePrice: "300", buyNowPrice: "500" });
  await bid(id, 250, (await someoneSignedIn()).cookie);
  await runAfterTheEnd(async () => {
    const cookie = await aCookieFor(seller.id, Date.now());
    const json = { auctionEndTime: new Date(Date.now() + 7 * DAY_MS).toISOString() };
    const { auction: next } = await requestJson(savedAuctionResponse, `/auction/${id}/relist`, {
      method: "POST",
      cookie,
      json,
    });
    expect(next).toMatchObject({ reservePrice: 300, reserveMet: false, buyNowPrice: 500, bidCount: 0 });
    await requestJson(doneResponse, `/auction/deleteAuction/${id}`, { method: "DELETE", cookie });
    await expectRefusal("auction_not_found", 404, `/auction/fetchSpecificAuction?auctionId=${id}`);
    expect((await fetchOwnAuctions(cookie)).map(({ _id }) => _id)).toEqual([next._id]);
  });
});

it("an auction that ended below its reserve is listed as expired right away", async () => {
  const category = await aCategory();
  const past = { endsAt: Date.now() - DAY_MS, categoryId: category };
  const [ann, bids] = [newId(), { leaderId: newId(), bidCount: 3, priceMinor: 200_00, reserveMinor: 300_00 }];
  const unmet = await insertAuction({ ...past, ...bids, reserveMet: false, phase: "closed", createdAt: 5 });
  const met = await insertAuction({ ...past, ...bids, reserveMet: true, phase: "closed", winnerId: ann, createdAt: 4 });
  const unclosed = await insertAuction({ ...past, ...bids, bidCount: 2, reserveMet: false, createdAt: 3 });
  const unclosedMet = await insertAuction({ ...past, ...bids, bidCount: 2, reserveMet: true, createdAt: 2 });
  const withoutBids = await insertAuction({ ...past, phase: "closed", createdAt: 1 });
  for (const sort of ["most_bids", "newest"] as const) {
    expect(await fetchIds({ category, status: "Expired", sort })).toEqual([unmet.id, unclosed.id, withoutBids.id]);
    expect(await fetchIds({ category, status: "Sold", sort })).toEqual([met.id, unclosedMet.id]);
  }
  const { auctions } = await fetchAuctions({ category, status: "all", sort: "newest" });
  expect(auctions.map(({ status, reserveMet }) => [status, reserveMet])).toEqual([
    ["Expired", false],
    ["Sold", true],
    ["Expired", false],
    ["Sold", true],
    ["Expired", undefined],
  ]);
});

it("an auction that meets its reserve is sold, and the journal reveals the reserve", async () => {
  const { id } = await aListing({ reservePrice: "300" });
  const ann = await someoneSignedIn("Ann");
  await requestJson(placeBidResponse, "/bid/placeBid", placeBidCall(id, 350, ann.cookie));
  await endAuction(id);
  expect(await detailsOf(id)).toMatchObject({ status: "Sold", reserveMet: true, winner: { _id: ann.id } });
  const { records } = await requestJson(journalResponse, `/auction/${id}/journal`);
  expect(records.map(({ fact }) => fact.type)).toEqual(["opened", "reserveSet", "newBid", "closed"]);
  expect(records[2]?.fact).toMatchObject({ openedReserve: { seq: 2, reserveMinor: 300_00 } });
  expect(records[1]?.sealed).toMatch(/^[0-9a-f]{64}$/);
  // The sweep's audit finds the same in the journal, in the room and in D1.
  await env.AUCTION_ROOM.getByName(id).reconcile();
  expect(await findMismatches(env, openDatabase(env.DB), id)).toEqual([]);
});

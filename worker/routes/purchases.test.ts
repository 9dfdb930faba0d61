/** Buying an item at its Buy It Now price over REST. */
import { expect, it, vi } from "vitest";

import { winningsResponse } from "../contract/account.ts";
import { savedAuctionResponse } from "../contract/auction.ts";
import { placeBidResponse, standingResponse } from "../contract/bid.ts";
import { certificateResponse } from "../contract/certificate.ts";
import { doneResponse } from "../contract/fields.ts";
import { journalResponse } from "../contract/journal.ts";
import { fetchAuctions } from "../testing/auction-lists.ts";
import { HOUR_MS, listen, newId } from "../testing/builders.ts";
import { aCategory } from "../testing/catalogue.ts";
import { requestJson, expectRefusal, someoneSignedIn } from "../testing/http.ts";
import { notificationTextsOf } from "../testing/notifications.ts";
import { aListing, bid, detailsOf, createCall, editCall } from "../testing/selling.ts";

const buyCall = (cookie: string, price: unknown = 500, key = newId()) => ({
  method: "POST",
  cookie,
  headers: { "idempotency-key": key },
  json: { price },
});
const buy = (id: string, cookie: string, key?: string) =>
  requestJson(placeBidResponse, `/auction/${id}/buy`, buyCall(cookie, 500, key));
const aBuyNowListing = (fields: Record<string, string> = {}) => aListing({ buyNowPrice: "500", ...fields });

it("a purchase ends the auction at the Buy Now price, right away and everywhere", async () => {
  const category = await aCategory();
  const { id, seller } = await aBuyNowListing({ category });
  const ann = await someoneSignedIn("Ann");
  const fetchListed = async () => (await fetchAuctions({ category, status: "all" })).auctions[0];
  expect(await fetchListed()).toMatchObject({ buyNowPrice: 500, status: "Live" });
  const { frames, socket } = await listen(id);
  const before = Date.now();
  const { newBid, auction, seq, hash } = await buy(id, ann.cookie);
  expect(newBid).toMatchObject({ amount: 500, bidder: { _id: ann.id } });
  expect(auction).toMatchObject({ status: "Sold", currentBid: 500, buyNowPrice: null });
  expect(Date.parse(auction.auctionEndTime)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(auction.auctionEndTime)).toBeLessThanOrEqual(Date.now());
  const details = await detailsOf(id);
  expect(details).toMatchObject({ status: "Sold", bought: true, winner: { _id: ann.id }, buyNowPrice: null });
  const { records } = await requestJson(journalResponse, `/auction/${id}/journal`);
  expect(records.map(({ fact }) => fact.type)).toEqual(["opened", "newBid", "closed"]);
  expect(records[1]).toMatchObject({ seq, hash, fact: { bought: true, amountMinor: 500_00 } });
  // The response was sent after D1 had the purchase.
  expect(await fetchListed()).toMatchObject({ status: "Sold", currentBid: 500 });
  expect(await fetchListed()).not.toHaveProperty("buyNowPrice");
  const { winnings } = await requestJson(winningsResponse, "/user/winnings", { cookie: ann.cookie });
  expect(winnings).toMatchObject([{ id, finalPrice: 500 }]);
  const { statement } = await requestJson(certificateResponse, `/auction/${id}/certificate`);
  expect(statement).toMatchObject({ status: "Sold", winner: ann.id, price: 500 });
  await vi.waitFor(() => {
    const events = frames.flatMap((frame) => (frame.type === "events" ? frame.events : []));
    expect(events).toMatchObject([
      { type: "newBid", bought: true, bidAmount: 500 },
      { type: "closed", bought: true, status: "Sold", finalPrice: 500 },
    ]);
  });
  socket.close();
  const title = '"A Regency mahogany bureau"';
  await vi.waitFor(async () => {
    expect(await notificationTextsOf(seller)).toEqual([`sold: ${title} was bought for $500`]);
    expect(await notificationTextsOf(ann)).toEqual([`won: You bought ${title} for $500`]);
  });
});

it("Buy Now is available again once the bid that met the reserve is released", async () => {
  const { id, seller } = await aBuyNowListing({ reservePrice: "300" });
  const ann = await someoneSignedIn("Ann");
  expect((await bid(id, 250, ann.cookie)).auction).toMatchObject({ buyNowPrice: 500, reserveMet: false });
  const { newBid, auction } = await bid(id, 300, ann.cookie);
  expect(auction).toMatchObject({ buyNowPrice: null, reserveMet: true });
  await expectRefusal("buy_now_gone", 409, `/auction/${id}/buy`, buyCall(ann.cookie));
  await requestJson(doneResponse, `/bid/requestRelease/${newBid._id}`, { method: "POST", cookie: ann.cookie });
  const releaseCall = { method: "POST", cookie: seller.cookie };
  const released = await requestJson(standingResponse, `/bid/releaseBid/${newBid._id}`, releaseCall);
  expect(released.auction).toMatchObject({ buyNowPrice: 500, reserveMet: false });
  const purchase = await buy(id, (await someoneSignedIn("Bob")).cookie);
  expect(purchase.auction).toMatchObject({ status: "Sold", reserveMet: true });
});

it("a purchase is refused without Buy Now, at another price, or before the start", async () => {
  const ann = await someoneSignedIn("Ann");
  const plain = await aListing();
  await expectRefusal("buy_now_gone", 409, `/auction/${plain.id}/buy`, buyCall(ann.cookie));
  const { id } = await aBuyNowListing();
  const changed = await expectRefusal("buy_now_changed", 409, `/auction/${id}/buy`, buyCall(ann.cookie, 499.99));
  expect(changed).toMatchObject({ message: "The Buy Now price is now $500", details: { price: 500 } });
  for (const price of ["", null, -1, 0.001, 1e12]) {
    const { fields } = await expectRefusal("invalid_input", 400, `/auction/${id}/buy`, buyCall(ann.cookie, price));
    expect(fields).toEqual({ price: ["Valid bid amount is required"] });
  }
  const startsAt = new Date(Date.now() + HOUR_MS).toISOString();
  const upcoming = await aBuyNowListing({ startsAt });
  expect(upcoming.auction).toMatchObject({ buyNowPrice: null, terms: { buyNowPrice: 500 } });
  const early = await expectRefusal("auction_not_started", 409, `/auction/${upcoming.id}/buy`, buyCall(ann.cookie));
  expect(early.details).toEqual({ startsAt: Date.parse(startsAt) });
});

it("a Buy Now price must be above the starting price and the reserve", async () => {
  const seller = await someoneSignedIn();
  for (const [form, above] of [
    [{ buyNowPrice: "100" }, 100],
    [{ buyNowPrice: "300", reservePrice: "300" }, 300],
  ] as const) {
    const refused = await expectRefusal("buy_now_too_low", 422, ...createCall(seller, form));
    expect(refused).toMatchObject({ message: `The Buy Now price must be above $${above}`, details: { above } });
  }
});

it("the seller can change or remove the Buy Now price before anyone has bid", async () => {
  const { id, seller } = await aBuyNowListing();
  const change = async (form: Record<string, string>) =>
    (await requestJson(savedAuctionResponse, ...editCall(id, seller, form))).auction;
  expect(await change({ buyNowPrice: "600" })).toMatchObject({ buyNowPrice: 600, terms: { buyNowPrice: 600 } });
  expect(await change({ buyNowPrice: "" })).not.toHaveProperty("buyNowPrice");
});

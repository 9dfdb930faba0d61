import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { ownAuctionsResponse, relistedResponse, savedAuctionResponse } from "../contract/auction.ts";
import { doneResponse } from "../contract/fields.ts";
import { journalResponse } from "../contract/journal.ts";
import { DAY_MS } from "../testing/builders.ts";
import { aCategory } from "../testing/catalogue.ts";
import { aCookieFor, requestJson, type TestCall, expectRefusal, request } from "../testing/http.ts";
import { aFile, aPng } from "../testing/images.ts";
import { runAfterTheEnd, aListing, createCall, detailsOf, deleteCall } from "../testing/selling.ts";

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const relistCall = (id: string, cookie: string, days = 7): [string, TestCall] => [
  `/auction/${id}/relist`,
  { method: "POST", cookie, json: { auctionEndTime: inDays(days) } },
];
async function relistingOf(id: string) {
  return (await requestJson(relistedResponse, `/auction/${id}/relisted`)).relistedAs;
}
/** Does some work as an auction's seller, a day after its end. */
async function asSellerAfterEnd<Value>(sellerId: string, work: (cookie: string) => Promise<Value>): Promise<Value> {
  return runAfterTheEnd(async () => work(await aCookieFor(sellerId, Date.now())));
}

it("a relisted auction is new, with the same text, terms and images", async () => {
  const change = { increments: "tiered", softClose: "off", startingPrice: "250" };
  const { id, auction, seller } = await aListing(change, { image: aFile(aPng({ shade: 15 })) });
  await asSellerAfterEnd(seller.id, async (cookie) => {
    expect(await relistingOf(id)).toBeNull();
    const { auction: next } = await requestJson(savedAuctionResponse, ...relistCall(id, cookie));
    expect(next._id).not.toBe(id);
    const { title, description, startingPrice, category } = auction;
    expect(next).toMatchObject({ title, description, startingPrice, category, status: "Live", bidCount: 0 });
    expect(next.pictures[0]).toMatchObject({ tint: auction.pictures[0]?.tint });
    expect(next.pictures[0]?.url).toContain(next._id);
    expect(await detailsOf(next._id)).toMatchObject({ relistOf: id });
    expect(await detailsOf(id)).not.toHaveProperty("relistOf");
    expect(await relistingOf(id)).toEqual({ _id: next._id, title });
    const { records } = await requestJson(journalResponse, `/auction/${next._id}/journal`);
    const terms = { increments: "tiered", softCloseMs: 0, startingPriceMinor: 25_000, relistOf: id };
    expect(records[0]?.fact).toMatchObject({ type: "opened", terms });
    // Deleting the old one takes nothing away from the new one.
    await requestJson(doneResponse, ...deleteCall(id, { cookie }));
    const imageResponse = await request(next.pictures[0]?.url.replace("/api/v1", "") ?? "");
    expect(imageResponse.status).toBe(200);
    await imageResponse.arrayBuffer();
  });
});

it("an auction is relisted once, even if relisting is requested several times", async () => {
  const { id, seller } = await aListing();
  await asSellerAfterEnd(seller.id, async (cookie) => {
    const responses = await Promise.all([7, 7, 5].map(async (days) => request(...relistCall(id, cookie, days))));
    const statuses = responses.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([201, 409]));
    await expectRefusal("already_relisted", 409, ...relistCall(id, cookie));
    const rows = await env.DB.prepare("SELECT id FROM auctions WHERE seller_id = ?").bind(seller.id).all();
    expect(rows.results).toHaveLength(2);
  });
});

it("an auction can be relisted, whatever idempotency keys its seller has used", async () => {
  const { id, seller } = await aListing();
  await asSellerAfterEnd(seller.id, async (cookie) => {
    for (const key of [id, `relist-${id}`, `relisting ${id}`]) {
      const [path, call] = createCall({ ...seller, cookie });
      await requestJson(savedAuctionResponse, path, { ...call, headers: { "idempotency-key": key } });
    }
    const { auction } = await requestJson(savedAuctionResponse, ...relistCall(id, cookie));
    expect(await detailsOf(auction._id)).toMatchObject({ relistOf: id });
  });
});

it("a seller's list shows each auction's successor until the successor is deleted", async () => {
  const { id, seller } = await aListing();
  await asSellerAfterEnd(seller.id, async (cookie) => {
    const fetchOwnEntry = async () => {
      const { auctions } = await requestJson(ownAuctionsResponse, "/auction/getAuctions", { cookie });
      return auctions.find(({ _id }) => _id === id);
    };
    expect(await fetchOwnEntry()).not.toHaveProperty("relistedAs");
    const { auction: next } = await requestJson(savedAuctionResponse, ...relistCall(id, cookie));
    expect(await fetchOwnEntry()).toMatchObject({ relistedAs: next._id });
    await requestJson(doneResponse, ...deleteCall(next._id, { cookie }));
    expect(await fetchOwnEntry()).toMatchObject({ relistedAs: null });
    await expectRefusal("already_relisted", 409, ...relistCall(id, cookie));
  });
});

it("a relisted auction starts right away, even if the first one was scheduled", async () => {
  const { id, seller } = await aListing({ startsAt: inDays(1) });
  await asSellerAfterEnd(seller.id, async (cookie) => {
    const { auction: next } = await requestJson(savedAuctionResponse, ...relistCall(id, cookie));
    expect(next.status).toBe("Live");
    const { records } = await requestJson(journalResponse, `/auction/${next._id}/journal`);
    expect(records[0]).not.toHaveProperty("fact.terms.startsAt");
  });
});

it("a relisted auction can be relisted after it has expired again", async () => {
  const { id, seller } = await aListing();
  await asSellerAfterEnd(seller.id, async (cookie) => {
    const { auction: second } = await requestJson(savedAuctionResponse, ...relistCall(id, cookie));
    await expectRefusal("not_expired", 409, ...relistCall(second._id, cookie));
    vi.setSystemTime(Date.now() + 8 * DAY_MS);
    const laterCookie = await aCookieFor(seller.id, Date.now());
    const { auction: third } = await requestJson(savedAuctionResponse, ...relistCall(second._id, laterCookie));
    expect(await detailsOf(third._id)).toMatchObject({ relistOf: second._id, status: "Live" });
    expect(await relistingOf(id)).toMatchObject({ _id: second._id });
  });
});

it("an auction can't be relisted with an end that is too soon or too late", async () => {
  const { id, seller } = await aListing();
  await asSellerAfterEnd(seller.id, async (cookie) => {
    await expectRefusal("end_too_soon", 422, ...relistCall(id, cookie, -1));
    await expectRefusal("end_too_late", 422, ...relistCall(id, cookie, 400));
    await expectRefusal("invalid_input", 400, `/auction/${id}/relist`, { method: "POST", cookie, json: {} });
    expect(await relistingOf(id)).toBeNull();
    await requestJson(savedAuctionResponse, ...relistCall(id, cookie));
  });
});

it("an auction can't be relisted while hidden, or after being voided or deleted", async () => {
  const { id, seller } = await aListing();
  const room = env.AUCTION_ROOM.getByName(id);
  await room.setHidden("A copy");
  await asSellerAfterEnd(seller.id, (cookie) => expectRefusal("listing_hidden", 409, ...relistCall(id, cookie)));
  await room.setHidden(null);
  await room.voidAuction("A copy");
  await asSellerAfterEnd(seller.id, (cookie) => expectRefusal("auction_voided", 409, ...relistCall(id, cookie)));
  const removed = await aListing();
  const { cookie: ownCookie } = removed.seller;
  await requestJson(doneResponse, ...deleteCall(removed.id, { cookie: ownCookie }));
  await expectRefusal("auction_not_found", 404, ...relistCall(removed.id, ownCookie));
});

it("an auction can't be relisted in a category that is no longer offered", async () => {
  const category = await aCategory();
  const { id, seller } = await aListing({ category });
  await env.DB.prepare("UPDATE categories SET hidden_at = 1 WHERE id = ?").bind(category).run();
  await asSellerAfterEnd(seller.id, async (cookie) => {
    const { message } = await expectRefusal("category_unknown", 422, ...relistCall(id, cookie));
    expect(message).toContain("Copy listing");
  });
});

/** A listing's details, and how they're created, edited, shown, filtered, exported and relisted. */
import { expect, it } from "vitest";

import { ownAuctionsResponse, savedAuctionResponse } from "../contract/auction.ts";
import { draftResponse } from "../contract/draft.ts";
import { journalResponse } from "../contract/journal.ts";
import { fetchIds } from "../testing/auction-lists.ts";
import { DAY_MS, newId } from "../testing/builders.ts";
import { aCategory } from "../testing/catalogue.ts";
import { aCookieFor, requestJson, type SignedIn, expectRefusal, someoneSignedIn } from "../testing/http.ts";
import { exportOf } from "../testing/passwords.ts";
import { runAfterTheEnd, aListing, bid, createCall, detailsOf, editCall } from "../testing/selling.ts";

const DETAILS = {
  condition: "good",
  returns: "14days",
  shipping: "price",
  shippingPrice: 12.5,
  location: "Oslo, Norway",
} as const;
const { shippingPrice: _, ...OTHER_DETAILS } = DETAILS;
const STORED = { ...OTHER_DETAILS, shippingPriceMinor: 1_250 };

const form = (details: object) => ({ details: JSON.stringify(details) });
const edit = (id: string, seller: SignedIn, details: object) => editCall(id, seller, form(details));
async function factsOf(id: string) {
  return (await requestJson(journalResponse, `/auction/${id}/journal`)).records.map(({ fact }) => fact);
}

it("a listing shows its details on its page, in lists and in the journal", async () => {
  const { id, auction, seller } = await aListing(form(DETAILS));
  expect(auction.terms.details).toEqual(DETAILS);
  expect((await detailsOf(id)).terms.details).toEqual(DETAILS);
  const { auctions } = await requestJson(ownAuctionsResponse, "/auction/getAuctions", { cookie: seller.cookie });
  expect(auctions).toMatchObject([{ _id: id, terms: { details: DETAILS } }]);
  expect(await factsOf(id)).toMatchObject([{ type: "opened", terms: { details: STORED } }]);
});

it("a listing without details has no field for them anywhere", async () => {
  const { id, auction } = await aListing();
  expect(auction.terms).not.toHaveProperty("details");
  expect((await factsOf(id))[0]).not.toHaveProperty("terms.details");
  const empty = await aListing(form({}));
  expect((await factsOf(empty.id))[0]).not.toHaveProperty("terms.details");
});

it("the seller's export includes listing details", async () => {
  const seller = await someoneSignedIn();
  for (const details of [DETAILS, {}]) {
    await requestJson(savedAuctionResponse, ...createCall(seller, form(details)));
  }
  const { listings } = await exportOf(seller);
  expect(listings.flatMap(({ details }) => details ?? [])).toEqual([DETAILS]);
  expect(listings).toHaveLength(2);
});

it("an edit replaces all listing details or removes them", async () => {
  const { id, seller } = await aListing(form(DETAILS));
  const fair = { condition: "fair" };
  const { auction } = await requestJson(savedAuctionResponse, ...edit(id, seller, fair));
  expect(auction.terms.details).toEqual(fair);
  const removed = await requestJson(savedAuctionResponse, ...edit(id, seller, {}));
  expect(removed.auction.terms).not.toHaveProperty("details");
  expect((await factsOf(id)).slice(1)).toEqual([
    { type: "listingEdited", change: { details: fair } },
    { type: "listingEdited", change: { details: null } },
  ]);
});

it("the first bid freezes listing details", async () => {
  const { id, seller } = await aListing(form(DETAILS));
  await bid(id, 100, (await someoneSignedIn()).cookie);
  for (const changed of [{ ...DETAILS, condition: "fair" }, {}, { ...DETAILS, shippingPrice: 12.51 }]) {
    const { details } = await expectRefusal("terms_frozen", 409, ...edit(id, seller, changed));
    expect(details).toEqual({ fields: ["details"] });
  }
  const { location, ...others } = DETAILS;
  const { auction } = await requestJson(savedAuctionResponse, ...edit(id, seller, { location, ...others }));
  expect(auction.terms.details).toEqual(DETAILS);
  expect((await factsOf(id)).map(({ type }) => type)).toEqual(["opened", "newBid"]);
});

it("drafts and relisted auctions keep listing details", async () => {
  const typedDetails = { condition: "good", shipping: "price", shippingPrice: "about 12," };
  const { id, seller } = await aListing(form(DETAILS));
  const body = new FormData();
  body.set("version", "0");
  body.set("fields", JSON.stringify({ title: "A clock", details: typedDetails }));
  const saveCall = { method: "PUT", cookie: seller.cookie, body };
  expect((await requestJson(draftResponse, `/user/drafts/${newId()}`, saveCall)).draft.fields.details).toEqual(
    typedDetails,
  );
  await runAfterTheEnd(async () => {
    const cookie = await aCookieFor(seller.id, Date.now());
    const json = { auctionEndTime: new Date(Date.now() + 7 * DAY_MS).toISOString() };
    const { auction } = await requestJson(savedAuctionResponse, `/auction/${id}/relist`, {
      method: "POST",
      cookie,
      json,
    });
    expect(auction.terms.details).toEqual(DETAILS);
    expect(await factsOf(auction._id)).toMatchObject([{ terms: { details: STORED } }]);
  });
});

it("invalid listing details are rejected with the field's name", async () => {
  const { id, auction, seller } = await aListing();
  const details = { shipping: "price", shippingPrice: -1 };
  for (const [path, call] of [createCall(seller, form(details)), edit(id, seller, details)]) {
    const { fields } = await expectRefusal("invalid_input", 400, path, call);
    expect(Object.keys(fields ?? {})).toEqual(["details.shippingPrice"]);
  }
  expect((await detailsOf(id)).terms).toEqual(auction.terms);
});

it("a list can filter by condition, in any order and with a search", async () => {
  const category = await aCategory();
  const title = `Sextant ${newId()}`;
  const insertWithCondition = async (condition?: string) =>
    (await aListing({ category, title, ...(condition && form({ condition })) })).id;
  const good = await insertWithCondition("good");
  const fair = await insertWithCondition("fair");
  await insertWithCondition();
  for (const sort of ["newest", "ending", "price_asc", "most_bids"]) {
    expect(await fetchIds({ category, condition: "good", sort })).toEqual([good]);
    expect(await fetchIds({ search: title, condition: "fair", sort })).toEqual([fair]);
  }
  expect(await fetchIds({ condition: "fair", sort: "ending", limit: 100 })).toContain(fair);
  expect(await fetchIds({ condition: "fair", sort: "ending", limit: 100 })).not.toContain(good);
  expect(await fetchIds({ category, condition: "new" })).toEqual([]);
  const { fields } = await expectRefusal("invalid_input", 400, "/auction/fetchAllAuctions?condition=mint");
  expect(fields).toEqual({ condition: ["condition must be one of new, likeNew, good, fair, forParts"] });
});

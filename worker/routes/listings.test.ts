import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { ownAuctionsResponse, savedAuctionResponse } from "../contract/auction.ts";
import { responseSchema } from "../contract/fields.ts";
import { fetchIds } from "../testing/auction-lists.ts";
import { DAY_MS, newId } from "../testing/builders.ts";
import { requestJson, expectRefusal, request, someoneSignedIn } from "../testing/http.ts";
import { aFile, aPng } from "../testing/images.ts";
import { aListing, bid, deleteCall, detailsOf, editCall, listingFields } from "../testing/selling.ts";

const CREATE_PATH = "/auction/createAuction";
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

async function imageKeysOf(auctionId: string): Promise<string[]> {
  const { objects } = await env.IMAGE_BUCKET.list({ prefix: `auctions/${auctionId}/` });
  return objects.map((object) => object.key);
}
/** The seller's listings in D1. A refused one must not be among them. */
async function listingsOf(sellerId: string) {
  const rows = await env.DB.prepare("SELECT id FROM auctions WHERE seller_id = ?").bind(sellerId).all();
  return rows.results;
}

it("creating a listing opens an auction, with its image, for everyone right away", async () => {
  const { id, auction, seller } = await aListing({}, { image: aFile(aPng({ shade: 1 })) });
  expect(auction).toMatchObject({
    title: "A Regency mahogany bureau",
    status: "Live",
    startingPrice: 100,
    currentBid: 100,
    minNextBid: 100,
    bidCount: 0,
    category: { _id: "antiques", name: "Antiques" },
    seller: { _id: seller.id, firstName: "Sue" },
  });
  expect(await detailsOf(id)).toMatchObject({ ...auction, bids: [], winner: null });
  const { auctions } = await requestJson(ownAuctionsResponse, "/auction/getAuctions", { cookie: seller.cookie });
  expect(auctions).toMatchObject([{ _id: id, status: "Live", images: auction.images }]);
  const imageResponse = await request(auction.images?.url.replace("/api/v1", "") ?? "");
  expect(imageResponse.headers.get("content-type")).toBe("image/webp");
  await imageResponse.arrayBuffer();
});

it("a seller who was suspended after signing in can't create a listing", async () => {
  const { seller } = await aListing();
  await env.DB.prepare("UPDATE users SET suspended_at = 1 WHERE id = ?").bind(seller.id).run();
  const form = { ...listingFields(), image: aFile(aPng({ shade: 2 })) };
  const call = { method: "POST", cookie: seller.cookie, form };
  const countImages = async () => (await env.IMAGE_BUCKET.list({ prefix: "auctions/" })).objects.length;
  const before = await countImages();
  await expectRefusal("not_signed_in", 401, CREATE_PATH, call);
  expect([await listingsOf(seller.id), await countImages()]).toEqual([[expect.anything()], before]);
  const openingsStatement = env.DB.prepare("SELECT auction_id FROM openings WHERE seller_id = ?").bind(seller.id);
  expect(await openingsStatement.first()).toBeNull();
});

it("creating a listing shows the seller's current name, not the token's", async () => {
  const { seller } = await aListing();
  await env.DB.prepare("UPDATE users SET first_name = 'Susan' WHERE id = ?").bind(seller.id).run();
  const call = { method: "POST", cookie: seller.cookie, form: listingFields() };
  const { auction } = await requestJson(savedAuctionResponse, CREATE_PATH, call);
  expect(auction.seller).toMatchObject({ _id: seller.id, firstName: "Susan" });
});

it("a listing needs no image and can have tiered increments", async () => {
  const { id, auction } = await aListing({ increments: "tiered", startingPrice: "250.00", image: "" });
  expect(auction.images).toBeNull();
  const { auction: after } = await bid(id, 250, (await someoneSignedIn()).cookie);
  expect(after.minNextBid).toBe(255);
});

it("creating a listing reports each missing field in the specification's words", async () => {
  const { cookie } = await someoneSignedIn();
  const { fields } = await expectRefusal("invalid_input", 400, CREATE_PATH, {
    method: "POST",
    cookie,
    form: { title: " " },
  });
  expect(fields).toMatchObject({
    title: expect.arrayContaining(["Title is required"]),
    description: ["Description is required"],
    startingPrice: ["Starting price is required"],
    auctionDate: ["Auction end date is required"],
  });
});

it("creating a listing that breaks a rule is refused with the reason", async () => {
  const { cookie, id } = await someoneSignedIn();
  for (const [code, change, sentence] of [
    ["starting_price_too_low", { startingPrice: "99.99" }, "Starting price must be at least $100"],
    ["end_too_soon", { auctionDate: inHours(0.01) }, "Choose a later end time"],
    ["end_too_soon", { auctionDate: inHours(-1) }, "Choose a later end time"],
    ["end_too_late", { auctionDate: inHours(366 * 24) }, "An auction can end at most 365 days after it starts"],
    ["start_too_soon", { startsAt: inHours(-0.01) }, "Choose a later start time"],
    ["start_too_late", { startsAt: inHours(366 * 24) }, "An auction can start at most 365 days from now"],
    ["end_too_soon", { startsAt: inHours(73) }, "Choose a later end time"],
    ["category_unknown", { category: "no-such-category" }, "Choose one of the categories"],
  ] as const) {
    const call = { method: "POST", cookie, form: listingFields(change) };
    expect((await expectRefusal(code, 422, CREATE_PATH, call)).message).toBe(sentence);
  }
  expect(await listingsOf(id)).toEqual([]);
});

it("T3: creating a listing ignores fields that only the server may set", async () => {
  const { auction, seller } = await aListing({ _id: newId(), seller: newId(), status: "Sold", currentBid: "9999" });
  expect(auction).toMatchObject({ status: "Live", currentBid: 100, seller: { _id: seller.id } });
});

it("editing a listing changes only the fields that were sent", async () => {
  const { id, auction, seller } = await aListing();
  const change = editCall(id, seller, { title: "A walnut bureau", startingPrice: "120.50" });
  const edited = await requestJson(savedAuctionResponse, ...change);
  expect(edited.auction).toEqual({
    ...auction,
    title: "A walnut bureau",
    startingPrice: 120.5,
    currentBid: 120.5,
    minNextBid: 120.5,
  });
  expect(await detailsOf(id)).toMatchObject({ title: "A walnut bureau" });
});

it("an edit without fields changes nothing", async () => {
  const { id, auction, seller } = await aListing();
  const edited = await requestJson(savedAuctionResponse, ...editCall(id, seller, {}));
  expect([edited.auction, (await detailsOf(id)).seq]).toEqual([auction, 1]);
});

it("editing a listing can change its terms only before the first bid", async () => {
  const { id, auction, seller } = await aListing();
  expect(auction.terms).toEqual({ increments: "flat", softCloseMs: 120_000 });
  const invalid = editCall(id, seller, { increments: "steep", softClose: "yes" });
  const { fields } = await expectRefusal("invalid_input", 400, ...invalid);
  expect(Object.keys(fields ?? {})).toEqual(["increments", "softClose"]);
  const chosen = editCall(id, seller, { increments: "tiered", softClose: "off" });
  const terms = { increments: "tiered", softCloseMs: 0 };
  expect((await requestJson(savedAuctionResponse, ...chosen)).auction.terms).toEqual(terms);
  expect((await detailsOf(id)).terms).toEqual(terms);
  const { auctions } = await requestJson(ownAuctionsResponse, "/auction/getAuctions", { cookie: seller.cookie });
  expect(auctions).toMatchObject([{ _id: id, terms }]);

  await bid(id, 100, (await someoneSignedIn()).cookie);
  const laterEdit = editCall(id, seller, { increments: "flat", softClose: "on", description: "In good order." });
  const { details } = await expectRefusal("terms_frozen", 409, ...laterEdit);
  expect(details?.fields?.toSorted()).toEqual(["increments", "softCloseMs"]);
  const same = editCall(id, seller, { increments: "tiered", softClose: "off" });
  expect((await requestJson(savedAuctionResponse, ...same)).auction.terms).toEqual(terms);
});

it("T12: only the seller can edit a listing", async () => {
  const { id } = await aListing();
  const stranger = await someoneSignedIn();
  const change = editCall(id, stranger, { title: "Mine now", image: aFile(aPng()) });
  await expectRefusal("not_your_auction", 403, ...change);
  expect(await imageKeysOf(id)).toEqual([]);
  await expectRefusal("auction_not_found", 404, ...editCall(newId(), stranger, { title: "Mine now" }));
});

it("T20: editing a listing with bids can only extend its description", async () => {
  const { id, auction, seller } = await aListing({}, { image: aFile(aPng({ shade: 3 })) });
  await bid(id, 100, (await someoneSignedIn()).cookie);
  const other = editCall(id, seller, { title: "Another", image: aFile(aPng({ shade: 4 })) });
  const { details } = await expectRefusal("terms_frozen", 409, ...other);
  expect(details?.fields?.toSorted()).toEqual(["imageKeys", "title"]);
  const same = editCall(id, seller, { title: "Another", image: aFile(aPng({ shade: 3 })) });
  await expectRefusal("terms_frozen", 409, ...same);
  expect(await imageKeysOf(id)).toEqual([auction.images?.url.replace("/api/v1/images/", "")]);
  const description = "In good order. With its key.";
  const longerEdit = await requestJson(savedAuctionResponse, ...editCall(id, seller, { description }));
  expect(longerEdit.auction.description).toBe(description);
});

it("a description stores each line break as a line feed, even after an edit", async () => {
  const { id, auction, seller } = await aListing({ description: "In good order.\r\nWith its key." });
  expect(auction.description).toBe("In good order.\nWith its key.");
  await bid(id, 100, (await someoneSignedIn()).cookie);
  const change = editCall(id, seller, { description: `${auction.description}\r\nAnd a chair.` });
  const edited = await requestJson(savedAuctionResponse, ...change);
  expect(edited.auction.description).toBe("In good order.\nWith its key.\nAnd a chair.");
});

it("deleting a listing removes its page, its images and its entry in every list", async () => {
  const search = `A bureau called ${newId()}`;
  const files = { image: aFile(aPng()), images: aFile(aPng({ shade: 5 })) };
  const { id, seller } = await aListing({ title: search }, files);
  expect(await imageKeysOf(id)).toHaveLength(2);
  expect(await fetchIds({ search })).toEqual([id]);
  const { message } = await requestJson(responseSchema({}), ...deleteCall(id, seller));
  expect(message).toBe("Auction Deleted Successfully");
  expect(await fetchIds({ search })).toEqual([]);
  await expectRefusal("auction_not_found", 404, `/auction/fetchSpecificAuction?auctionId=${id}`);
  const { auctions } = await requestJson(ownAuctionsResponse, "/auction/getAuctions", { cookie: seller.cookie });
  expect(auctions).toEqual([]);
  await vi.waitFor(async () => expect(await imageKeysOf(id)).toEqual([]));
  await expectRefusal("auction_not_found", 404, ...deleteCall(id, seller));
});

it("T20: a listing with bids can't be deleted with under twelve hours left", async () => {
  const { id, seller } = await aListing({ auctionDate: new Date(Date.now() + DAY_MS / 4).toISOString() });
  await bid(id, 100, (await someoneSignedIn()).cookie);
  await expectRefusal("cancel_too_late", 409, ...deleteCall(id, seller));
});

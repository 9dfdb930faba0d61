import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { ownAuctionsResponse, savedAuctionResponse } from "../contract/auction.ts";
import { doneResponse } from "../contract/fields.ts";
import { journalResponse } from "../contract/journal.ts";
import { newId } from "../testing/builders.ts";
import { anOpeningInD1 } from "../testing/catalogue.ts";
import { requestJson, type TestCall, expectRefusal, request, someoneSignedIn } from "../testing/http.ts";
import { aFile, aPng } from "../testing/images.ts";
import { aListing, deleteCall, detailsOf, listingFields } from "../testing/selling.ts";

const CREATE = "/auction/createAuction";

function createCall(cookie: string, key: string, form: NonNullable<TestCall["form"]>): TestCall {
  return { method: "POST", cookie, headers: { "idempotency-key": key }, form };
}
async function ownAuctions(cookie: string) {
  return (await requestJson(ownAuctionsResponse, "/auction/getAuctions", { cookie })).auctions;
}
async function factsOf(auctionId: string): Promise<string[]> {
  const { records } = await requestJson(journalResponse, `/auction/${auctionId}/journal`);
  return records.map(({ fact }) => fact.type);
}

it("T22: retries with an idempotency key create one auction and repeat the response", async () => {
  const { cookie } = await someoneSignedIn();
  const form = { ...listingFields(), image: aFile(aPng({ shade: 7 })) };
  const call = createCall(cookie, newId(), form);
  const results = await Promise.all([1, 2, 3, 4].map(() => requestJson(savedAuctionResponse, CREATE, call)));
  results.push(await requestJson(savedAuctionResponse, CREATE, call));
  for (const { auction } of results) expect(auction).toEqual(results[0]?.auction);
  const auctions = await ownAuctions(cookie);
  expect(auctions).toHaveLength(1);
  const [{ _id: id, images } = { _id: "", images: null }] = auctions;
  expect((await request(images?.url.replace("/api/v1", "") ?? "")).status).toBe(200);
  expect(await factsOf(id)).toEqual(["opened"]);
});

it("an idempotency key can't be reused for another listing", async () => {
  const { cookie } = await someoneSignedIn();
  const key = newId();
  const form = listingFields();
  const { auction } = await requestJson(savedAuctionResponse, CREATE, createCall(cookie, key, form));
  for (const change of [{ title: "Another bureau" }, { category: "gaming" }, { softClose: "off" }]) {
    await expectRefusal("key_reused", 422, CREATE, createCall(cookie, key, { ...form, ...change }));
  }
  expect(await ownAuctions(cookie)).toEqual([auction]);
});

it("only one of two concurrent listings with the same idempotency key is created", async () => {
  const { cookie } = await someoneSignedIn();
  const key = newId();
  const forms = ["antiques", "gaming"].map((category) => ({ ...listingFields(), category, title: `In ${category}` }));
  const responses = await Promise.all(forms.map((form) => request(CREATE, createCall(cookie, key, form))));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 422]));
  const [row] = await ownAuctions(cookie);
  const { title, category } = await detailsOf(row?._id ?? "");
  expect(row).toMatchObject({ title, category });
});

it("idempotency keys are scoped to a user", async () => {
  const key = newId();
  const people = [await someoneSignedIn(), await someoneSignedIn()];
  const ids = await Promise.all(
    people.map(
      async ({ cookie }) =>
        (await requestJson(savedAuctionResponse, CREATE, createCall(cookie, key, listingFields()))).auction._id,
    ),
  );
  expect(new Set(ids).size).toBe(2);
});

it("a retry with its idempotency key can't bring back a deleted listing", async () => {
  const { cookie } = await someoneSignedIn();
  const call = createCall(cookie, newId(), listingFields());
  const { auction } = await requestJson(savedAuctionResponse, CREATE, call);
  await requestJson(doneResponse, `/auction/deleteAuction/${auction._id}`, { method: "DELETE", cookie });
  const refused = await expectRefusal("auction_not_found", 404, CREATE, call);
  expect(refused.message).toBe("The auction created with this idempotency key is gone");
  expect(await ownAuctions(cookie)).toEqual([]);
});

it("a retry returns its listing even after the source of a photo is deleted", async () => {
  const { id, auction, seller } = await aListing({}, { image: aFile(aPng({ shade: 25 })) });
  const pictures = auction.pictures.map(({ url }) => url).join();
  const call = createCall(seller.cookie, newId(), { ...listingFields(), pictures });
  const first = await requestJson(savedAuctionResponse, CREATE, call);
  await requestJson(doneResponse, ...deleteCall(id, seller));
  expect(await requestJson(savedAuctionResponse, CREATE, call)).toEqual(first);
});

it("a retry with its idempotency key completes a listing that a crash interrupted", async () => {
  const { id: sellerId, cookie } = await someoneSignedIn();
  const call = createCall(cookie, newId(), listingFields());
  const { auction } = await requestJson(savedAuctionResponse, CREATE, call);
  await env.DB.prepare("DELETE FROM auctions WHERE seller_id = ?").bind(sellerId).run();
  await anOpeningInD1({ auctionId: auction._id, sellerId });
  expect((await requestJson(savedAuctionResponse, CREATE, call)).auction).toEqual(auction);
  expect(await ownAuctions(cookie)).toEqual([auction]);
});

const withIdempotencyKey = (
  method: string,
  cookie: string,
  content: Pick<TestCall, "json" | "form"> = {},
): TestCall => ({
  method,
  cookie,
  headers: { "idempotency-key": newId() },
  ...content,
});

it("retries with an idempotency key edit a listing once", async () => {
  const { id, seller } = await aListing();
  const call = withIdempotencyKey("PATCH", seller.cookie, { form: { title: "A better title" } });
  const path = `/auction/editAuction/${id}`;
  const results = await Promise.all([1, 2, 3].map(() => requestJson(savedAuctionResponse, path, call)));
  expect(new Set(results.map(({ auction }) => JSON.stringify(auction))).size).toBe(1);
  expect(await factsOf(id)).toEqual(["opened", "listingEdited"]);
  await expectRefusal("key_reused", 422, path, { ...call, form: { title: "Yet another title" } });
});

it("retries with an idempotency key delete a listing once and repeat the response", async () => {
  const { id, seller } = await aListing();
  const call = withIdempotencyKey("DELETE", seller.cookie);
  const path = `/auction/deleteAuction/${id}`;
  await Promise.all([1, 2, 3].map(() => requestJson(doneResponse, path, call)));
  await vi.waitFor(async () => expect(await env.AUCTION_ROOM.getByName(id).page()).toMatchObject({ ok: false }));
  await requestJson(doneResponse, path, call);
  await expectRefusal("auction_not_found", 404, path, { method: "DELETE", cookie: seller.cookie });
  await expectRefusal("auction_not_found", 404, path, { ...call, cookie: (await someoneSignedIn()).cookie });
});

import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { savedAuctionResponse } from "../contract/auction.ts";
import type { ListedAuction } from "../contract/catalogue.ts";
import { MAX_IMAGE_BYTES } from "../contract/images/image-formats.ts";
import { newId } from "../testing/builders.ts";
import { requestJson, expectRefusal, type MultipartParts, request, someoneSignedIn } from "../testing/http.ts";
import { aFile, aPng, asciiBytes } from "../testing/images.ts";
import { bid, detailsOf, listingFields } from "../testing/selling.ts";

function form(parts: MultipartParts, texts: Readonly<Record<string, string>> = {}): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(texts)) body.append(name, value);
  for (const [name, value] of parts) body.append(name, value);
  return body;
}
const imageFile = (shade: number) => aFile(aPng({ shade }));
const additional = (...shades: readonly number[]): MultipartParts =>
  shades.map((shade) => ["images", imageFile(shade)] as const);

async function createListing(parts: MultipartParts): Promise<{ auction: ListedAuction; cookie: string }> {
  const { cookie } = await someoneSignedIn("Sue");
  const call = { method: "POST", cookie, body: form(parts, listingFields()) };
  const { auction } = await requestJson(savedAuctionResponse, "/auction/createAuction", call);
  return { auction, cookie };
}
const editPath = (id: string) => `/auction/editAuction/${id}`;
async function editListing(id: string, cookie: string, parts: MultipartParts): Promise<ListedAuction> {
  return (await requestJson(savedAuctionResponse, editPath(id), { method: "PATCH", cookie, body: form(parts) }))
    .auction;
}
const urlsOf = ({ pictures }: Pick<ListedAuction, "pictures">) => pictures.map(({ url }) => url);
/** The tints, rounded to the nearest ten, because the encoder may change colors slightly. */
function shadesOf({ pictures }: Pick<ListedAuction, "pictures">): number[] {
  return pictures.map(({ tint }) => Math.round(Number.parseInt(tint?.slice(1, 3) ?? "", 16) / 10) * 10);
}
async function countStoredImages(id: string): Promise<number> {
  return (await env.IMAGE_BUCKET.list({ prefix: `auctions/${id}/` })).objects.length;
}

it("a listing with several images shows them in order, cover first", async () => {
  const { auction } = await createListing([["image", imageFile(10)], ...additional(20, 30, 40, 50, 60)]);
  expect(shadesOf(auction)).toEqual([10, 20, 30, 40, 50, 60]);
  expect(auction.pictures[0]).toMatchObject({ width: 2, height: 2 });
  expect(auction.images).toEqual(auction.pictures[0]);
  expect(await detailsOf(auction._id)).toMatchObject({ images: auction.images, pictures: auction.pictures });
  for (const url of urlsOf(auction)) expect((await request(url.replace("/api/v1", ""))).status).toBe(200);
});

it("a listing with several images uses the first as its cover, without duplicates", async () => {
  const { auction } = await createListing(additional(20, 30, 20));
  expect(shadesOf(auction)).toEqual([20, 30]);
});

it("a listing with a seventh image is rejected", async () => {
  const { cookie } = await someoneSignedIn("Sue");
  const body = form([["image", imageFile(1)], ...additional(2, 3, 4, 5, 6, 7)], listingFields());
  const { fields } = await expectRefusal("invalid_input", 400, "/auction/createAuction", {
    method: "POST",
    cookie,
    body,
  });
  expect(fields).toEqual({ images: ["An auction can have at most 6 photos"] });
});

it("an edit with a file that isn't an image is rejected and stores no image", async () => {
  const { auction, cookie } = await createListing([["image", imageFile(1)]]);
  const body = form([
    ["images", imageFile(2)],
    ["images", aFile(asciiBytes("<svg/>"))],
  ]);
  const call = { method: "PATCH", cookie, body };
  const { fields } = await expectRefusal("unsupported_media_type", 415, editPath(auction._id), call);
  expect(fields).toEqual({ images: ["This is an SVG drawing. Save it as PNG."] });
  expect(await countStoredImages(auction._id)).toBe(1);
});

it("a listing whose images are too large in total is rejected unread", async () => {
  const { cookie } = await someoneSignedIn("Sue");
  const headers = {
    "content-type": "multipart/form-data; boundary=x",
    "content-length": String(3.2 * MAX_IMAGE_BYTES),
  };
  const unread = new ReadableStream({ pull: () => new Promise<void>(() => {}) });
  const call = { method: "POST", cookie, headers, body: unread };
  await expectRefusal("payload_too_large", 413, "/auction/createAuction", call);
});

it("a listing can have three images of the maximum size", async () => {
  const heavy = (shade: number) => {
    const bytes = new Uint8Array(MAX_IMAGE_BYTES);
    bytes.set(aPng({ shade }));
    return aFile(bytes);
  };
  const { auction } = await createListing([
    ["image", heavy(1)],
    ["images", heavy(2)],
    ["images", heavy(3)],
  ]);
  expect(auction.pictures).toHaveLength(3);
});

it("one edit can reorder, remove and add a listing's images", async () => {
  const { auction, cookie } = await createListing([["image", imageFile(10)], ...additional(20, 30)]);
  const [cover = "", second = "", third = ""] = urlsOf(auction);
  const changed = await editListing(auction._id, cookie, [
    ["pictures", `${third},images,${cover}`],
    ["images", imageFile(40)],
  ]);
  expect(shadesOf(changed)).toEqual([30, 40, 10]);
  expect(changed.images?.url).toBe(third);
  expect((await detailsOf(auction._id)).pictures).toEqual(changed.pictures);
  expect(urlsOf(changed)).not.toContain(second);
  expect((await editListing(auction._id, cookie, [["pictures", ""]])).pictures).toEqual([]);
});

it("a listing keeps its other images if only the cover or text is edited", async () => {
  const { auction, cookie } = await createListing([["image", imageFile(10)], ...additional(20)]);
  const [, second = ""] = urlsOf(auction);
  const changed = await editListing(auction._id, cookie, [["image", imageFile(30)]]);
  expect([changed.images?.tint, urlsOf(changed)[1]]).toEqual(["#1e1e1e", second]);
  expect(urlsOf(await editListing(auction._id, cookie, [["description", "In good order, and polished."]]))).toEqual(
    urlsOf(changed),
  );
  expect(urlsOf(await editListing(auction._id, cookie, [["image", ""]]))).toEqual([second]);
});

it("an edit with an impossible image order is rejected", async () => {
  const { auction, cookie } = await createListing([["image", imageFile(1)], ...additional(2, 3, 4, 5)]);
  const [cover = ""] = urlsOf(auction);
  const otherListingUrl = cover.replace(auction._id, newId());
  const refusalOf = async (parts: MultipartParts) => {
    const call = { method: "PATCH", cookie, body: form(parts) };
    return (await expectRefusal("invalid_input", 400, editPath(auction._id), call)).fields;
  };
  const stale = { images: ["One of these photos no longer exists. Reload the page."] };
  expect(await refusalOf([["pictures", `${cover},${otherListingUrl}`]])).toEqual(stale);
  expect(await refusalOf([["pictures", `${cover},images`]])).toEqual(stale);
  expect(
    await refusalOf([
      ["pictures", cover],
      ["images", imageFile(9)],
    ]),
  ).toEqual(stale);
  expect(await refusalOf([["pictures", `${otherListingUrl},images`], ...additional(7)])).toEqual(stale);
  expect(await refusalOf(additional(8, 9))).toEqual({ images: ["An auction can have at most 6 photos"] });
  expect(await countStoredImages(auction._id)).toBe(5);
  expect((await detailsOf(auction._id)).pictures).toEqual(auction.pictures);
});

it("the first bid freezes a listing's images", async () => {
  const { auction, cookie } = await createListing([["image", imageFile(10)], ...additional(20)]);
  await bid(auction._id, 100, (await someoneSignedIn("Bob")).cookie);
  const reversedUrls = urlsOf(auction).toReversed().join(",");
  for (const parts of [[["pictures", reversedUrls]], additional(30), [["pictures", ""]]] satisfies MultipartParts[]) {
    const call = { method: "PATCH", cookie, body: form(parts) };
    const { details } = await expectRefusal("terms_frozen", 409, editPath(auction._id), call);
    expect(details?.fields).toEqual(["imageKeys"]);
  }
  expect(await countStoredImages(auction._id)).toBe(2);
  const same = await editListing(auction._id, cookie, [["pictures", urlsOf(auction).join(",")]]);
  expect(same.pictures).toEqual(auction.pictures);
});

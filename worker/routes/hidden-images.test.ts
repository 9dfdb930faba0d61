/** A hidden listing's images are only for its seller and admins, in every size, and return when it's shown again. */
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { doneResponse } from "../contract/fields.ts";
import { syncImageVisibility } from "../images/hidden-images.ts";
import { anAdmin, requestJson, type SignedIn, expectRefusal, request, someoneSignedIn } from "../testing/http.ts";
import { aFile, aPhoto } from "../testing/images.ts";
import { takeAction } from "../testing/moderation.ts";
import { aListing, deleteCall, editCall } from "../testing/selling.ts";
import { standIn } from "../testing/stand-in.ts";
import { sweepFor } from "../testing/sweeps.ts";

const COLOR = [0x20, 0x80, 0x90] as const;

async function aListingWithImage() {
  const image = aFile(aPhoto(90, 60, [...COLOR]));
  const { id, auction, seller } = await aListing({}, { image });
  const path = (auction.images?.url ?? "").replace("/api/v1", "");
  return { id, seller, image, path, key: path.replace("/images/", "") };
}
const hideOrShow = (action: "hide" | "show", id: string, admin: SignedIn) =>
  takeAction(`listings/${id}/${action}`, admin);

async function keysOf(id: string): Promise<string[]> {
  const lists = await Promise.all(
    [`auctions/${id}/`, `sizes/auctions/${id}/`, `hidden/auctions/${id}/`].map((prefix) =>
      env.IMAGE_BUCKET.list({ prefix }),
    ),
  );
  return lists.flatMap(({ objects }) => objects.map(({ key }) => key));
}

it("T28: a hidden listing's images are served only to its seller and admins", async () => {
  const { id, seller, path, key } = await aListingWithImage();
  const [admin, stranger] = [await anAdmin(), await someoneSignedIn()];
  const headers = { accept: "image/webp" };
  const resized = await request(`${path}?w=80`, { headers });
  expect(resized.status).toBe(200);
  await resized.arrayBuffer();
  await vi.waitFor(async () => expect(await keysOf(id)).toHaveLength(2));
  const etag = resized.headers.get("etag") ?? "";

  await hideOrShow("hide", id, admin);
  expect(await keysOf(id)).toEqual([`hidden/${key}`]);
  for (const url of [path, `${path}?w=80`, `${path}?w=320`]) {
    await expectRefusal("not_found", 404, url, { headers });
    await expectRefusal("not_found", 404, url, { headers, cookie: stranger.cookie });
    await expectRefusal("not_found", 404, url, { headers: { ...headers, "if-none-match": etag } });
    for (const { cookie } of [seller, admin]) {
      const response = await request(url, { headers, cookie });
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("private, no-store");
      expect((await response.arrayBuffer()).byteLength).toBe(Number(response.headers.get("content-length")));
    }
  }
  await expectRefusal("not_found", 404, `/images/hidden/${key}`, { cookie: stranger.cookie });
});

it("a hidden listing's images are public again once it is shown", async () => {
  const { id, path, key } = await aListingWithImage();
  const admin = await anAdmin();
  const before = await (await request(path)).arrayBuffer();
  await hideOrShow("hide", id, admin);
  await hideOrShow("show", id, admin);
  expect(await keysOf(id)).toEqual([key]);
  const response = await request(path);
  expect(response.headers.get("content-type")).toBe("image/webp");
  expect(await response.arrayBuffer()).toEqual(before);
});

it("hiding a listing leaves other listings' images alone, even the same file", async () => {
  const [hiddenListing, other] = [await aListingWithImage(), await aListingWithImage()];
  await hideOrShow("hide", hiddenListing.id, await anAdmin());
  expect((await request(other.path)).status).toBe(200);
  expect(await keysOf(other.id)).toEqual([other.key]);
});

it("T28: editing a hidden listing doesn't bring back its images", async () => {
  const { id, seller, image, path, key } = await aListingWithImage();
  await hideOrShow("hide", id, await anAdmin());
  await expectRefusal("listing_hidden", 409, ...editCall(id, seller, { image }));
  await expectRefusal("not_found", 404, path);
  expect(await keysOf(id)).toEqual([`hidden/${key}`]);
});

it("the sweep moves a hidden listing's images after an outage", async () => {
  const { id, key } = await aListingWithImage();
  const room = env.AUCTION_ROOM.getByName(id);
  await room.setHidden("A copy");
  await sweepFor(id);
  expect(await keysOf(id)).toEqual([`hidden/${key}`]);
  await room.setHidden(null);
  await sweepFor(id);
  expect(await keysOf(id)).toEqual([key]);
});

it("deleting a listing that was hidden also deletes its hidden images", async () => {
  const { id, seller, key } = await aListingWithImage();
  const room = env.AUCTION_ROOM.getByName(id);
  await hideOrShow("hide", id, await anAdmin());
  // Shown, with the images not yet moved back.
  await room.setHidden(null);
  await requestJson(doneResponse, ...deleteCall(id, seller));
  expect(await env.IMAGE_BUCKET.head(`hidden/${key}`)).not.toBeNull();
  await syncImageVisibility(env, id);
  expect(await keysOf(id)).toEqual([]);
});

it("T28: a listing shown while its images are being hidden gets them back", async () => {
  const { id, key } = await aListingWithImage();
  await hideOrShow("hide", id, await anAdmin());
  const room = env.AUCTION_ROOM.getByName(id);
  let isFirst = true;
  const images = async () => {
    const answer = await room.images();
    // Another admin acts right after this answer.
    if (isFirst) await room.setHidden(null);
    isFirst = false;
    return answer;
  };
  const rooms = standIn<Env["AUCTION_ROOM"]>({ getByName: () => ({ images }) });
  await syncImageVisibility({ ...env, AUCTION_ROOM: rooms }, id);
  expect(await keysOf(id)).toEqual([key]);
});

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { addBlock } from "../blocks/queries/blocks.ts";
import { openDatabase } from "../db/database.ts";
import { syncImageVisibility } from "../images/hidden-images.ts";
import type { RoomStub } from "../inbox/room-calls/room-calls.ts";
import { newId } from "../platform/ids.ts";
import { settingsOf } from "../settings/settings.ts";
import { sweep } from "../sweep/sweep.ts";
import { bindingWith } from "../testing/bindings.ts";
import { aPerson, DAY_MS } from "../testing/builders.ts";
import { anOpeningInD1 } from "../testing/catalogue.ts";
import { someoneSignedIn } from "../testing/http.ts";
import { aFile, aPng } from "../testing/images.ts";
import { standIn } from "../testing/stand-in.ts";
import { createListing, type ListingSubmission } from "./create-listing.ts";
import { removeUnusedImages } from "./listing-images.ts";
import { listingPorts } from "./ports.ts";
import { deleteDraft, insertDraft, listDraftImageKeys } from "./queries/drafts.ts";
import { abandonOpening } from "./queries/openings.ts";

/** A seller with an account, and their listing, which has one image and isn't created yet. */
async function aNewListing(change: Partial<ListingSubmission["input"]> = {}): Promise<ListingSubmission> {
  const seller = await someoneSignedIn("Sue");
  const input: ListingSubmission["input"] = {
    title: "A Regency mahogany bureau",
    description: "In good order.",
    category: "antiques",
    startingPrice: 100,
    auctionDate: new Date(Date.now() + 3 * DAY_MS).toISOString(),
    increments: "flat",
    softClose: "on",
    relistTimes: 0,
    ...change,
  };
  return {
    actor: { ...aPerson("Sue"), id: seller.id },
    input,
    images: { image: aFile(aPng({ shade: 5 })) },
    key: undefined,
  };
}

/** An environment in which `meanwhile` runs before a room opens. */
function envWhoseRoomsWaitFor(meanwhile: () => Promise<void>): Env {
  const delayOpen = (room: RoomStub) => {
    const open = async (request: Parameters<RoomStub["open"]>[0]) => {
      await meanwhile();
      return room.open(request);
    };
    return new Proxy(room, { get: (target, name) => (name === "open" ? open : Reflect.get(target, name)) });
  };
  const getByName = (id: string) => delayOpen(env.AUCTION_ROOM.getByName(id));
  return { ...env, AUCTION_ROOM: bindingWith(env.AUCTION_ROOM, { getByName }) };
}

/** For a retry that runs at the same time as the first try. The retry finds no image, and no tint is made. */
function envWithoutTints(): Env {
  const { IMAGES: images } = env;
  if (!images) throw new Error("the tests run with the Images binding");
  const input = (image: ReadableStream<Uint8Array>) => {
    const chain = images.input(image);
    const transform = (options: ImageTransform) => {
      if (options.width === 1) throw new Error("out of order");
      return chain.transform(options);
    };
    return { transform };
  };
  const put = env.IMAGE_BUCKET.put.bind(env.IMAGE_BUCKET);
  const list = async () => ({ objects: [], truncated: false });
  return {
    ...env,
    IMAGES: standIn<ImagesBinding>({ input }),
    IMAGE_BUCKET: standIn<R2Bucket>({ put, list }),
  };
}

const portsOf = (bindings: Env) => listingPorts(bindings, openDatabase(bindings.DB));
const create = (listing: ListingSubmission, bindings: Env = env) =>
  createListing(portsOf(bindings), settingsOf(env), listing, Date.now());

async function openingsOf(sellerId: string): Promise<string[]> {
  const statement = env.DB.prepare("SELECT auction_id FROM openings WHERE seller_id = ?").bind(sellerId);
  return (await statement.all<{ auction_id: string }>()).results.map((row) => row.auction_id);
}
async function rowsOf(sellerId: string) {
  const statement = env.DB.prepare("SELECT id, phase FROM auctions WHERE seller_id = ?").bind(sellerId);
  return (await statement.all<{ id: string; phase: string }>()).results;
}
/** Counts the images of one auction, or of all auctions. */
async function countStoredImages(auctionId?: string) {
  const prefix = auctionId === undefined ? "auctions/" : `auctions/${auctionId}/`;
  return (await env.IMAGE_BUCKET.list({ prefix })).objects.length;
}

it("creating a listing in an unknown category stores nothing", async () => {
  const listing = await aNewListing({ category: "no-such-category" });
  const images = await countStoredImages();
  expect(await create(listing)).toEqual({ ok: false, failure: { code: "category_unknown" } });
  expect([await rowsOf(listing.actor.id), await openingsOf(listing.actor.id)]).toEqual([[], []]);
  expect(await countStoredImages()).toBe(images);
});

it("a rejected image is reported at its form field, and nothing is stored", async () => {
  const listing = { ...(await aNewListing()), images: { images: [aFile(new TextEncoder().encode("<svg/>"))] } };
  const message = "This is an SVG drawing. Save it as PNG.";
  const imageCount = await countStoredImages();
  expect(await create(listing)).toEqual({
    ok: false,
    problem: "unknown_type",
    failure: { code: "unsupported_media_type", message, fields: { images: [message] } },
  });
  expect([await rowsOf(listing.actor.id), await countStoredImages()]).toEqual([[], imageCount]);
});

it("the row and images of a listing are removed if its room refuses it", async () => {
  const listing = await aNewListing({ startingPrice: 1 });
  let id = "";
  const bindings = envWhoseRoomsWaitFor(async () => {
    [id = ""] = await openingsOf(listing.actor.id);
    expect(await countStoredImages(id)).toBe(1);
  });
  expect(await create(listing, bindings)).toMatchObject({ ok: false, failure: { code: "starting_price_too_low" } });
  expect([await rowsOf(listing.actor.id), await openingsOf(listing.actor.id)]).toEqual([[], []]);
  expect(await countStoredImages(id)).toBe(0);
});

it("the row and images of a listing are left to the sweep if its room is silent", async () => {
  const listing = await aNewListing();
  const bindings = envWhoseRoomsWaitFor(() => Promise.reject(new Error("the room is moving")));
  await expect(create(listing, bindings)).rejects.toThrow("the room is moving");
  const [id] = await openingsOf(listing.actor.id);
  expect(await countStoredImages(id)).toBe(1);
});

it("D1 has the room's row and the seller's origin before the seller gets a response", async () => {
  const listing = {
    ...(await aNewListing({ reservePrice: 150 })),
    origin: { network: "n", device: "d", session: "s" },
  };
  const created = await create(listing);
  if (!created.ok) throw new Error(created.failure.code);
  const { _id: id } = created.auction;
  const room = env.AUCTION_ROOM.getByName(id);
  const stored = await env.DB.prepare("SELECT * FROM auctions WHERE id = ?").bind(id).first();
  const audited = await room.auditState();
  expect(stored).toMatchObject({ seq: 2, phase: "open", created_at: audited?.row.createdAt, reserve_minor: 15_000 });
  const originStatement = env.DB.prepare("SELECT network, device, session FROM bid_origins WHERE auction_id = ?").bind(
    id,
  );
  expect(await originStatement.all()).toMatchObject({ results: [listing.origin] });
  expect(await openingsOf(listing.actor.id)).toEqual([]);
  expect((await room.health())?.undelivered).toEqual({ catalogue: 0, inboxes: 0 });
  const alarm = await runInDurableObject(room, (_, { storage }) => storage.getAlarm());
  expect(alarm).toBe(Date.parse(created.auction.auctionEndTime));
});

it("the sweep publishes an auction whose publication failed", async () => {
  const listing = await aNewListing();
  let calls = 0;
  const batch = async (statements: D1PreparedStatement[]) => {
    calls += 1;
    if (calls > 1) throw new Error("D1 is away");
    return env.DB.batch(statements);
  };
  const bindings = { ...env, DB: bindingWith(env.DB, { batch }) };
  await expect(create(listing, bindings)).rejects.toThrow("D1 is away");
  const [id = ""] = await openingsOf(listing.actor.id);
  expect(await rowsOf(listing.actor.id)).toEqual([]);
  await sweep(env, Date.now() + 61_000);
  expect([await rowsOf(listing.actor.id), await openingsOf(listing.actor.id)]).toEqual([[{ id, phase: "open" }], []]);
});

it("a person the seller blocks while an auction opens is blocked in it", async () => {
  const listing = await aNewListing();
  const bidder = { ...aPerson("Bob"), id: (await someoneSignedIn("Bob")).id };
  const db = openDatabase(env.DB);
  const bindings = envWhoseRoomsWaitFor(async () => {
    await addBlock(db, listing.actor.id, bidder.id, Date.now());
  });
  const created = await create(listing, bindings);
  if (!created.ok) throw new Error(created.failure.code);
  const room = env.AUCTION_ROOM.getByName(created.auction._id);
  expect(await room.placeBid({ actor: bidder, amountMinor: 10_000 })).toMatchObject({
    ok: false,
    failure: { code: "bidder_blocked" },
  });
});

it("a new auction is removed if its seller's account is deleted meanwhile", async () => {
  const listing = await aNewListing();
  const { id } = listing.actor;
  let auctionId = "";
  const bindings = envWhoseRoomsWaitFor(async () => {
    [auctionId = ""] = await openingsOf(id);
    expect(await countStoredImages(auctionId)).toBe(1);
    await env.DB.prepare("DELETE FROM users WHERE id = ?").bind(id).run();
  });
  expect(await create(listing, bindings)).toEqual({ ok: false, failure: { code: "not_signed_in" } });
  expect(await countStoredImages(auctionId)).toBe(0);
  expect(await env.AUCTION_ROOM.getByName(auctionId).page()).toMatchObject({ ok: false });
});

it("a retry returns the same auction even if its images are encoded differently", async () => {
  const listing = { ...(await aNewListing()), key: newId() };
  const first = await create(listing);
  expect(first).toMatchObject({ ok: true, auction: { images: { tint: expect.any(String) } } });
  const withoutTint = await create(listing, envWithoutTints());
  expect(withoutTint).toEqual(first);
});

it("a retry with another image under the same key is refused", async () => {
  const listing = { ...(await aNewListing()), key: newId() };
  expect(await create(listing)).toMatchObject({ ok: true });
  for (const images of [{ image: aFile(aPng({ shade: 6 })) }, { images: listing.images.image }, {}]) {
    expect(await create({ ...listing, images })).toMatchObject({ ok: false, failure: { code: "key_reused" } });
  }
});

it("the next call with the same key creates the auction that a refused call began", async () => {
  const listing = { ...(await aNewListing({ startingPrice: 1, relistTimes: 3 })), key: newId() };
  expect(await create(listing)).toMatchObject({ ok: false, failure: { code: "starting_price_too_low" } });
  const [id = ""] = await openingsOf(listing.actor.id);
  const correctedListing = { ...listing, input: { ...listing.input, startingPrice: 100, relistTimes: 0 } };
  expect(await create(correctedListing)).toMatchObject({
    ok: true,
    auction: { _id: id, images: { url: expect.any(String) } },
  });
  expect([await rowsOf(listing.actor.id), await openingsOf(listing.actor.id)]).toEqual([[{ id, phase: "open" }], []]);
  const planStatement = env.DB.prepare("SELECT times FROM relist_plans WHERE auction_id = ?").bind(id);
  expect(await planStatement.first()).toBeNull();
});

it("the sweep removes a refused call's opening, unless a newer call began it again", async () => {
  const listing = { ...(await aNewListing({ startingPrice: 1, relistTimes: 3 })), key: newId() };
  expect(await create(listing)).toMatchObject({ ok: false });
  const [id = ""] = await openingsOf(listing.actor.id);
  const db = openDatabase(env.DB);
  await abandonOpening(db, id, Date.now() - 60_000);
  expect(await openingsOf(listing.actor.id)).toEqual([id]);
  await sweep(env, Date.now() + 4 * 60_000);
  expect(await openingsOf(listing.actor.id)).toEqual([id]);
  await sweep(env, Date.now() + 6 * 60_000);
  expect(await openingsOf(listing.actor.id)).toEqual([]);
  const planStatement = env.DB.prepare("SELECT times FROM relist_plans WHERE auction_id = ?").bind(id);
  expect(await planStatement.first()).toBeNull();
});

it("deleting a draft while its auction opens keeps the auction's images", async () => {
  const listing = await aNewListing();
  const draft = { auctionId: "", id: newId(), userId: listing.actor.id, fields: {}, imageKeys: ["auctions/x/1"] };
  const db = openDatabase(env.DB);
  const auctionId = await anOpeningInD1({ sellerId: listing.actor.id, imageKeys: draft.imageKeys });
  const timestamps = { version: 1, createdAt: Date.now(), updatedAt: Date.now() };
  expect(await insertDraft(db, { ...draft, ...timestamps, auctionId })).toBe("added");
  expect(await listDraftImageKeys(db, listing.actor.id)).toEqual([]);
  expect(await deleteDraft(db, auctionId)).toEqual([]);
});

it("a refused edit deletes the images it stored, unless the listing shows them", async () => {
  const created = await create(await aNewListing());
  if (!created.ok) throw new Error(created.failure.code);
  const { _id: id } = created.auction;
  const keysOf = async () => (await env.IMAGE_BUCKET.list({ prefix: `auctions/${id}/` })).objects.map(({ key }) => key);
  const [ownKey = ""] = await keysOf();
  const other = `auctions/${id}/${"a".repeat(64)}`;
  await env.IMAGE_BUCKET.put(other, "another image");
  await removeUnusedImages(portsOf(env), id, { cover: ownKey, additional: [other] });
  expect(await keysOf()).toEqual([ownKey]);

  await env.AUCTION_ROOM.getByName(id).setHidden("A copy of another listing");
  await syncImageVisibility(env, id);
  // The edit was checked before the listing was hidden.
  await env.IMAGE_BUCKET.put(ownKey, "its own image once more");
  await removeUnusedImages(portsOf(env), id, { additional: [ownKey] });
  expect(await keysOf()).toEqual([]);
});

it("refusing a listing that uses someone else's image deletes its uploaded images", async () => {
  const listing = await aNewListing();
  const stored: string[] = [];
  const bucket = bindingWith(env.IMAGE_BUCKET, {
    put: (...args: Parameters<R2Bucket["put"]>) => {
      stored.push(args[0]);
      return env.IMAGE_BUCKET.put(...args);
    },
  });
  const otherImageUrl = `/api/v1/images/auctions/${newId()}/${"b".repeat(64)}`;
  const refused = await create(
    { ...listing, input: { ...listing.input, pictures: `new,${otherImageUrl}` } },
    { ...env, IMAGE_BUCKET: bucket },
  );
  expect(refused).toMatchObject({ ok: false, failure: { code: "invalid_input" } });
  expect(stored).toHaveLength(1);
  expect(await env.IMAGE_BUCKET.head(stored[0] ?? "")).toBeNull();
});

it("a retry for a hidden listing doesn't make its image public again", async () => {
  const listing = { ...(await aNewListing()), key: newId() };
  const created = await create(listing);
  if (!created.ok) throw new Error(created.failure.code);
  const { _id: id } = created.auction;
  await env.AUCTION_ROOM.getByName(id).setHidden("A copy of another listing");
  await syncImageVisibility(env, id);
  const shownImages = async () => (await env.IMAGE_BUCKET.list({ prefix: `auctions/${id}/` })).objects.length;
  expect(await shownImages()).toBe(0);
  expect(await create(listing)).toMatchObject({
    ok: false,
    failure: { code: "listing_hidden" },
  });
  expect(await shownImages()).toBe(0);
});

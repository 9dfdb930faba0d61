import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, expect, it, vi } from "vitest";

import { savedAuctionResponse } from "../contract/auction.ts";
import { AUCTION_PHASES } from "../db/schema.ts";
import { DELETION_KEY } from "../inbox/account-deletion/stored-deletion.ts";
import { Inbox } from "../inbox/inbox.ts";
import type { RoomStub } from "../inbox/room-calls/room-calls.ts";
import { RoomSubscribers } from "../room/delivery/subscribers.ts";
import { bindingWith } from "../testing/bindings.ts";
import { anAuction, aPerson, DAY_MS, HOUR_MS, newId } from "../testing/builders.ts";
import { anOpeningInD1, anAuctionRow, insertAuction } from "../testing/catalogue.ts";
import { requestJson, someoneSignedIn } from "../testing/http.ts";
import { aFile, aPng } from "../testing/images.ts";
import { listingFields } from "../testing/selling.ts";
import { sweepTimeOf, sweepFor } from "../testing/sweeps.ts";
import { sweep } from "./sweep.ts";

const MINUTE_MS = 60_000;

async function phaseOf(id: string): Promise<(typeof AUCTION_PHASES)[number] | undefined> {
  const row = await env.DB.prepare("SELECT phase FROM auctions WHERE id = ?")
    .bind(id)
    .first<{ phase: (typeof AUCTION_PHASES)[number] }>();
  return row?.phase;
}

/** An auction with a bid that was delivered to D1 and the inboxes. */
async function anAuctionWithABid(change: Parameters<typeof anAuction>[0]) {
  const bidder = aPerson();
  const { id, room } = await anAuction(change);
  expect(await room.placeBid({ actor: bidder, amountMinor: 10_000 })).toMatchObject({ ok: true });
  await room.reconcile();
  return { id, room, bidder };
}
/**
 * Changes an auction while no inbox can be reached. Then the platform loses the room's alarm, and the room hibernates.
 */
async function withoutInboxes(room: RoomStub, change: (room: RoomStub) => Promise<unknown>) {
  const deliverSpy = vi.spyOn(Inbox.prototype, "deliver").mockRejectedValue(new Error("the inbox is down"));
  await change(room);
  await vi.waitFor(() => expect(deliverSpy).toHaveBeenCalled());
  await runInDurableObject(room, (_, { storage }) => storage.deleteAlarm());
  await evictDurableObject(room);
  deliverSpy.mockRestore();
}
async function kindsIn(userId: string) {
  const { notifications } = await env.INBOX.getByName(userId).listNotifications();
  return notifications.map(({ kind }) => kind);
}
async function isOpening(auctionId: string) {
  const row = env.DB.prepare("SELECT auction_id FROM openings WHERE auction_id = ?").bind(auctionId);
  return (await row.first()) !== null;
}
/** Leaves only a record in D1 that this auction was about to open a minute ago. */
async function leaveOpening(auctionId: string, sellerId: string) {
  await env.DB.prepare("DELETE FROM auctions WHERE id = ?").bind(auctionId).run();
  await anOpeningInD1({ auctionId, sellerId, createdAt: Date.now() - MINUTE_MS - 1 });
}

/** A sweep handles a limited number of auctions, so those that other tests left open must not come before ours. */
beforeAll(async () => {
  await env.DB.prepare("UPDATE auctions SET phase = 'closed' WHERE phase IN ('open', 'hidden')").run();
});
afterEach(() => {
  vi.useRealTimers();
});

it("T25: the sweep closes an auction whose end passed without its alarm", async () => {
  const { id } = await anAuction();
  await vi.waitFor(async () => expect(await phaseOf(id)).toBe("open"));
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 4 * DAY_MS });
  await sweep(env, Date.now());
  expect(await phaseOf(id)).toBe("closed");
});

it("the sweep closes a hidden auction, which stays hidden", async () => {
  const { id, room } = await anAuction();
  expect(await room.setHidden("A copy")).toMatchObject({ ok: true });
  const readRow = () => env.DB.prepare("SELECT phase, closed_at FROM auctions WHERE id = ?").bind(id).first();
  await vi.waitFor(async () => expect(await readRow()).toEqual({ phase: "hidden", closed_at: null }), {
    timeout: 30_000,
  });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 4 * DAY_MS });
  await sweep(env, Date.now());
  expect(await readRow()).toEqual({ phase: "hidden", closed_at: expect.any(Number) });
});

it("the sweep removes an unfinished listing if its seller has no account", async () => {
  const key = `auctions/${newId()}/${"e".repeat(64)}`;
  const { id, seller } = await anAuction({ imageKeys: [key] });
  await env.IMAGE_BUCKET.put(key, "image");
  await vi.waitFor(async () => expect(await phaseOf(id)).toBe("open"));
  await leaveOpening(id, seller.id);
  await sweep(env, Date.now());
  expect([await phaseOf(id), await isOpening(id)]).toEqual(["removed", false]);
  expect(await env.IMAGE_BUCKET.head(key)).toBeNull();
});

it("the sweep keeps an unfinished listing hidden if an admin has hidden it", async () => {
  const key = `auctions/${newId()}/${"d".repeat(64)}`;
  const { id: sellerId } = await someoneSignedIn();
  const { id, room } = await anAuction({ imageKeys: [key] }, { ...aPerson("Sue"), id: sellerId });
  await env.IMAGE_BUCKET.put(key, "image");
  expect(await room.setHidden("A copy")).toMatchObject({ ok: true });
  await vi.waitFor(async () => expect(await phaseOf(id)).toBe("hidden"), { timeout: 30_000 });
  // As after D1 was restored to an earlier time.
  await leaveOpening(id, sellerId);
  await sweep(env, Date.now());
  expect([await phaseOf(id), await isOpening(id)]).toEqual(["hidden", false]);
  expect(await env.IMAGE_BUCKET.head(key)).not.toBeNull();
});

it("the sweep deletes the opening row of an auction whose room never opened", async () => {
  const id = await anOpeningInD1({ createdAt: Date.now() - 6 * MINUTE_MS });
  await sweep(env, Date.now());
  expect(await isOpening(id)).toBe(false);
});

it("the sweep keeps an opening row until it can write the auction's row", async () => {
  const { id: sellerId } = await someoneSignedIn();
  const { id } = await anAuction({}, { ...aPerson("Sue"), id: sellerId });
  await vi.waitFor(async () => expect(await phaseOf(id)).toBe("open"));
  await leaveOpening(id, sellerId);
  const updateCatalogueSpy = vi
    .spyOn(RoomSubscribers.prototype, "updateCatalogue")
    .mockRejectedValue(new Error("D1 is away"));
  await sweep(env, Date.now());
  expect([await phaseOf(id), await isOpening(id)]).toEqual([undefined, true]);
  updateCatalogueSpy.mockRestore();
  await sweep(env, Date.now());
  expect([await phaseOf(id), await isOpening(id)]).toEqual(["open", false]);
});

it("the sweep leaves a listing alone while it is being created", async () => {
  const id = newId();
  await anOpeningInD1({ auctionId: id, createdAt: Date.now() - 4 * MINUTE_MS });
  await sweep(env, Date.now());
  expect(await isOpening(id)).toBe(true);
});

it("the sweep restores the events and bids that D1 has lost", async () => {
  const { id, room } = await anAuction();
  const bidder = aPerson();
  await room.placeBid({ actor: bidder, amountMinor: 10_000 });
  await room.placeBid({ actor: bidder, amountMinor: 12_000 });
  const read = () => env.DB.prepare("SELECT seq, price_minor FROM auctions WHERE id = ?").bind(id).first();
  const bids = async () => (await env.DB.prepare("SELECT id FROM bids WHERE auction_id = ?").bind(id).all()).results;
  await vi.waitFor(async () => expect(await read()).toEqual({ seq: 3, price_minor: 12_000 }));
  // As after D1 was restored to an earlier time.
  await env.DB.prepare("UPDATE auctions SET seq = 1, price_minor = 10000 WHERE id = ?").bind(id).run();
  await env.DB.prepare("DELETE FROM bids WHERE auction_id = ?").bind(id).run();
  await sweepFor(id);
  expect(await read()).toEqual({ seq: 3, price_minor: 12_000 });
  expect(await bids()).toHaveLength(2);
});

it("T25: the sweep wakes the room of a removed listing that lost its alarm", async () => {
  const { id, room, seller } = await anAuction();
  await runInDurableObject(room, async (instance, { storage }) => {
    const deleteAllSpy = vi.spyOn(storage, "deleteAll").mockResolvedValueOnce();
    expect(await instance.deleteListing({ actor: seller })).toMatchObject({ ok: true });
    await vi.waitFor(async () => expect(await phaseOf(id)).toBe("removed"));
    await vi.waitFor(() => expect(deleteAllSpy).toHaveBeenCalled());
    await storage.deleteAlarm();
  });
  await evictDurableObject(room);
  const calledIds: string[] = [];
  const getByName = (name: string) => {
    calledIds.push(name);
    return env.AUCTION_ROOM.getByName(name);
  };
  await sweep({ ...env, AUCTION_ROOM: bindingWith(env.AUCTION_ROOM, { getByName }) }, sweepTimeOf(id));
  expect(calledIds).toContain(id);
  await runInDurableObject(room, (_, { storage }) => expect(storage.kv.get("schema")).toBeUndefined());
});

it("T25: the sweep wakes the room of a canceled auction that lost its alarm", async () => {
  const seller = aPerson("Sue");
  const { id, room } = await anAuction({}, seller);
  await room.placeBid({ actor: aPerson(), amountMinor: 10_000 });
  expect(await room.deleteListing({ actor: seller })).toMatchObject({ ok: true });
  await vi.waitFor(async () => expect(await phaseOf(id)).toBe("cancelled"));
  await runInDurableObject(room, (_, { storage }) => storage.deleteAlarm());
  await evictDurableObject(room);
  const isStored = () => runInDurableObject(room, (_, { storage }) => storage.kv.get("schema") !== undefined);
  await sweepFor(id, Date.now() + 80 * DAY_MS);
  expect(await isStored()).toBe(true);
  const due = sweepTimeOf(id, Date.now() + 91 * DAY_MS);
  vi.useFakeTimers({ toFake: ["Date"], now: due });
  await sweep(env, due);
  expect(await isStored()).toBe(false);
  expect(await phaseOf(id)).toBe("cancelled");
});

it.each([
  ["was closed long after its end", "closed", "won", HOUR_MS, (room: RoomStub) => room.reconcile()],
  ["was voided long after its end", "voided", "voided", HOUR_MS, (room: RoomStub) => room.voidAuction("A copy")],
  ["was voided before its end", "voided", "voided", 9 * DAY_MS, (room: RoomStub) => room.voidAuction("A copy")],
])("T25: the sweep sends overdue notices if an auction %s", async (_, phase, kind, durationMs, change) => {
  const { id, room, bidder } = await anAuctionWithABid({ endsAt: Date.now() + durationMs });
  // An alarm that's set from here on doesn't fire, because the platform uses the real clock.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 4 * DAY_MS });
  await withoutInboxes(room, change);
  expect(await phaseOf(id)).toBe(phase);
  expect(await kindsIn(bidder.id)).toEqual([]);
  await sweepFor(id);
  expect(await kindsIn(bidder.id)).toContain(kind);
});

it.each([
  { changed: 1, ended: 3, compared: true },
  { changed: 3, ended: 1, compared: true },
  { changed: 3, ended: 3, compared: false },
])(
  "a row that changed $changed and ended $ended days ago is compared: $compared",
  async ({ changed, ended, compared }) => {
    const ago = (days: number) => Date.now() - days * DAY_MS;
    const row = { ...anAuctionRow(), changedAt: ago(changed), endsAt: ago(ended) };
    const { id } = await insertAuction({ ...row, phase: "closed" });
    await sweepFor(id);
    // It has no room, which the sweep finds when it compares the row.
    expect(await phaseOf(id)).toBe(compared ? "removed" : "closed");
  },
);

it("the sweep delivers the removal of an auction that had already ended", async () => {
  const { id, room, seller } = await anAuction({ endsAt: Date.now() + HOUR_MS });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * HOUR_MS });
  await room.reconcile();
  const closed = await env.DB.prepare("SELECT seq FROM auctions WHERE id = ?").bind(id).first<{ seq: number }>();
  await room.deleteListing({ actor: seller });
  await vi.waitFor(async () => expect(await phaseOf(id)).toBe("removed"));
  // As after D1 was restored to an earlier time.
  await env.DB.prepare("UPDATE auctions SET seq = ?, phase = 'closed' WHERE id = ?").bind(closed?.seq, id).run();
  await sweepFor(id);
  expect(await phaseOf(id)).toBe("removed");
});

it.each(["open", "hidden"] as const)("the sweep removes a row that is %s if its auction has no room", async (phase) => {
  const { id } = await insertAuction({ ...anAuctionRow(), phase });
  await sweepFor(id);
  expect(await phaseOf(id)).toBe("removed");
});

it("the sweep removes unused images a day after they are stored", async () => {
  const [missingId, personId] = [newId(), newId()];
  const hash = "b".repeat(64);
  const [listing, avatar] = [`auctions/${missingId}/${hash}`, `avatars/${personId}/${hash}`];
  await env.IMAGE_BUCKET.put(listing, "image");
  await env.IMAGE_BUCKET.put(avatar, "image");
  await sweepFor(missingId, Date.now() + 19 * HOUR_MS);
  expect(await env.IMAGE_BUCKET.head(listing)).not.toBeNull();
  await sweepFor(missingId, Date.now() + 25 * HOUR_MS);
  expect(await env.IMAGE_BUCKET.head(listing)).toBeNull();
  await sweepFor(personId, Date.now() + 25 * HOUR_MS);
  expect(await env.IMAGE_BUCKET.head(avatar)).toBeNull();
});

it("the sweep removes unused images even while other rooms don't answer", async () => {
  const idPrefix = newId().slice(0, 2);
  const [hidden, unreachable, missingId] = [newId(), newId(), newId()].map((id) => idPrefix + id.slice(2));
  if (!hidden || !unreachable || !missingId) throw new Error("three ids");
  await insertAuction({ ...anAuctionRow(), id: hidden, phase: "hidden" });
  const [misplaced, keptKey, orphan] = [hidden, unreachable, missingId].map((id) => `auctions/${id}/${"b".repeat(64)}`);
  for (const key of [misplaced, keptKey, orphan]) await env.IMAGE_BUCKET.put(key ?? "", "image");
  const images = () => Promise.reject(new Error("the room is down"));
  const getByName = (id: string) => {
    const room = env.AUCTION_ROOM.getByName(id);
    return id === hidden || id === unreachable ? { images, reconcile: (seq: number) => room.reconcile(seq) } : room;
  };
  const AUCTION_ROOM = bindingWith(env.AUCTION_ROOM, { getByName });
  await sweep({ ...env, AUCTION_ROOM }, sweepTimeOf(missingId, Date.now() + 25 * HOUR_MS));
  expect(await env.IMAGE_BUCKET.head(orphan ?? "")).toBeNull();
  expect(await env.IMAGE_BUCKET.head(keptKey ?? "")).not.toBeNull();
});

it("the sweep removes image sizes with their image, and sizes that no page uses", async () => {
  const [missingId, { id: personId }] = [newId(), await someoneSignedIn()];
  const hash = "e".repeat(64);
  const [unusedKey, avatar] = [`auctions/${missingId}/${hash}`, `avatars/${personId}/${hash}`];
  const deleted = `auctions/${missingId}/${"f".repeat(64)}`;
  await env.DB.prepare("UPDATE users SET image_key = ? WHERE id = ?").bind(avatar, personId).run();
  const removedKeys = [`sizes/${unusedKey}/80.webp`, `sizes/${deleted}/80.webp`, `sizes/${avatar}/81.webp`];
  const keptKeys = [avatar, `sizes/${avatar}/80.webp`, `sizes/${avatar}/320.avif`];
  for (const key of [unusedKey, ...removedKeys, ...keptKeys]) await env.IMAGE_BUCKET.put(key, "image");
  const listStored = async (keys: readonly string[]) => {
    const heads = await Promise.all(keys.map((key) => env.IMAGE_BUCKET.head(key)));
    return heads.filter((head) => head !== null).map(({ key }) => key);
  };
  await sweepFor(missingId, Date.now() + 19 * HOUR_MS);
  expect(await listStored([unusedKey, ...removedKeys])).toEqual([unusedKey, ...removedKeys]);
  for (const id of [missingId, personId]) await sweepFor(id, Date.now() + 25 * HOUR_MS);
  expect(await listStored([unusedKey, ...removedKeys])).toEqual([]);
  expect(await listStored(keptKeys)).toEqual(keptKeys);
});

it("the sweep keeps images in use, even if the auction's row lags behind", async () => {
  const { id, cookie } = await someoneSignedIn();
  const { auction } = await requestJson(savedAuctionResponse, "/auction/createAuction", {
    method: "POST",
    cookie,
    form: { ...listingFields(), image: aFile(aPng({ shade: 3 })) },
  });
  const key = auction.images?.url.replace("/api/v1/images/", "") ?? "";
  const avatar = `avatars/${id}/${"c".repeat(64)}`;
  await env.IMAGE_BUCKET.put(avatar, "image");
  await env.DB.prepare("UPDATE users SET image_key = ? WHERE id = ?").bind(avatar, id).run();
  const tomorrow = Date.now() + 25 * HOUR_MS;
  await sweepFor(id, tomorrow);
  await sweepFor(auction._id, tomorrow);
  await env.DB.prepare("UPDATE auctions SET image_keys = '[]' WHERE id = ?").bind(auction._id).run();
  await sweepFor(auction._id, tomorrow);
  expect(await env.IMAGE_BUCKET.head(key)).not.toBeNull();
  expect(await env.AUCTION_ROOM.getByName(auction._id).setHidden("A copy")).toMatchObject({ ok: true });
  await env.DB.prepare("UPDATE auctions SET image_keys = '[]' WHERE id = ?").bind(auction._id).run();
  await sweepFor(auction._id, tomorrow);
  expect(await env.IMAGE_BUCKET.head(`hidden/${key}`)).not.toBeNull();
  expect(await env.IMAGE_BUCKET.head(avatar)).not.toBeNull();
});

it("the sweep restores a lost bid even if its auction's row has the last event", async () => {
  const { id, room } = await anAuction();
  const bidder = aPerson();
  await room.placeBid({ actor: bidder, amountMinor: 10_000 });
  await room.placeBid({ actor: bidder, amountMinor: 12_000 });
  const bids = async () => (await env.DB.prepare("SELECT id FROM bids WHERE auction_id = ?").bind(id).all()).results;
  await vi.waitFor(async () => expect(await bids()).toHaveLength(2));
  await env.DB.prepare("DELETE FROM bids WHERE auction_id = ? AND seq = 2").bind(id).run();
  await sweepFor(id);
  expect(await bids()).toHaveLength(2);
});

it("the sweep restarts a finished deletion after D1 is restored", async () => {
  const { id } = await someoneSignedIn();
  const inbox = env.INBOX.getByName(id);
  await runInDurableObject(inbox, (_inbox, state) => {
    state.storage.kv.put("userId", id);
    state.storage.kv.put(DELETION_KEY, "done");
  });
  await env.DB.prepare("INSERT INTO account_deletions (user_id, begun_at) VALUES (?1, ?2)")
    .bind(id, Date.now() - 6 * MINUTE_MS)
    .run();
  await sweep(env, Date.now());
  expect(await env.DB.prepare("SELECT id FROM users WHERE id = ?").bind(id).first()).toBeNull();
  expect(await env.DB.prepare("SELECT * FROM account_deletions WHERE user_id = ?").bind(id).first()).toBeNull();
});

it("the sweep continues an account deletion that lost its alarm", async () => {
  const { id } = await someoneSignedIn();
  const inbox = env.INBOX.getByName(id);
  await runInDurableObject(inbox, async (_inbox, state) => {
    state.storage.kv.put("userId", id);
    state.storage.kv.put(DELETION_KEY, { step: "leaveAuctions" });
  });
  await env.DB.prepare("INSERT INTO account_deletions (user_id, begun_at) VALUES (?, ?)")
    .bind(id, Date.now() - 6 * MINUTE_MS)
    .run();
  await sweep(env, Date.now());
  expect(await env.DB.prepare("SELECT * FROM account_deletions WHERE user_id = ?").bind(id).first()).toBeNull();
});

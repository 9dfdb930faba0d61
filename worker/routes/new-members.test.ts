/** New-member limits, over REST and over sockets, and when they end. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { FRESH_TOKEN_MS } from "../accounts/sessions.ts";
import { trustResponse } from "../contract/account.ts";
import { adminActionsResponse, peopleResponse } from "../contract/admin.ts";
import { placeBidResponse } from "../contract/bid.ts";
import { newAuctionsPerDay, PER_PERSON } from "../rate-limits/limits.ts";
import { disconnectedObjects } from "../testing/bindings.ts";
import { DAY_MS, HOUR_MS, newId } from "../testing/builders.ts";
import {
  aCookieFor,
  anAdmin,
  requestJson,
  type TestCall,
  expectRefusal,
  expectRefusalIn,
  request,
  someoneSignedIn,
  ageSession,
  renewSessionCookie,
  sessionIn,
} from "../testing/http.ts";
import { setTrust } from "../testing/moderation.ts";
import { aListing, detailsOf } from "../testing/selling.ts";
import { watchAuction } from "../testing/sockets.ts";
import { anIpv6Address, expectTooMany, requestFrom, useUp } from "../testing/strict-limits.ts";

/** An environment with trust levels, as in a deployment. They're off in other tests. */
const ENV_WITH_LEVELS: Env = { ...env, LIMIT_SCALE: "1", NEW_BIDDER_AMOUNT: "5000", NEW_BIDDER_AUCTIONS: "20" };

async function aListingWithLevels(change: Record<string, string> = {}) {
  const listing = await aListing(change);
  await runInDurableObject(env.AUCTION_ROOM.getByName(listing.id), (room) => {
    Object.assign(room, { env: ENV_WITH_LEVELS });
  });
  return listing;
}

function requestWithLevels(path: string, { method = "GET", ...call }: TestCall): Promise<Response> {
  return requestFrom(path, { method, ...call, address: anIpv6Address(), bindings: ENV_WITH_LEVELS });
}

/** A bid that its bidder has confirmed, because only the level matters here. */
function offerBid(auctionId: string, offer: { bidAmount?: number; maxBid?: number }, cookie: string) {
  const headers = { "idempotency-key": newId() };
  return requestWithLevels("/bid/placeBid", {
    method: "POST",
    cookie,
    headers,
    json: { productId: auctionId, ...offer, confirmed: true },
  });
}

function buyNow(auctionId: string, price: number, cookie: string) {
  const headers = { "idempotency-key": newId() };
  return requestWithLevels(`/auction/${auctionId}/buy`, { method: "POST", cookie, headers, json: { price } });
}

async function expectAboveLimit(response: Response): Promise<void> {
  const { message, details } = await expectRefusalIn(response, "new_member_amount", 403);
  if (message !== "New members can bid up to $5,000" || details?.maximum !== 5_000) throw new Error(message);
}

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterEach(() => vi.useRealTimers());

const advanceTime = (ms: number) => vi.setSystemTime(Date.now() + ms);
/** A person can place ten bids in ten seconds across all auctions. */
const pause = () => advanceTime(11_000);

/** Opens a socket to bid over as this person. The bids are confirmed, because only the level matters in these tests. */
async function watch(auctionId: string, cookie: string) {
  const { user } = await sessionIn(cookie);
  await runInDurableObject(env.INBOX.getByName(user.id), (inbox) => {
    Object.assign(inbox, { env: ENV_WITH_LEVELS });
  });
  const { placeBid } = await watchAuction(auctionId, { cookie }, requestWithLevels);
  return { bid: (bidAmount: number) => placeBid(bidAmount, { confirmed: true }) };
}

/** How many auctions the person's limiter has counted as newly started. */
function countNewAuctionUses(personId: string): Promise<number> {
  return runInDurableObject(env.LIMITS.getByName(`person ${personId}`), (_, { storage }) =>
    storage.kv.get("schema") === undefined
      ? 0
      : storage.sql.exec<{ n: number }>("SELECT TOTAL(used) AS n FROM counts WHERE name = 'newAuctions'").one().n,
  );
}

it("T32: a new member can't offer a cent above the limit through any call", async () => {
  const { id } = await aListingWithLevels({ buyNowPrice: "6000" });
  const ann = await someoneSignedIn("Ann");
  await expectAboveLimit(await offerBid(id, { bidAmount: 5_000.01 }, ann.cookie));
  await expectAboveLimit(await offerBid(id, { maxBid: 5_000.01 }, ann.cookie));
  await expectAboveLimit(await offerBid(id, { bidAmount: 100, maxBid: 5_000.01 }, ann.cookie));
  await expectAboveLimit(await buyNow(id, 6_000, ann.cookie));
  const socket = await watch(id, ann.cookie);
  expect(await socket.bid(5_000.01)).toMatchObject({
    success: false,
    code: "new_member_amount",
    message: "New members can bid up to $5,000",
    details: { maximum: 5_000 },
  });
  expect(await detailsOf(id)).toMatchObject({ bidCount: 0, status: "Live" });
  expect(await countNewAuctionUses(ann.id)).toBe(0);
  expect((await offerBid(id, { bidAmount: 200, maxBid: 5_000 }, ann.cookie)).status).toBe(201);
  expect(await socket.bid(5_000)).toMatchObject({ success: false, code: "below_own_maximum" });
});

it("a new member can't raise a bid above the limit", async () => {
  const { id } = await aListingWithLevels();
  const [ann, bob] = [await someoneSignedIn("Ann"), await someoneSignedIn("Bob")];
  const { newBid } = placeBidResponse.parse(await (await offerBid(id, { bidAmount: 100 }, ann.cookie)).json());
  const edit = (json: object) =>
    requestWithLevels(`/bid/editBid/${newBid._id}`, { method: "PUT", cookie: ann.cookie, json });
  await expectAboveLimit(await edit({ bidAmount: 5_000.01 }));
  await expectAboveLimit(await edit({ maxBid: 5_000.01 }));
  expect((await edit({ maxBid: 5_000 })).status).toBe(200);
  await setTrust(bob.id, "known");
  expect((await offerBid(id, { bidAmount: 5_000 }, await renewSessionCookie(bob.cookie))).status).toBe(201);
  await expectRefusalIn(await offerBid(id, { bidAmount: 5_000 }, ann.cookie), "bid_too_low", 422);
  await expectAboveLimit(await offerBid(id, { bidAmount: 5_002 }, ann.cookie));
});

it("a new member's higher bid is accepted within a minute of being trusted", async () => {
  const { id } = await aListingWithLevels();
  const ann = await someoneSignedIn("Ann");
  await expectAboveLimit(await offerBid(id, { bidAmount: 5_000.01 }, ann.cookie));
  await setTrust(ann.id, "known");
  const cookie = await ageSession(FRESH_TOKEN_MS, ann.cookie);
  expect((await offerBid(id, { bidAmount: 5_000.01 }, cookie)).status).toBe(201);
});

it("a member can't bid over an open socket after their level is lowered", async () => {
  const { id } = await aListingWithLevels();
  const ann = await someoneSignedIn("Ann");
  await setTrust(ann.id, "known");
  const { bid } = await watch(id, await renewSessionCookie(ann.cookie));
  expect(await bid(6_000)).toMatchObject({ success: true });
  await setTrust(ann.id, "new");
  advanceTime(FRESH_TOKEN_MS);
  expect(await bid(7_000)).toMatchObject({ success: false, code: "not_signed_in" });
  await expectRefusalIn(await offerBid(id, { bidAmount: 7_000 }, ann.cookie), "not_signed_in", 401);
  await expectAboveLimit(await offerBid(id, { bidAmount: 7_000 }, await aCookieFor(ann.id)));
  expect(await detailsOf(id)).toMatchObject({ currentBid: 6_000 });
});

it("a new member's limit ends seven days after joining with a verified address", async () => {
  const { id } = await aListingWithLevels({ auctionDate: new Date(Date.now() + 20 * DAY_MS).toISOString() });
  const ann = await someoneSignedIn("Ann");
  await env.DB.prepare("UPDATE users SET email_verified_at = 1 WHERE id = ?").bind(ann.id).run();
  advanceTime(7 * DAY_MS - 60_000);
  const cookie = await aCookieFor(ann.id);
  const { bid } = await watch(id, cookie);
  expect(await bid(5_001)).toMatchObject({ code: "new_member_amount" });
  advanceTime(60_000);
  // The socket carries the time, not the level.
  expect(await bid(5_001)).toMatchObject({ success: true });
});

it("known members, or all members if levels are off, have no limits or limiter calls", async () => {
  const [open, limited] = [await aListing(), await aListingWithLevels()];
  const [ann, bob] = [await someoneSignedIn("Ann"), await someoneSignedIn("Bob")];
  const json = { productId: open.id, bidAmount: 9_000, confirmed: true };
  await requestJson(placeBidResponse, "/bid/placeBid", { method: "POST", cookie: ann.cookie, json });
  expect(await requestJson(trustResponse, "/user/trust", { cookie: ann.cookie })).toMatchObject({ trust: null });
  await setTrust(bob.id, "known");
  expect((await offerBid(limited.id, { bidAmount: 9_000 }, await renewSessionCookie(bob.cookie))).status).toBe(201);
  for (const { id } of [ann, bob]) {
    const limiter = env.LIMITS.getByName(`person ${id}`);
    expect(await runInDurableObject(limiter, (_, { storage }) => storage.kv.get("schema"))).toBeUndefined();
  }
});

it("a new member can't start bidding in a twenty-first auction in a day", async () => {
  const ann = await someoneSignedIn("Ann");
  // As if they had started bidding in nineteen other auctions.
  const nineteenUses = { name: "newAuctions", cost: 19, windows: newAuctionsPerDay(20) };
  expect(await env.LIMITS.getByName(`person ${ann.id}`).count([nineteenUses])).toBe(0);
  const { id: first } = await aListingWithLevels();
  await expectRefusalIn(await offerBid(first, { bidAmount: 99 }, ann.cookie), "bid_too_low", 422);
  expect((await offerBid(first, { bidAmount: 100 }, ann.cookie)).status).toBe(201);
  expect(await countNewAuctionUses(ann.id)).toBe(20);
  const { id: last } = await aListingWithLevels();
  const { bid } = await watch(last, ann.cookie);
  const response = await offerBid(last, { bidAmount: 100 }, ann.cookie);
  const seconds = Number(response.headers.get("retry-after"));
  const refused = await expectRefusalIn(response, "new_member_auctions", 429);
  expect(refused).toMatchObject({
    retryAfter: seconds,
    message: "New members can start bidding in 20 auctions a day. Try again in 24 hours.",
  });
  expect(await bid(100)).toMatchObject({ success: false, code: "new_member_auctions" });
  expect(await detailsOf(last)).toMatchObject({ bidCount: 0 });
  // They can still bid where they have already started.
  expect((await offerBid(first, { bidAmount: 200 }, ann.cookie)).status).toBe(201);
  advanceTime(seconds * 1_000);
  expect((await offerBid(last, { bidAmount: 100 }, await aCookieFor(ann.id))).status).toBe(201);
});

it("T32: a new account can buy three items an hour, and refusals don't count", async () => {
  const auctions: string[] = [];
  for (let count = 0; count < 5; count += 1) auctions.push((await aListingWithLevels({ buyNowPrice: "500" })).id);
  const ann = await someoneSignedIn("Ann");
  await expectRefusalIn(await buyNow(newId(), 500, ann.cookie), "auction_not_found", 404);
  await expectRefusalIn(await buyNow(auctions[0] ?? "", 400, ann.cookie), "buy_now_changed", 409);
  const statuses: number[] = [];
  for (const id of auctions) {
    pause();
    statuses.push((await buyNow(id, 500, ann.cookie)).status);
  }
  expect(statuses).toEqual([201, 201, 201, 429, 429]);
  expect(await detailsOf(auctions[3] ?? "")).toMatchObject({ status: "Live" });
  const seconds = await expectTooMany(await buyNow(auctions[3] ?? "", 500, ann.cookie));
  expect(seconds).toBeLessThan(HOUR_MS / 1_000);
  advanceTime(seconds * 1_000);
  expect((await buyNow(auctions[3] ?? "", 500, ann.cookie)).status).toBe(201);
});

it("T32: a purchase counts even if its answer is lost", async () => {
  const AUCTION_ROOM = disconnectedObjects(env.AUCTION_ROOM, "Network connection lost.");
  const { cookie } = await someoneSignedIn("Ann");
  const buy = async (bindings: Env) => {
    const { id } = await aListing({ buyNowPrice: "500" });
    pause();
    const call = { method: "POST", cookie, headers: { "idempotency-key": newId() }, json: { price: 500 } };
    return requestFrom(`/auction/${id}/buy`, { ...call, address: anIpv6Address(), bindings });
  };
  for (let count = 0; count < 3; count += 1) {
    await expectRefusalIn(await buy({ ...ENV_WITH_LEVELS, AUCTION_ROOM }), "outcome_unknown", 503);
  }
  await expectTooMany(await buy(ENV_WITH_LEVELS));
});

it("a member can buy ten items a day, and a retry still gets its response", async () => {
  const ann = await someoneSignedIn("Ann");
  await setTrust(ann.id, "known");
  const [key, boughtListing] = [newId(), await aListing({ buyNowPrice: "500" })];
  const buy = async (auctionId: string, idempotencyKey = newId()) => {
    const headers = { "idempotency-key": idempotencyKey };
    const call = { method: "POST", cookie: await aCookieFor(ann.id), headers, json: { price: 500 } };
    return requestFrom(`/auction/${auctionId}/buy`, { ...call, address: anIpv6Address(), bindings: ENV_WITH_LEVELS });
  };
  const first = await (await buy(boughtListing.id, key)).json();
  await useUp(ann.id, "purchases", 8, PER_PERSON.purchases.slice(1));
  advanceTime(HOUR_MS);
  const [tenth, { id }] = [await aListing({ buyNowPrice: "500" }), await aListing({ buyNowPrice: "500" })];
  expect((await buy(tenth.id)).status).toBe(201);
  advanceTime(HOUR_MS);
  await expectTooMany(await buy(id));
  const repeated = await buy(boughtListing.id, key);
  expect(repeated.status).toBe(201);
  expect(await repeated.json()).toEqual(first);
});

const fetchLevel = async (personId: string) => {
  const { cookie } = await anAdmin();
  const response = await requestWithLevels(`/moderation/people?search=${personId}`, { cookie });
  return peopleResponse.parse(await response.json()).people[0]?.trust;
};

it("setting a member's level is recorded, and an admin can make it automatic again", async () => {
  const [ann, { cookie }] = [await someoneSignedIn("Ann"), await anAdmin()];
  expect(await fetchLevel(ann.id)).toEqual({ level: "new", set: null });
  for (const [trust, action, level] of [
    ["known", "setKnown", "known"],
    ["new", "setNew", "new"],
    ["automatic", "clearTrust", "new"],
  ] as const) {
    await setTrust(ann.id, trust);
    expect(await fetchLevel(ann.id)).toEqual({ level, set: trust === "automatic" ? null : trust });
    const { actions } = await requestJson(adminActionsResponse, `/moderation/actions?target=${ann.id}`, { cookie });
    expect(actions[0]).toMatchObject({ action, reason: "For a test", target: { _id: ann.id } });
  }
});

it("an admin can't set a level without a reason or for an unknown person", async () => {
  const [ann, { cookie }] = [await someoneSignedIn("Ann"), await anAdmin()];
  const path = (id: string) => `/moderation/people/${id}/setTrust`;
  for (const json of [{ trust: "known" }, { reason: "They are fine" }, { trust: "best", reason: "They are fine" }]) {
    await expectRefusal("invalid_input", 400, path(ann.id), { method: "POST", cookie, json });
  }
  const call = { method: "POST", cookie, json: { trust: "known", reason: "They are fine" } };
  await expectRefusal("not_found", 404, path(newId()), call);
  expect(await fetchLevel(ann.id)).toEqual({ level: "new", set: null });
});

it("lowering a member's level ends their sessions", async () => {
  const ann = await someoneSignedIn("Ann");
  await setTrust(ann.id, "known");
  expect((await request("/user/trust", { cookie: ann.cookie })).status).toBe(200);
  await setTrust(ann.id, "new");
  await expectRefusal("not_signed_in", 401, "/user/trust", { cookie: ann.cookie });
});

const trustOf = async (cookie: string) =>
  trustResponse.parse(await (await requestWithLevels("/user/trust", { cookie })).json()).trust;

it("a new member can see their limits and when they end", async () => {
  const ann = await someoneSignedIn("Ann");
  await env.DB.prepare("UPDATE users SET email_verified_at = NULL WHERE id = ?").bind(ann.id).run();
  expect(await trustOf(await renewSessionCookie(ann.cookie))).toEqual({
    level: "new",
    until: null,
    maximum: 5_000,
    auctionsPerDay: 20,
  });
  await env.DB.prepare("UPDATE users SET email_verified_at = 1, created_at = ? WHERE id = ?")
    .bind(Date.parse("2026-11-01T12:00:00Z"), ann.id)
    .run();
  vi.setSystemTime(Date.parse("2026-11-05T12:00:00Z"));
  const cookie = await aCookieFor(ann.id);
  expect(await trustOf(cookie)).toMatchObject({ until: "2026-11-08T12:00:00.000Z" });
  await setTrust(ann.id, "known");
  expect(await trustOf(await renewSessionCookie(cookie))).toBeNull();
});

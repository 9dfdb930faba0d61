import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";

import { invalidateLists } from "../catalogue/list-cache.ts";
import { auctionResponse } from "../contract/auction.ts";
import { journalResponse } from "../contract/journal.ts";
import { bindingWith, envWith, observedObject, observedRooms, requestWith } from "../testing/bindings.ts";
import { aPerson, newId } from "../testing/builders.ts";
import { anAdmin, someoneSignedIn } from "../testing/http.ts";
import { aListing, bid } from "../testing/selling.ts";

afterEach(() => vi.useRealTimers());

/** The Worker, with its calls to rooms. */
function observedWorker() {
  const { rooms, calls } = observedRooms();
  const bindings = envWith({ AUCTION_ROOM: rooms });
  const get = (path: string, cookie?: string) => requestWith(bindings, path, cookie === undefined ? {} : { cookie });
  return { bindings, calls, get };
}
const pagePath = (id: string) => `/auction/fetchSpecificAuction?auctionId=${id}`;
const detailsIn = async (response: Response) => auctionResponse.parse(await response.json()).auctionDetails;

it("visitors share one request to an auction's room for 100 ms", async () => {
  const { id } = await aListing();
  const { calls, get } = observedWorker();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  for (let visitor = 0; visitor < 20; visitor += 1) expect((await get(pagePath(id))).status).toBe(200);
  expect(calls).toEqual([["page"]]);
  vi.setSystemTime(Date.now() + 100);
  const { serverTime } = await detailsIn(await get(pagePath(id)));
  expect(calls).toHaveLength(2);
  vi.setSystemTime(Date.now() + 99);
  expect((await detailsIn(await get(pagePath(id)))).serverTime).toBe(serverTime + 99);
  expect(calls).toHaveLength(2);
});

it("an auction page shows bidders their bid right away despite the cached page", async () => {
  const { id } = await aListing();
  const bidder = await someoneSignedIn();
  const { get } = observedWorker();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  expect(await detailsIn(await get(pagePath(id)))).toMatchObject({ bidCount: 0 });
  expect(
    (await env.AUCTION_ROOM.getByName(id).placeBid({ actor: { ...aPerson(), id: bidder.id }, amountMinor: 10_000 })).ok,
  ).toBe(true);
  expect(await detailsIn(await get(pagePath(id), bidder.cookie))).toMatchObject({
    bidCount: 1,
    currentBid: 100,
  });
  // From then on every visitor sees it.
  expect(await detailsIn(await get(pagePath(id)))).toMatchObject({ bidCount: 1 });
});

it("an auction page is never cached past the start of the auction", async () => {
  const startsAt = Date.now() + 3_600_000;
  const { id } = await aListing({ startsAt: new Date(startsAt).toISOString() });
  const { get } = observedWorker();
  vi.useFakeTimers({ toFake: ["Date"], now: startsAt - 1 });
  expect(await detailsIn(await get(pagePath(id)))).toMatchObject({ status: "Upcoming" });
  vi.setSystemTime(startsAt);
  expect(await detailsIn(await get(pagePath(id)))).toMatchObject({ status: "Live" });
});

it("an auction page is never cached past the end of the auction", async () => {
  const endsAt = Date.now() + 3_600_000;
  const { id } = await aListing({ auctionDate: new Date(endsAt).toISOString() });
  const { get } = observedWorker();
  vi.useFakeTimers({ toFake: ["Date"], now: endsAt - 1 });
  expect(await detailsIn(await get(pagePath(id)))).toMatchObject({ status: "Live" });
  vi.setSystemTime(endsAt);
  expect(await detailsIn(await get(pagePath(id)))).toMatchObject({ status: "Expired" });
});

/** Rooms whose answers arrive after another listing has been changed here. */
function roomsDuringAChange() {
  let calls = 0;
  const getByName = (id: string) =>
    observedObject(env.AUCTION_ROOM.getByName(id), async (proceed) => {
      calls += 1;
      const answer = await proceed();
      invalidateLists();
      return answer;
    });
  return { bindings: envWith({ AUCTION_ROOM: bindingWith(env.AUCTION_ROOM, { getByName }) }), calls: () => calls };
}

it("a page requested before a change isn't cached after the change", async () => {
  const id = await aLongJournal();
  const { bindings, calls } = roomsDuringAChange();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  for (const path of [pagePath(id), `/auction/${id}/journal?after=0`]) {
    const callsBefore = calls();
    for (let count = 0; count < 2; count += 1) expect((await requestWith(bindings, path)).status).toBe(200);
    expect(calls() - callsBefore).toBe(2);
  }
});

/** An auction with two full pages of facts. */
async function aLongJournal(): Promise<string> {
  const { id } = await aListing();
  const room = env.AUCTION_ROOM.getByName(id);
  const actor = aPerson();
  for (let first = 0; first < 2_000; first += 500) {
    const bids = Array.from({ length: 500 }, (_, index) => 10_000 + 100 * (first + index));
    const placed = await Promise.all(bids.map((amountMinor) => room.placeBid({ actor, amountMinor })));
    expect(placed.every(({ ok }) => ok)).toBe(true);
  }
  return id;
}

it("full pages of a journal are read once, and its last page every time", async () => {
  const id = await aLongJournal();
  const { calls, get } = observedWorker();
  const read = async (after: number) =>
    journalResponse.parse(await (await get(`/auction/${id}/journal?after=${after}`)).json());
  const first = await read(0);
  expect([first.records.length, first.next]).toEqual([1_000, 1_000]);
  for (let reader = 0; reader < 5; reader += 1) expect(await read(0)).toEqual(first);
  expect(calls).toEqual([["journal", 0, undefined]]);
  expect((await read(1_000)).next).toBe(2_000);
  const last = await read(2_000);
  expect([last.records.length, last.next]).toEqual([1, null]);
  await bid(id, 10_000, (await someoneSignedIn()).cookie);
  expect((await read(2_000)).records).toHaveLength(2);
  expect(calls.map(([, after]) => after)).toEqual([0, 1_000, 2_000, 2_000]);
});

it("hiding an auction hides its cached journal from visitors, but not from admins", async () => {
  const id = await aLongJournal();
  const { bindings, get } = observedWorker();
  const path = `/auction/${id}/journal?after=0`;
  expect((await get(path)).status).toBe(200);
  const { cookie } = await anAdmin();
  const hideCall = { method: "POST", cookie, json: { reason: "A copy of another listing" } };
  expect((await requestWith(bindings, `/moderation/listings/${id}/hide`, hideCall)).status).toBe(200);
  expect((await get(path)).status).toBe(404);
  // An admin's page is never cached for anyone else.
  const { records } = journalResponse.parse(await (await get(path, cookie)).json());
  expect(records).toHaveLength(1_000);
  expect((await get(path)).status).toBe(404);
  expect((await get(pagePath(newId()))).status).toBe(404);
});

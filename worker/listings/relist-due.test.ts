import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { relistedResponse, savedAuctionResponse } from "../contract/auction.ts";
import { doneResponse } from "../contract/fields.ts";
import { journalResponse } from "../contract/journal.ts";
import { notificationsResponse } from "../contract/notification.ts";
import { relistPlanResponse } from "../contract/relist-plan.ts";
import { sweep } from "../sweep/sweep.ts";
import { bindingWith, disconnectedObjects, failingDatabase } from "../testing/bindings.ts";
import { DAY_MS } from "../testing/builders.ts";
import { aCategory } from "../testing/catalogue.ts";
import { aCookieFor, requestJson, request, someoneSignedIn } from "../testing/http.ts";
import { aFile, aPng } from "../testing/images.ts";
import { runAfterTheEnd, aListing, bid, detailsOf } from "../testing/selling.ts";
import { relistDueListing } from "./relist-due.ts";

const MINUTE_MS = 60_000;

type Plan = { times: number; most: number; due_at: number | null };

async function planOf(id: string): Promise<Plan | null> {
  return env.DB.prepare("SELECT times, most, due_at FROM relist_plans WHERE auction_id = ?").bind(id).first<Plan>();
}
async function successorsOf(id: string): Promise<string[]> {
  const statement = env.DB.prepare(
    "SELECT new_id FROM relistings JOIN auctions ON id = new_id AND phase = 'open' WHERE old_id = ?",
  );
  return (await statement.bind(id).all<{ new_id: string }>()).results.map((row) => row.new_id);
}
async function countAuctions(sellerId: string): Promise<number> {
  const { results } = await env.DB.prepare("SELECT id FROM auctions WHERE seller_id = ?").bind(sellerId).all();
  return results.length;
}
/** Waits until the room has closed an auction that is over, and D1 has recorded that. */
async function waitUntilClosed(id: string): Promise<void> {
  await detailsOf(id);
  const readClosedAt = () => env.DB.prepare("SELECT closed_at FROM auctions WHERE id = ?").bind(id).first("closed_at");
  await vi.waitFor(async () => expect(await readClosedAt()).not.toBeNull());
}
/** Relists an auction as its seller does, to end in a week. */
async function relistByHand(id: string, sellerId: string) {
  const json = { auctionEndTime: new Date(Date.now() + 7 * DAY_MS).toISOString() };
  const call = { method: "POST", cookie: await aCookieFor(sellerId, Date.now()), json };
  return (await requestJson(savedAuctionResponse, `/auction/${id}/relist`, call)).auction._id;
}
async function relistedNotices(cookie: string) {
  const { data } = await requestJson(notificationsResponse, "/auction/notifications", { cookie });
  return data.filter(({ kind }) => kind === "relisted");
}

it("relisting creates a new auction with the same terms and one fewer relisting", async () => {
  const change = { relistTimes: "2", increments: "tiered", softClose: "off", startingPrice: "250" };
  const { id, auction, seller } = await aListing(change, { image: aFile(aPng({ shade: 25 })) });
  expect(await planOf(id)).toEqual({ times: 2, most: 3, due_at: null });
  await runAfterTheEnd(async () => {
    await waitUntilClosed(id);
    await sweep(env, Date.now());
    const [next = ""] = await successorsOf(id);
    const shown = await detailsOf(next);
    const { title, description, startingPrice, category } = auction;
    expect(shown).toMatchObject({ title, description, startingPrice, category, status: "Live", relistOf: id });
    expect(shown.pictures[0]?.url).toContain(next);
    const imageResponse = await request(shown.pictures[0]?.url.replace("/api/v1", "") ?? "");
    expect(imageResponse.status).toBe(200);
    await imageResponse.arrayBuffer();
    const durationOf = (listing: { auctionEndTime: string; createdAt: string }) =>
      Date.parse(listing.auctionEndTime) - Date.parse(listing.createdAt);
    expect(Math.abs(durationOf(shown) - durationOf(auction))).toBeLessThan(MINUTE_MS);
    const { records } = await requestJson(journalResponse, `/auction/${next}/journal`);
    const terms = { increments: "tiered", softCloseMs: 0, relistOf: id, relistedByItself: true };
    expect(records[0]?.fact).toMatchObject({ type: "opened", terms });
    expect((await requestJson(relistedResponse, `/auction/${id}/relisted`)).relistedAs).toEqual({ _id: next, title });
    expect(await planOf(next)).toEqual({ times: 1, most: 1, due_at: null });
    expect(await planOf(id)).toMatchObject({ due_at: null });
    // Its seller is notified once, with a link to the new auction.
    const cookie = await aCookieFor(seller.id, Date.now());
    await vi.waitFor(async () => {
      const message = `"${title}" was listed again`;
      expect(await relistedNotices(cookie)).toMatchObject([{ auctionId: next, message }]);
    });
  });
});

it("an auction relists itself at most three times", async () => {
  const { id, seller } = await aListing({ relistTimes: "3" });
  const chain = [id];
  await runAfterTheEnd(async () => {
    for (let round = 0; round < 6; round += 1) {
      const last = chain.at(-1) ?? "";
      await waitUntilClosed(last);
      for (let run = 0; run < 2; run += 1) await relistDueListing(env, last);
      chain.push(...(await successorsOf(last)));
      vi.setSystemTime(Date.now() + 4 * DAY_MS);
    }
    expect(chain).toHaveLength(4);
    expect(await countAuctions(seller.id)).toBe(4);
  });
});

it("an auction is relisted once, even if several sweeps and its seller try at once", async () => {
  const { id, seller } = await aListing({ relistTimes: "1" });
  await runAfterTheEnd(async () => {
    await waitUntilClosed(id);
    const cookie = await aCookieFor(seller.id, Date.now());
    const auctionEndTime = new Date(Date.now() + 7 * DAY_MS).toISOString();
    const manualRelisting = request(`/auction/${id}/relist`, { method: "POST", cookie, json: { auctionEndTime } });
    await Promise.all([
      relistDueListing(env, id),
      relistDueListing(env, id),
      manualRelisting,
      relistDueListing(env, id),
    ]);
    expect([201, 409]).toContain((await manualRelisting).status);
    expect(await successorsOf(id)).toHaveLength(1);
    expect(await countAuctions(seller.id)).toBe(2);
  });
});

it("an auction doesn't relist itself after its seller has relisted it", async () => {
  const { id, seller } = await aListing({ relistTimes: "2" });
  await runAfterTheEnd(async () => {
    await waitUntilClosed(id);
    const next = await relistByHand(id, seller.id);
    expect(await planOf(next)).toEqual({ times: 1, most: 3, due_at: null });
    await relistDueListing(env, id);
    expect(await planOf(id)).toMatchObject({ due_at: null });
    // If it is due again, that is no reason for a warning.
    await makeDue(id);
    expect(await warningsOf(id)).toEqual([]);
    expect(await successorsOf(id)).toEqual([next]);
    expect(await countAuctions(seller.id)).toBe(2);
    expect(await planOf(id)).toMatchObject({ due_at: null });
    expect(await relistedNotices(await aCookieFor(seller.id, Date.now()))).toEqual([]);
  });
});

it("relisting by hand isn't recorded as automatic after an automatic relisting", async () => {
  const { id, seller } = await aListing({ relistTimes: "1" });
  await runAfterTheEnd(async () => {
    await waitUntilClosed(id);
    await relistDueListing(env, id);
    const [second = ""] = await successorsOf(id);
    vi.setSystemTime(Date.now() + 4 * DAY_MS);
    await waitUntilClosed(second);
    const third = await relistByHand(second, seller.id);
    const { records } = await requestJson(journalResponse, `/auction/${third}/journal`);
    expect(records[0]).toHaveProperty("fact.terms.relistOf", second);
    expect(records[0]).not.toHaveProperty("fact.terms.relistedByItself");
  });
});

it.each([
  ["D1 fails before doing its work", false],
  ["D1's response is lost", true],
])("an auction relists itself and notifies its seller once if %s", async (_, isDone) => {
  let failures = 0;
  for (let nth = 1; ; nth += 1) {
    const { id, seller } = await aListing({ relistTimes: "2" });
    const { database, hasFailed } = failingDatabase(nth, isDone);
    await runAfterTheEnd(async () => {
      await waitUntilClosed(id);
      const failed = await relistDueListing({ ...env, DB: database }, id).then(
        () => false,
        () => true,
      );
      expect(failed).toBe(hasFailed());
      vi.setSystemTime(Date.now() + MINUTE_MS);
      await relistDueListing(env, id);
      const [next = "", ...otherIds] = await successorsOf(id);
      expect(next).not.toBe("");
      expect(otherIds).toEqual([]);
      expect(await countAuctions(seller.id)).toBe(2);
      expect(await planOf(next)).toEqual({ times: 1, most: 1, due_at: null });
      expect(await planOf(id)).toMatchObject({ due_at: null });
      const cookie = await aCookieFor(seller.id, Date.now());
      await vi.waitFor(async () => expect(await relistedNotices(cookie)).toHaveLength(1));
    });
    if (!hasFailed()) break;
    failures += 1;
  }
  expect(failures).toBe(7);
});

it("an auction relists itself once even if its new room's answer is lost", async () => {
  const { id, seller } = await aListing({ relistTimes: "1" });
  await runAfterTheEnd(async () => {
    await waitUntilClosed(id);
    const disconnectedRooms = disconnectedObjects(env.AUCTION_ROOM, "Network connection lost.");
    const getByName = (roomId: string) => (roomId === id ? roomOf(roomId) : disconnectedRooms.getByName(roomId));
    const rooms = bindingWith(env.AUCTION_ROOM, { getByName });
    await expect(relistDueListing({ ...env, AUCTION_ROOM: rooms }, id)).rejects.toThrow("Network connection lost.");
    vi.setSystemTime(Date.now() + MINUTE_MS);
    await relistDueListing(env, id);
    expect(await successorsOf(id)).toHaveLength(1);
    expect(await countAuctions(seller.id)).toBe(2);
    expect(await planOf(id)).toMatchObject({ due_at: null });
  });
});

type Case = [name: string, meanwhile: (id: string, seller: { id: string; cookie: string }) => Promise<unknown>];

const SUSPEND_SQL = "UPDATE users SET suspended_at = 1 WHERE id = ?";
const DELETE_SQL = "DELETE FROM users WHERE id = ?";
const runSql = (statement: string, id: string) => env.DB.prepare(statement).bind(id).run();
const roomOf = (id: string) => env.AUCTION_ROOM.getByName(id);

it.each<Case>([
  ["whose seller has turned relisting off", (id, { cookie }) => chooseRelistTimes(id, cookie, 0)],
  ["that was sold", async (id) => bid(id, 100, (await someoneSignedIn()).cookie)],
  ["that was deleted", (id, { cookie }) => remove(id, cookie)],
  ["that is hidden", (id) => roomOf(id).setHidden("A copy")],
  [
    "that was hidden and is shown again",
    async (id) => [await roomOf(id).setHidden("A"), await roomOf(id).setHidden(null)],
  ],
  ["that was voided", (id) => roomOf(id).voidAuction("A copy")],
  ["whose seller is suspended", (_, seller) => runSql(SUSPEND_SQL, seller.id)],
  ["whose seller deletes their account", (_, seller) => runSql(DELETE_SQL, seller.id)],
])("an auction %s doesn't relist itself", async (_, meanwhile) => {
  const { id, seller } = await aListing({ relistTimes: "2" });
  await meanwhile(id, seller);
  await runAfterTheEnd(async () => {
    await request(`/auction/fetchSpecificAuction?auctionId=${id}`);
    await roomOf(id).reconcile();
    await relistDueListing(env, id);
    await relistDueListing(env, id);
    expect(await successorsOf(id)).toEqual([]);
    expect(await countAuctions(seller.id)).toBe(1);
    expect((await planOf(id))?.due_at ?? null).toBeNull();
  });
});

it("an auction that is hidden after its end doesn't relist itself", async () => {
  const { id, seller } = await aListing({ relistTimes: "2" });
  await runAfterTheEnd(async () => {
    await waitUntilClosed(id);
    expect(await planOf(id)).toMatchObject({ due_at: expect.any(Number) });
    await roomOf(id).setHidden("A copy");
    await relistDueListing(env, id);
    await roomOf(id).setHidden(null);
    await relistDueListing(env, id);
    expect(await countAuctions(seller.id)).toBe(1);
  });
});

it("an auction isn't relisted if its seller turns relisting off during an outage", async () => {
  const { id, seller } = await aListing({ relistTimes: "2" });
  await runAfterTheEnd(async () => {
    await waitUntilClosed(id);
    const unreachable = { open: () => Promise.reject(new Error("unreachable")) };
    const getByName = (roomId: string) => (roomId === id ? roomOf(roomId) : unreachable);
    const rooms = bindingWith(env.AUCTION_ROOM, { getByName });
    await expect(relistDueListing({ ...env, AUCTION_ROOM: rooms }, id)).rejects.toThrow("unreachable");
    await chooseRelistTimes(id, await aCookieFor(seller.id, Date.now()), 0);
    await relistDueListing(env, id);
    expect(await successorsOf(id)).toEqual([]);
    expect(await planOf(id)).toMatchObject({ due_at: null });
  });
});

it("an auction whose category is gone doesn't relist itself, and the log says why", async () => {
  const category = await aCategory();
  const { id } = await aListing({ category, relistTimes: "2" });
  await env.DB.prepare("UPDATE categories SET hidden_at = 1 WHERE id = ?").bind(category).run();
  const warnSpy = vi.spyOn(console, "warn");
  await runAfterTheEnd(async () => {
    await waitUntilClosed(id);
    await relistDueListing(env, id);
    expect(await successorsOf(id)).toEqual([]);
    expect(await planOf(id)).toMatchObject({ due_at: null });
  });
  const event = JSON.stringify({ event: "relisting_refused", auction: id, code: "category_unknown" });
  expect(warnSpy).toHaveBeenCalledWith(event);
  warnSpy.mockRestore();
});

it.each([
  ["relists itself after an outage of two days", 0, 2],
  ["doesn't relist itself after an outage of more than two days", 1, 1],
])("an auction %s", async (_, longerMs, count) => {
  const { id, seller } = await aListing({ relistTimes: "2" });
  await runAfterTheEnd(async () => {
    await waitUntilClosed(id);
    vi.setSystemTime(((await planOf(id))?.due_at ?? 0) + 2 * DAY_MS + longerMs);
    await relistDueListing(env, id);
    expect(await countAuctions(seller.id)).toBe(count);
    expect(await planOf(id)).toMatchObject({ due_at: null });
  });
});

/** The warnings from one attempt to relist an auction. */
async function warningsOf(id: string): Promise<unknown[]> {
  const warnSpy = vi.spyOn(console, "warn").mockReturnValue();
  await relistDueListing(env, id);
  const logged: unknown[] = warnSpy.mock.calls.map(([line]) => JSON.parse(String(line)));
  warnSpy.mockRestore();
  return logged;
}
const makeDue = (id: string) =>
  runSql(`UPDATE relist_plans SET due_at = ${Date.now()}, times = 1 WHERE auction_id = ?`, id);

it("a refused automatic relisting logs no warning if the auction hasn't expired", async () => {
  const { id } = await aListing({ relistTimes: "1" });
  await makeDue(id);
  expect(await warningsOf(id)).toEqual([]);
  expect(await successorsOf(id)).toEqual([]);
  expect(await planOf(id)).toMatchObject({ due_at: null });
});

it("a relisted auction keeps its currency even if the site's currency changes", async () => {
  const { id } = await aListing({ relistTimes: "1", startingPrice: "250" });
  await runAfterTheEnd(async () => {
    await waitUntilClosed(id);
    await relistDueListing({ ...env, CURRENCY: "EUR" }, id);
    const [next = ""] = await successorsOf(id);
    expect(await detailsOf(next)).toMatchObject({ currency: "USD", startingPrice: 250 });
  });
});

it("a reserve stays hidden in a relisted auction", async () => {
  const { id } = await aListing({ relistTimes: "1", reservePrice: "777.77" });
  await runAfterTheEnd(async () => {
    await waitUntilClosed(id);
    await relistDueListing(env, id);
    const [next = ""] = await successorsOf(id);
    const page = await request(`/auction/fetchSpecificAuction?auctionId=${next}`);
    const journal = await request(`/auction/${next}/journal`);
    const bodies = `${await page.text()}${await journal.text()}`;
    expect(bodies).toContain(next);
    expect(bodies).not.toMatch(/777\.?77/);
    expect((await detailsOf(next)).reserveMet).toBe(false);
  });
});

async function chooseRelistTimes(id: string, cookie: string, times: number) {
  return requestJson(relistPlanResponse, `/auction/${id}/relist-plan`, { method: "PUT", cookie, json: { times } });
}
async function remove(id: string, cookie: string) {
  return requestJson(doneResponse, `/auction/deleteAuction/${id}`, { method: "DELETE", cookie });
}

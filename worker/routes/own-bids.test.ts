/**
 * A person's own bids include every acknowledged bid, although rooms write to D1 a little later. These tests don't
 * wait. The first read after the acknowledgment must include the bid.
 */
import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";

import { filterRunningAuctionIds } from "../activity/joined-auctions.ts";
import { historyResponse, profileResponse, winningsResponse } from "../contract/account.ts";
import { editBidResponse, placeBidResponse } from "../contract/bid.ts";
import { joinedResponse } from "../contract/joined-auction.ts";
import { openDatabase } from "../db/database.ts";
import { Inbox } from "../inbox/inbox.ts";
import { AuctionRoom } from "../room/auction-room.ts";
import { newId } from "../testing/builders.ts";
import { insertAuction } from "../testing/catalogue.ts";
import { aCookieFor, requestJson, request, someoneSignedIn } from "../testing/http.ts";
import { exportOf } from "../testing/passwords.ts";
import { runAfterTheEnd, aListing, placeBidCall } from "../testing/selling.ts";
import { watchAuction } from "../testing/sockets.ts";
import { standIn } from "../testing/stand-in.ts";

afterEach(() => vi.restoreAllMocks());

async function someone() {
  const { id, cookie } = await someoneSignedIn();
  return {
    id,
    cookie,
    place: async (auctionId: string, amount: number) =>
      (await requestJson(placeBidResponse, "/bid/placeBid", placeBidCall(auctionId, amount, cookie))).newBid,
    history: async () =>
      (await requestJson(historyResponse, "/user/history", { cookie })).history.map(({ auctionId, amount, status }) => [
        auctionId,
        amount,
        status,
      ]),
    joined: async () =>
      (await requestJson(joinedResponse, "/user/bids", { cookie })).auctions.map(({ _id, ownBid, leads }) => [
        _id,
        ownBid,
        leads,
      ]),
    profile: async () => (await requestJson(profileResponse, "/user/profile", { cookie })).data,
  };
}

it("your own bids are in the history, My Bids and profile once acknowledged", async () => {
  const [first, second] = [await aListing(), await aListing()];
  const ann = await someone();
  await ann.place(first.id, 100);
  expect(await ann.history()).toEqual([[first.id, 100, "active"]]);
  await ann.place(second.id, 120);
  expect(await ann.joined()).toEqual(
    expect.arrayContaining([
      [first.id, 100, true],
      [second.id, 120, true],
    ]),
  );
  await ann.place(first.id, 130);
  const { statistics, recentActivity } = await ann.profile();
  expect([statistics.totalBids, recentActivity[0]?.amount]).toEqual([3, 130]);
});

it("your own bids no longer lead once another person's bid is acknowledged", async () => {
  const { id: auctionId } = await aListing();
  const [ann, bob] = [await someone(), await someone()];
  await ann.place(auctionId, 100);
  expect(await ann.joined()).toEqual([[auctionId, 100, true]]);
  await bob.place(auctionId, 150);
  expect(await ann.joined()).toEqual([[auctionId, 100, false]]);
});

it("your own bids show right away when they are placed, raised or withdrawn", async () => {
  const { id: auctionId } = await aListing();
  const ann = await someone();
  const bob = await someone();
  const { socket, placeBid } = await watchAuction(auctionId, { cookie: ann.cookie });
  await placeBid(100);
  expect(await ann.joined()).toEqual([[auctionId, 100, true]]);
  const { _id: bidId } = await bob.place(auctionId, 110);
  expect(await bob.joined()).toEqual([[auctionId, 110, true]]);
  await ann.place(auctionId, 120);
  const raise = { method: "PUT", cookie: bob.cookie, json: { bidAmount: 150 } };
  await requestJson(editBidResponse, `/bid/editBid/${bidId}`, raise);
  expect(await bob.joined()).toEqual([[auctionId, 150, true]]);
  await request(`/bid/deleteBid/${bidId}`, { method: "DELETE", cookie: bob.cookie });
  expect(await bob.joined()).toEqual([]);
  socket.close();
});

it("your data export includes your own bids", async () => {
  const { id: auctionId } = await aListing();
  const ann = await someone();
  await ann.place(auctionId, 100);
  expect((await exportOf(ann)).bids).toMatchObject([{ auctionId, amount: 100 }]);
});

it("your leading bid counts as won once the auction ends, even before its alarm runs", async () => {
  const { id: auctionId } = await aListing();
  const ann = await someone();
  await ann.place(auctionId, 100);
  await runAfterTheEnd(async () => {
    const cookie = await aCookieFor(ann.id);
    const { winnings } = await requestJson(winningsResponse, "/user/winnings", { cookie });
    expect(winnings).toMatchObject([{ id: auctionId }]);
  });
});

it("your own bids are marked stale if a room doesn't deliver or answer", async () => {
  const { id: auctionId } = await aListing();
  const ann = await someone();
  await ann.place(auctionId, 100);
  const warning = async () => (await request("/user/bids", { cookie: ann.cookie })).headers.get("warning");
  const deliverOwnSpy = vi.spyOn(AuctionRoom.prototype, "deliverOwnBids");
  deliverOwnSpy.mockResolvedValue(false);
  expect(await warning()).toContain("Stale");
  deliverOwnSpy.mockRejectedValue(new Error("the room is down"));
  expect(await warning()).toContain("Stale");
  deliverOwnSpy.mockRestore();
  expect(await warning()).toBeNull();
});

it("your own bids are marked stale if more than 100 rooms may have newer ones", async () => {
  const ann = await someone();
  const warning = async () => (await request("/user/bids", { cookie: ann.cookie })).headers.get("warning");
  const newestAuctionsSpy = vi.spyOn(Inbox.prototype, "newestAuctionIds");
  // On a busy machine, a hundred real rooms take longer to open than the request waits for them.
  const deliverOwnSpy = vi.fn<() => Promise<boolean>>(async () => true);
  vi.spyOn(env.AUCTION_ROOM, "getByName").mockReturnValue(standIn({ deliverOwnBids: deliverOwnSpy }));
  newestAuctionsSpy.mockResolvedValue(Array.from({ length: 100 }, () => newId()));
  expect(await warning()).toBeNull();
  newestAuctionsSpy.mockResolvedValue(Array.from({ length: 101 }, () => newId()));
  expect(await warning()).toContain("Stale");
  expect(deliverOwnSpy).toHaveBeenCalledTimes(200);
});

it("your own bids are requested only from others' running auctions, in order", async () => {
  const personId = newId();
  const [open, ownAuction, closed, hidden, voided] = await Promise.all([
    insertAuction(),
    insertAuction({ sellerId: personId }),
    insertAuction({ phase: "closed" }),
    insertAuction({ phase: "hidden" }),
    insertAuction({ phase: "voided" }),
  ]);
  const ended = await insertAuction({ endsAt: Date.now() - 1 });
  const unknownId = newId();
  const auctionIds = [unknownId, ownAuction.id, ended.id, closed.id, hidden.id, voided.id, open.id];
  const findRunning = (limit: number) => filterRunningAuctionIds(openDatabase(env.DB), personId, auctionIds, limit);
  expect(await findRunning(100)).toEqual([unknownId, ended.id, hidden.id, open.id]);
  expect(await findRunning(2)).toEqual([unknownId, ended.id]);
});

it("a room with no newer bids from you answers without calling D1", async () => {
  const { id: auctionId } = await aListing();
  const ann = await someone();
  await ann.place(auctionId, 100);
  await ann.joined();
  const batches = vi.spyOn(env.DB, "batch");
  expect(await env.AUCTION_ROOM.getByName(auctionId).deliverOwnBids(ann.id)).toBe(true);
  expect(batches).not.toHaveBeenCalled();
});

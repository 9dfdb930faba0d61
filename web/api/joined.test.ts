import { QueryClient } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";

import { pageNow } from "../browser/page-clock.ts";
import { listedAuction, standing } from "../testing/auctions.ts";
import { joinedAuction, personalStanding } from "../testing/joined.ts";
import {
  joinedQuery,
  mergeJoined,
  recordOwnBid,
  updateJoinedStanding,
  refetchJoinedSoon,
  type JoinedAuctionEntry,
} from "./joined.ts";
import { queryKeys } from "./query-keys.ts";

function clientWith(...known: JoinedAuctionEntry[]): QueryClient {
  const client = new QueryClient();
  client.setQueryData(joinedQuery.queryKey, known);
  return client;
}
const joinedIn = (client: QueryClient) => client.getQueryData(joinedQuery.queryKey);

it("the list of your bids keeps the newer of a fetched and a live standing", () => {
  const client = clientWith(joinedAuction("a", { seq: 5 }), joinedAuction("b"));
  const live = personalStanding({ currentBid: 200, leads: true, seq: 8 });
  expect(updateJoinedStanding(client, "a", live)).toBe(true);
  expect(joinedIn(client)).toEqual([joinedAuction("a", live), joinedAuction("b")]);
  // An older standing that arrives later changes nothing.
  expect(updateJoinedStanding(client, "a", personalStanding({ seq: 7 }))).toBe(true);
  expect(joinedIn(client)).toEqual([joinedAuction("a", live), joinedAuction("b")]);
  const [fetched, newer] = [joinedAuction("a", { seq: 7 }), joinedAuction("a", { seq: 9 })];
  expect(mergeJoined(joinedIn(client) ?? [], [fetched], 0)).toEqual([joinedAuction("a", live)]);
  expect(mergeJoined(joinedIn(client) ?? [], [newer], 0)).toEqual([newer]);
});

it("the list of your bids ignores a live update for an auction that isn't in it yet", () => {
  expect(updateJoinedStanding(clientWith(joinedAuction("b")), "a", personalStanding())).toBe(false);
  expect(updateJoinedStanding(new QueryClient(), "a", personalStanding())).toBe(false);
});

it("the response to a bid updates the standing right away but never lowers your bid", () => {
  const client = clientWith(joinedAuction("a", { ownBid: 120 }));
  const item = listedAuction("a");
  recordOwnBid(client, item, { amount: 200, standing: standing(200, 3), seq: 8, leads: true });
  recordOwnBid(client, item, { amount: 180, standing: standing(180, 3), seq: 6, leads: true });
  expect(joinedIn(client)).toEqual([
    expect.objectContaining({ _id: "a", currentBid: 200, ownBid: 200, leads: true, seq: 8 }),
  ]);
});

it("the list of your bids keeps a first bid missing from D1 for at most ten seconds", () => {
  const client = clientWith();
  recordOwnBid(client, listedAuction("a"), { amount: 100, standing: standing(100, 1), seq: 2, leads: true });
  const known = joinedIn(client) ?? [];
  expect(known).toHaveLength(1);
  const bidAt = known[0]?.bidAt ?? 0;
  expect(mergeJoined(known, [], bidAt + 9_999)).toEqual(known);
  expect(mergeJoined(known, [], bidAt + 10_000)).toEqual([]);
});

it("taking the lead refetches an outbid notification that's still unread", () => {
  const clientWithBell = (...unread: string[]) => {
    const client = clientWith(joinedAuction("a"));
    const list = unread.map((auctionId) => ({ auctionId, isRead: false }));
    client.setQueryData(queryKeys.notifications, { list, unread: list.length });
    return client;
  };
  const isInvalidated = (client: QueryClient, leads: boolean) => {
    recordOwnBid(client, listedAuction("a"), { amount: 200, standing: standing(200, 3), seq: 8, leads });
    return client.getQueryState(queryKeys.notifications)?.isInvalidated;
  };
  expect(isInvalidated(clientWithBell("a", "b"), true)).toBe(true);
  expect(isInvalidated(clientWithBell("a"), false)).toBe(false);
  expect(isInvalidated(clientWithBell("b"), true)).toBe(false);
});

it("the page refetches the list of your bids soon after you withdraw one", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const client = clientWith(joinedAuction("a"));
  const isInvalidated = () => client.getQueryState(joinedQuery.queryKey)?.isInvalidated;
  refetchJoinedSoon(client, "a");
  expect(isInvalidated()).toBe(false);
  vi.advanceTimersByTime(2_500);
  expect(isInvalidated()).toBe(true);
});

it("the list of your bids drops a first bid that you withdraw right away", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const client = clientWith(joinedAuction("b"));
  recordOwnBid(client, listedAuction("a"), { amount: 100, standing: standing(100, 1), seq: 2, leads: true });
  refetchJoinedSoon(client, "a");
  expect(mergeJoined(joinedIn(client) ?? [], [joinedAuction("b")], pageNow())).toEqual([joinedAuction("b")]);
});

it("the page leaves the list of your bids alone until it's first fetched", () => {
  const client = new QueryClient();
  recordOwnBid(client, listedAuction("a"), { amount: 100, standing: standing(100, 1), seq: 2, leads: true });
  expect(joinedIn(client)).toBeUndefined();
});

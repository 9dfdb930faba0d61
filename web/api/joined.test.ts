import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";

import { listedAuction, standing } from "../testing/auctions.ts";
import { joinedAuction, personalStanding } from "../testing/joined.ts";
import { joinedQuery, merged, noteOwnBid, noteStanding, refetchJoinedSoon, type Joined } from "./joined.ts";

function clientWith(...known: Joined[]): QueryClient {
  const client = new QueryClient();
  client.setQueryData(joinedQuery.queryKey, known);
  return client;
}
const joinedIn = (client: QueryClient) => client.getQueryData(joinedQuery.queryKey);

describe("how the auctions of a person's bids stand", () => {
  it("is what the later fact says, whether it was fetched or arrived live", () => {
    const client = clientWith(joinedAuction("a", { seq: 5 }), joinedAuction("b"));
    const live = personalStanding({ currentBid: 200, leads: true, seq: 8 });
    expect(noteStanding(client, "a", live)).toBe(true);
    expect(joinedIn(client)).toEqual([joinedAuction("a", live), joinedAuction("b")]);
    // An older one that arrives later changes nothing.
    expect(noteStanding(client, "a", personalStanding({ seq: 7 }))).toBe(true);
    expect(joinedIn(client)).toEqual([joinedAuction("a", live), joinedAuction("b")]);
    const [fetched, newer] = [joinedAuction("a", { seq: 7 }), joinedAuction("a", { seq: 9 })];
    expect(merged(joinedIn(client) ?? [], [fetched], 0)).toEqual([joinedAuction("a", live)]);
    expect(merged(joinedIn(client) ?? [], [newer], 0)).toEqual([newer]);
  });

  it("is not known from a frame where the auction is not among them: it has to be fetched", () => {
    expect(noteStanding(clientWith(joinedAuction("b")), "a", personalStanding())).toBe(false);
    expect(noteStanding(new QueryClient(), "a", personalStanding())).toBe(false);
  });

  it("is at once what the room answers to an own bid, and the highest of the own bids stays", () => {
    const client = clientWith(joinedAuction("a", { ownBid: 120 }));
    const subject = listedAuction("a");
    noteOwnBid(client, subject, { amount: 200, standing: standing(200, 3), seq: 8, leads: true });
    noteOwnBid(client, subject, { amount: 180, standing: standing(180, 3), seq: 6, leads: true });
    expect(joinedIn(client)).toEqual([
      expect.objectContaining({ _id: "a", currentBid: 200, ownBid: 200, leads: true, seq: 8 }),
    ]);
  });

  it("of a first bid stays for ten seconds while D1 does not have it, and not longer", () => {
    const client = clientWith();
    noteOwnBid(client, listedAuction("a"), { amount: 100, standing: standing(100, 1), seq: 2, leads: true });
    const known = joinedIn(client) ?? [];
    expect(known).toHaveLength(1);
    const bidAt = known[0]?.bidAt ?? 0;
    expect(merged(known, [], bidAt + 9_999)).toEqual(known);
    expect(merged(known, [], bidAt + 10_000)).toEqual([]);
  });

  it("is fetched again a moment after an own bid was withdrawn", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const client = clientWith(joinedAuction("a"));
    const isOld = () => client.getQueryState(joinedQuery.queryKey)?.isInvalidated;
    refetchJoinedSoon(client);
    expect(isOld()).toBe(false);
    vi.advanceTimersByTime(2_500);
    expect(isOld()).toBe(true);
    vi.useRealTimers();
  });

  it("is left to the fetch before anything was fetched, and by answers that do not say which fact they are", () => {
    const client = new QueryClient();
    noteOwnBid(client, listedAuction("a"), { amount: 100, standing: standing(100, 1), seq: 2, leads: true });
    expect(joinedIn(client)).toBeUndefined();
    const fetched = clientWith();
    noteOwnBid(fetched, listedAuction("a"), { amount: 1, standing: standing(1, 1), seq: undefined, leads: undefined });
    expect(joinedIn(fetched)).toEqual([]);
  });
});

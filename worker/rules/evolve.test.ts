import { expect, it } from "vitest";

import { evolve, findBid } from "./auction.ts";
import { statusAt } from "./closing.ts";
import type { SequencedFact } from "./facts.ts";
import { anAuction, DAY_MS, openCommand, sequencedFactsOf, place, SELLER, T0, withBids } from "./testing/auctions.ts";

const BID = { bidId: "ann-10000", bidderId: "ann" };

function editOf(amountMinor: number, secret?: { maxMinor: number }): SequencedFact {
  const fact = { type: "bidEdited", ...BID, amountMinor, previousMinor: 100_00, outbidId: null } as const;
  return { seq: 3, at: T0 + 1, fact, ...(secret ? { secret } : {}) };
}

it("a journal that opens twice, starts late or has a gap is rejected", () => {
  const [opened] = sequencedFactsOf(null, openCommand(), T0);
  const [bid] = sequencedFactsOf(anAuction(), place("ann", 100_00), T0);
  if (!opened || !bid) throw new Error("nothing was recorded");
  expect(() => evolve(anAuction(), opened)).toThrow("an auction opens once");
  expect(() => evolve(null, bid)).toThrow("newBid before the auction opened");
  expect(() => evolve(anAuction(), { ...bid, seq: 3 })).toThrow("fact 3 follows fact 1");
});

it("a raised bid's maximum comes from the secret part, or else equals its amount", () => {
  const auction = withBids([["ann", 100_00]]);
  const raised = evolve(auction, editOf(120_00, { maxMinor: 300_00 }));
  expect(findBid(raised, BID.bidId)).toMatchObject({ amountMinor: 120_00, maxMinor: 300_00, edited: true });
  expect(findBid(evolve(auction, editOf(120_00)), BID.bidId)).toMatchObject({ maxMinor: 120_00 });
});

it("a public replay has no blocked people, so it blocks and unblocks no one", () => {
  const [opened] = sequencedFactsOf(null, { ...openCommand(), blocked: { personIds: ["ann"], salt: "salt" } }, T0);
  if (!opened) throw new Error("nothing was recorded");
  expect(evolve(null, opened).blocked).toEqual(["ann"]);
  expect(evolve(null, { ...opened, secret: {} }).blocked).toEqual([]);
  expect(evolve(null, { seq: 1, at: T0, fact: opened.fact }).blocked).toEqual([]);
  const auction = evolve(null, opened);
  for (const type of ["bidderBlocked", "bidderUnblocked"] as const) {
    for (const secret of [{}, undefined]) {
      const record = { seq: 2, at: T0, fact: { type }, ...(secret && { secret }) };
      expect(evolve(auction, record).blocked).toEqual(["ann"]);
    }
  }
});

it("a public replay shows that a listing is hidden, but not why", () => {
  const hidden = { seq: 2, at: T0, fact: { type: "hidden" } } as const;
  expect(evolve(anAuction(), { ...hidden, secret: { reason: "A copy" } }).hidden).toEqual({ reason: "A copy" });
  expect(evolve(anAuction(), { ...hidden, secret: {} }).hidden).toEqual({ reason: "" });
  expect(evolve(anAuction(), hidden).hidden).toEqual({ reason: "" });
});

it("in a public replay, each bid's maximum equals its amount", () => {
  const [bid] = sequencedFactsOf(anAuction(), place("ann", 100_00), T0);
  if (!bid) throw new Error("nothing was recorded");
  for (const secret of [{}, undefined]) {
    const { fact, seq, at } = bid;
    const placed = evolve(anAuction(), { fact, seq, at, ...(secret && { secret }) });
    expect(findBid(placed, BID.bidId)?.maxMinor).toBe(100_00);
    const raised = evolve(placed, { ...editOf(120_00), ...(secret && { secret }) });
    expect(findBid(raised, BID.bidId)?.maxMinor).toBe(120_00);
  }
});

it("a new event gets the clock's time, but never one before the last event", () => {
  expect(sequencedFactsOf(null, openCommand(), T0)).toMatchObject([{ seq: 1, at: T0 }]);
  const hiddenAuction = evolve(anAuction(), { seq: 2, at: T0 + 5, fact: { type: "hidden" } });
  expect(sequencedFactsOf(hiddenAuction, { type: "showListing" }, T0)).toMatchObject([{ seq: 3, at: T0 + 5 }]);
});

it.each(["cancelled", "removed"] as const)("an auction that is %s has no winner, even with bids", (type) => {
  const endedAuction = evolve(withBids([["ann", 100_00]]), { seq: 3, at: T0 + 1, fact: { type } });
  expect(endedAuction).toMatchObject({ phase: type, sellerId: SELLER, seq: 3 });
  expect([T0 + 2, T0 + 2 * DAY_MS].map((now) => statusAt(endedAuction, now))).toEqual(["Expired", "Expired"]);
});

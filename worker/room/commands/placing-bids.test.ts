import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";

import { standingBids } from "../../rules/auction.ts";
import { evolve, type Auction } from "../../rules/auction.ts";
import { aPerson, anAuction, anOpening, HOUR_MS, newId } from "../../testing/builders.ts";
import { parsePage } from "../../testing/parse-page.ts";

describe("placing bids", () => {
  it("a room answers an accepted bid with the bid and the auction's new state", async () => {
    const { room } = await anAuction();
    const ann = aPerson();
    const outcome = await room.placeBid({ actor: ann, amountMinor: 10_000 });
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        newBid: { amount: 100, bidder: { _id: ann.id, firstName: "Ann" } },
        auction: { currentBid: 100, minNextBid: 101, bidCount: 1, status: "Live" },
      },
    });
  });

  it("a room accepts exactly one of 100 concurrent bids of the same amount", async () => {
    const { id, room } = await anAuction();
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, () => room.placeBid({ actor: aPerson(), amountMinor: 15_000 })),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    const refusals = outcomes.filter((outcome) => !outcome.ok);
    expect(refusals).toHaveLength(99);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ ok: false, failure: { code: "bid_too_low", details: { minimum: 151 } } });
    }
    const journal = await room.journal();
    if (!journal.ok) throw new Error("the journal can be read");
    expect(journal.value.records.map((record) => record.seq)).toEqual([1, 2]);
    // Once everything is delivered, D1 equals the pure replay of the journal.
    const replay = journal.value.records.reduce<Auction | null>(
      (auction, { seq, at, fact }) => evolve(auction, { seq, at, fact }),
      null,
    );
    if (!replay) throw new Error("the journal opens an auction");
    await vi.waitFor(async () => {
      const row = await env.DB.prepare("SELECT seq, price_minor, bid_count, leader_id FROM auctions WHERE id = ?")
        .bind(id)
        .first();
      expect(row).toEqual({ seq: 2, price_minor: 15_000, bid_count: 1, leader_id: replay.top?.bid.bidderId });
      const bids = await env.DB.prepare("SELECT id, bidder_id, amount_minor FROM bids WHERE auction_id = ?")
        .bind(id)
        .all();
      expect(bids.results).toEqual(
        standingBids(replay).map((bid) => ({ id: bid.id, bidder_id: bid.bidderId, amount_minor: bid.amountMinor })),
      );
    });
  });

  it("bids that arrive together must each be higher than the previous one", async () => {
    const { room } = await anAuction();
    const amounts = [10_000, 10_100, 10_200, 10_250, 10_300];
    const outcomes = await Promise.all(amounts.map((amountMinor) => room.placeBid({ actor: aPerson(), amountMinor })));
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, true, true, false, true]);
  });

  it("T19: a room refuses the seller's own bid and bids before it is open", async () => {
    const { room, seller } = await anAuction();
    expect(await room.placeBid({ actor: seller, amountMinor: 20_000 })).toMatchObject({
      failure: { code: "own_auction" },
    });
    const nowhere = env.AUCTION_ROOM.getByName(newId());
    expect(await nowhere.placeBid({ actor: aPerson(), amountMinor: 20_000 })).toMatchObject({
      failure: { code: "auction_not_found" },
    });
  });

  it("a room answers a reused key with the first answer, even concurrently", async () => {
    const { room } = await anAuction();
    const actor = aPerson();
    const request = { actor, amountMinor: 12_000, key: newId() };
    const [first, second] = await Promise.all([room.placeBid(request), room.placeBid(request)]);
    expect(second).toEqual(first);
    await room.placeBid({ actor: aPerson(), amountMinor: 13_000 });
    expect(await room.placeBid(request)).toEqual(first);
    expect(await room.placeBid({ ...request, amountMinor: 14_000 })).toMatchObject({ failure: { code: "key_reused" } });
    expect(parsePage(await room.page())).toMatchObject({ bidCount: 2, currentBid: 130 });
  });

  it("a room extends the auction when a bid arrives in the soft-close window", async () => {
    const { room } = await anAuction({ endsAt: Date.now() + 30_000, softCloseMs: 120_000 });
    const before = Date.now();
    // The window is 10% of 30 s, which is 3 s. A bid 30 s before the end doesn't extend the auction.
    const early = await room.placeBid({ actor: aPerson(), amountMinor: 10_000 });
    expect(early).toMatchObject({ value: { auction: { extensions: 0 } } });
    vi.useFakeTimers({ toFake: ["Date"], now: before + 28_000 });
    try {
      const late = await room.placeBid({ actor: aPerson(), amountMinor: 11_000 });
      expect(late).toMatchObject({ value: { auction: { extensions: 1 } } });
    } finally {
      vi.useRealTimers();
    }
  });

  it("a room stays unopened if the rules refuse its auction", async () => {
    const opening = anOpening({ startingPriceMinor: 5_000, endsAt: Date.now() + HOUR_MS });
    const room = env.AUCTION_ROOM.getByName(opening.auctionId);
    expect(await room.open(opening)).toMatchObject({
      failure: { code: "starting_price_too_low", message: "Starting price must be at least $100" },
    });
    expect(await room.page()).toMatchObject({ failure: { code: "auction_not_found" } });
  });
});

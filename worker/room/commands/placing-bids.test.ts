import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";

import { standingBids } from "../../rules/auction.ts";
import { evolve, type Auction } from "../../rules/auction.ts";
import { aPerson, anAuction, HOUR_MS, newId } from "../../testing/builders.ts";
import { parsePage } from "../../testing/parse-page.ts";
import type { AuctionRoom } from "../auction-room.ts";

describe("placing bids", () => {
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

  it("T19: a room refuses its seller's bids, and all bids before it opens", async () => {
    const { room, seller } = await anAuction();
    expect(await room.placeBid({ actor: seller, amountMinor: 20_000 })).toMatchObject({
      failure: { code: "own_auction" },
    });
    const nowhere = env.AUCTION_ROOM.getByName(newId());
    expect(await nowhere.placeBid({ actor: aPerson(), amountMinor: 20_000 })).toMatchObject({
      failure: { code: "auction_not_found" },
    });
  });

  it.each([
    ["a suspension", (room: AuctionRoom, id: string) => room.voidBidsOf(id)],
    ["an account deletion", (room: AuctionRoom, id: string) => room.checkDeletion(id, Date.now() + HOUR_MS)],
  ])("T18: a bid that waits for its turn is refused after %s", async (_, suspend) => {
    const { room } = await anAuction();
    const ann = aPerson();
    const [placed] = await runInDurableObject(room, (instance: AuctionRoom) =>
      Promise.all([instance.placeBid({ actor: ann, amountMinor: 20_000 }), suspend(instance, ann.id)]),
    );
    expect(placed).toMatchObject({ failure: { code: "not_signed_in" } });
    expect(parsePage(await room.page())).toMatchObject({ bidCount: 0 });
  });
});

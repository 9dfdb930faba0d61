import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";

import { projectAuction } from "../../catalogue/projection.ts";
import { KEPT_NOTIFICATIONS, type Notice } from "../../contract/notification.ts";
import { migrate } from "../../platform/migrate.ts";
import { type Auction, leaderOf, minNextBid, priceOf } from "../../rules/auction.ts";
import { anOpening, aPerson, newId } from "../../testing/builders.ts";
import { Turns } from "../commands/turns.ts";
import * as wishes from "../commands/wishes.ts";
import type { Actor } from "../rpc.ts";
import { Alarm } from "../storage/alarm.ts";
import { Journal } from "../storage/journal.ts";
import { SCHEMA_STEPS } from "../storage/schema.ts";
import { Delivery, type Readers } from "./delivery.ts";
import { condense, noticesOf } from "./notices.ts";

const clock = () => Date.now();

type Delivered = Parameters<Readers["catalogue"]>;

/** A room's inside on storage of its own, with readers that the test controls. */
async function inside(
  readers: Readers,
  work: (room: { journal: Journal; turns: Turns; delivery: Delivery }) => Promise<void>,
) {
  await runInDurableObject(env.AUCTION_ROOM.getByName(newId()), async (_room, state) => {
    migrate(state.storage, SCHEMA_STEPS);
    const journal = new Journal(state.storage.sql);
    const setup = {
      storage: state.storage,
      journal,
      clock,
      alarm: new Alarm(state, clock),
      // Nothing here is refused because the machine is slow.
      bidLateMs: 600_000,
      currency: "USD",
      committed: () => {},
    };
    const turns = new Turns(setup);
    const delivery = new Delivery(readers, () => turns.here && { journal, ...turns.here });
    await work({ journal, turns, delivery });
    await state.storage.deleteAll();
  });
}

/** An auction with a life: `count` bids of a few people, some raised, some withdrawn. */
async function live(turns: Turns, bidders: readonly Actor[], count: number, meanwhile: () => Promise<void>) {
  const opening = anOpening();
  await turns.submit(wishes.open(opening));
  for (let index = 0; index < count; index += 1) {
    const actor = bidders[index % bidders.length] ?? aPerson();
    const amountMinor = 10_000 + index * 200;
    const outcome = await turns.submit(wishes.placeBid({ actor, amountMinor }, opening.auctionId));
    if (!outcome.ok) throw new Error(outcome.failure.message);
    const bidId = outcome.value.newBid._id;
    if (index % 7 === 3) await turns.submit(wishes.editBid({ actor, bidId, amountMinor: amountMinor + 100 }));
    if (index % 5 === 4) await turns.submit(wishes.withdrawBid({ actor, bidId }));
    await meanwhile();
  }
  return opening;
}

async function expectCatalogueEquals(auction: Auction, journal: Journal) {
  const row = await env.DB.prepare(
    "SELECT seq, price_minor, min_next_minor, bid_count, leader_id, phase FROM auctions WHERE id = ?",
  )
    .bind(auction.id)
    .first();
  expect(row).toEqual({
    seq: auction.seq,
    price_minor: priceOf(auction),
    min_next_minor: minNextBid(auction),
    bid_count: auction.bidCount,
    leader_id: leaderOf(auction)?.bidderId,
    phase: "open",
  });
  const { results } = await env.DB.prepare(
    "SELECT id, amount_minor AS amountMinor, edited, withdrawn, seq FROM bids WHERE auction_id = ? ORDER BY seq",
  )
    .bind(auction.id)
    .all();
  const bids = journal.bids.changed(0, auction.seq, 10_000);
  expect(results).toEqual(
    bids.map(({ id, amountMinor, edited, withdrawn, seq }) => ({
      id,
      amountMinor,
      edited: Number(edited),
      withdrawn: Number(withdrawn),
      seq,
    })),
  );
}

const unexpected: Readers["failed"] = (_reader, error) => {
  throw error;
};

const bidders = [aPerson("Ann"), aPerson("Bob"), aPerson("Cem")];

describe("delivery to D1", () => {
  it("leaves D1 equal to the room when deliveries arrive twice and in any order (invariant 8)", async () => {
    const deliveries: Delivered[] = [];
    const readers: Readers = {
      catalogue: async (...delivered) => {
        deliveries.push(delivered);
      },
      inbox: async () => {},
      failed: unexpected,
    };
    await inside(readers, async ({ journal, turns, delivery }) => {
      await live(turns, bidders, 30, () => delivery.run());
      expect(deliveries.length).toBeGreaterThan(20);
      const jumbled = [...deliveries, ...deliveries].toSorted(
        ([a], [b]) => ((a.seq * 7919) % 31) - ((b.seq * 7919) % 31),
      );
      for (const delivered of jumbled) await projectAuction(env.DB, ...delivered);
      const here = turns.here;
      if (!here) throw new Error("the auction is open");
      await expectCatalogueEquals(here.auction, journal);
    });
  });

  it("catches up after an outage, whether D1 failed before or after writing", async () => {
    let calls = 0;
    let failures = 0;
    const readers: Readers = {
      catalogue: async (...delivered) => {
        calls += 1;
        if (calls % 3 === 1) throw new Error("D1 is away");
        await projectAuction(env.DB, ...delivered);
        if (calls % 3 === 2) throw new Error("D1 wrote and went away");
      },
      inbox: async () => {},
      failed: () => {
        failures += 1;
      },
    };
    await inside(readers, async ({ journal, turns, delivery }) => {
      await live(turns, bidders, 30, () => delivery.run());
      while (delivery.isOwed()) await delivery.run();
      const here = turns.here;
      if (!here) throw new Error("the auction is open");
      expect(failures).toBeGreaterThan(10);
      await expectCatalogueEquals(here.auction, journal);
    });
  });

  it("does not bring back the bids of a removed auction with a late delivery", async () => {
    const deliveries: Delivered[] = [];
    const readers: Readers = {
      catalogue: async (...delivered) => {
        deliveries.push(delivered);
      },
      inbox: async () => {},
      failed: unexpected,
    };
    await inside(readers, async ({ turns, delivery }) => {
      const opening = await live(turns, bidders, 5, () => delivery.run());
      await turns.submit(wishes.deleteListing({ actor: opening.actor }));
      await delivery.run();
      for (const delivered of deliveries.toReversed()) await projectAuction(env.DB, ...delivered);
      const row = await env.DB.prepare("SELECT phase FROM auctions WHERE id = ?").bind(opening.auctionId).first();
      expect(row).toEqual({ phase: "cancelled" });
      const bids = await env.DB.prepare("SELECT id FROM bids WHERE auction_id = ?").bind(opening.auctionId).all();
      expect(bids.results).toEqual([]);
    });
  });
});

describe("delivery to the inboxes", () => {
  it("tells every fact exactly once although one delivery in ten fails before or after it arrived", async () => {
    const ann = aPerson("Ann");
    const bob = aPerson("Bob");
    const owed = new Map<string, Set<number>>();
    let calls = 0;
    let failures = 0;
    const note = (userId: string, notices: readonly Notice[]) => {
      const seqs = owed.get(userId) ?? new Set();
      for (const { seq, kind } of notices) if (kind === "newBid" || kind === "bidWithdrawn") seqs.add(seq);
      owed.set(userId, seqs);
    };
    const readers: Readers = {
      catalogue: async () => {},
      inbox: async (userId, notices) => {
        calls += 1;
        note(userId, notices);
        if (calls % 20 === 10) throw new Error("the inbox did not answer");
        await env.INBOX.getByName(userId).deliver(notices);
        if (calls % 20 === 0) throw new Error("the answer was lost");
      },
      failed: () => {
        failures += 1;
      },
    };
    await inside(readers, async ({ turns, delivery }) => {
      const opening = await live(turns, [ann, bob], 60, () => delivery.run());
      while (delivery.isOwed()) await delivery.run();
      expect(failures).toBeGreaterThan(5);
      const { notifications } = await env.INBOX.getByName(opening.actor.id).list();
      const told = notifications.map((notification) => notification._id).toSorted();
      const expected = Array.from(owed.get(opening.actor.id) ?? [], (seq) => `${opening.auctionId}-${seq}`).toSorted();
      expect(expected.length).toBeGreaterThan(60);
      expect(told).toEqual(expected);
      // A repeat of everything, also after the list was cleared, tells nothing again.
      await env.INBOX.getByName(opening.actor.id).clear();
      const all = expected.map((id) => Number(id.split("-")[1]));
      await env.INBOX.getByName(opening.actor.id).deliver(
        all.map((seq) => ({ auctionId: opening.auctionId, seq, kind: "newBid", message: "again", at: Date.now() })),
      );
      expect(await env.INBOX.getByName(opening.actor.id).list()).toEqual({ notifications: [], unread: 0 });
    });
  });
});

describe("a reader that never answers", () => {
  it("has failed after five seconds and is asked again", async () => {
    const failed: string[] = [];
    let silent = true;
    const readers: Readers = {
      catalogue: async () => {},
      inbox: () => (silent ? new Promise(() => {}) : Promise.resolve()),
      failed: (reader) => failed.push(reader),
    };
    await inside(readers, async ({ turns, delivery }) => {
      await live(turns, bidders, 1, async () => {});
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      try {
        const running = delivery.run();
        await vi.advanceTimersByTimeAsync(5_000);
        await running;
      } finally {
        vi.useRealTimers();
      }
      expect(failed).toEqual(["inboxes"]);
      silent = false;
      await delivery.run();
      expect(delivery.isOwed()).toBe(false);
    });
  });
});

describe("of a flood of bids", () => {
  it("nothing is left out that an inbox would keep", async () => {
    const told = new Map<string, number[]>();
    const readers: Readers = {
      catalogue: async () => {},
      inbox: async (userId, notices) => {
        told.set(
          userId,
          notices.map(({ seq }) => seq),
        );
      },
      failed: unexpected,
    };
    await inside(readers, async ({ journal, turns, delivery }) => {
      await live(turns, bidders, 300, async () => {});
      const { here } = turns;
      if (!here) throw new Error("the auction is open");
      await delivery.run();
      const all = journal.since(0, 10_000).flatMap((record) => noticesOf(record, here.auction, () => []));
      const kept = Map.groupBy(condense(all), ({ recipientId }) => recipientId);
      const expected = Array.from(kept, ([id, ones]) => [id, ones.map(({ notice }) => notice.seq)] as const);
      expect(told).toEqual(new Map(expected));
      expect(told.get(here.auction.sellerId)).toHaveLength(KEPT_NOTIFICATIONS);
    });
  });
});

describe("a turn with more bids than one delivery carries", () => {
  it("is delivered to its last bid, and told to its last fact", async () => {
    const written = new Set<string>();
    const told = new Set<number>();
    const readers: Readers = {
      catalogue: async (_auction, bids) => {
        for (const { id } of bids) written.add(id);
      },
      inbox: async (_userId, notices) => {
        for (const { seq } of notices) told.add(seq);
      },
      failed: unexpected,
    };
    await inside(readers, async ({ turns, journal, delivery }) => {
      const opening = anOpening();
      await turns.submit(wishes.open(opening));
      const actor = aPerson();
      const bids = Array.from({ length: 20_100 }, (_, index) =>
        turns.submit(wishes.placeBid({ actor, amountMinor: 10_000 + index * 100 }, opening.auctionId)),
      );
      const outcomes = await Promise.all(bids);
      expect(outcomes.every(({ ok }) => ok)).toBe(true);
      await delivery.run();
      expect(delivery.isOwed()).toBe(false);
      expect(written.size).toBe(20_100);
      expect(Math.max(...told)).toBe(journal.since(20_000, 1_000).at(-1)?.seq);
    });
  });
});

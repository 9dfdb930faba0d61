import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";

import { migrate } from "../../platform/migrate.ts";
import type { Recorded } from "../../rules/auction.ts";
import { anAuction, anOpening, aPerson, newId } from "../../testing/builders.ts";
import type { OpenRequest } from "../rpc.ts";
import { Alarm } from "../storage/alarm.ts";
import { Journal } from "../storage/journal.ts";
import { SCHEMA_STEPS } from "../storage/schema.ts";
import { MOST_A_TURN, OWED_CHECK_MS, Turns } from "./turns.ts";
import * as wishes from "./wishes.ts";

let aheadMs = 0;
const clock = () => Date.now() + aheadMs;

type Opened = {
  storage: DurableObjectStorage;
  turns: Turns;
  journal: Journal;
  auctionId: string;
  opening: OpenRequest;
};

/** An open auction's turns, on storage of its own. */
async function inside(
  committed: (recorded: readonly Recorded[]) => void,
  work: (opened: Opened) => Promise<void>,
  bidLateMs = 2_000,
) {
  await runInDurableObject(env.AUCTION_ROOM.getByName(newId()), async (_room, state) => {
    const { storage } = state;
    migrate(storage, SCHEMA_STEPS);
    const journal = new Journal(storage.sql);
    const turns = new Turns({
      storage,
      journal,
      clock,
      bidLateMs,
      alarm: new Alarm(state, clock),
      currency: "USD",
      committed,
    });
    const opening = anOpening();
    await turns.submit(wishes.open(opening));
    await work({ storage, turns, journal, auctionId: opening.auctionId, opening });
    await storage.deleteAll();
  });
}

afterEach(() => {
  aheadMs = 0;
  vi.unstubAllGlobals();
});

describe("a turn", () => {
  it("stores no more than fits into one transaction, and the rest in the next ones, in their order", async () => {
    const sizes: number[] = [];
    await inside(
      (recorded) => sizes.push(recorded.length),
      async ({ turns, journal, auctionId }) => {
        const actor = aPerson();
        const bids = Array.from({ length: 2 * MOST_A_TURN + 1 }, (_, index) =>
          turns.submit(wishes.placeBid({ actor, amountMinor: 10_000 + 100 * index }, auctionId)),
        );
        expect((await Promise.all(bids)).every(({ ok }) => ok)).toBe(true);
        // The first is the opening.
        expect(sizes).toEqual([1, MOST_A_TURN, MOST_A_TURN, 1]);
        expect(journal.since(0, 10_000)).toHaveLength(2 * MOST_A_TURN + 2);
      },
      // Nothing is refused because the machine is slow.
      600_000,
    );
  });

  /** A minute after its opening, whose alarm is gone: what is done now sets one, or nobody does. */
  const withoutAlarm = (work: (opened: Opened & { bid: () => ReturnType<typeof wishes.placeBid> }) => Promise<void>) =>
    inside(
      () => {},
      async (opened) => {
        await opened.storage.deleteAlarm();
        aheadMs = 60_000;
        const bid = () => wishes.placeBid({ actor: aPerson(), amountMinor: 10_000 }, opened.auctionId);
        await work({ ...opened, bid });
      },
    );

  it("sets the alarm together with what it stores: a room that dies right after it looks again by itself", async () => {
    await withoutAlarm(async ({ storage, turns, bid }) => {
      const before = clock();
      expect(await turns.submit(bid())).toMatchObject({ ok: true });
      const at = await storage.getAlarm();
      expect(at).toBeGreaterThanOrEqual(before);
      expect(at).toBeLessThanOrEqual(clock() + OWED_CHECK_MS);
    });
  });

  it("sets the alarm anew when the transaction that had set it was undone", async () => {
    await withoutAlarm(async ({ storage, turns, bid }) => {
      const transactionSync = storage.transactionSync.bind(storage);
      vi.spyOn(storage, "transactionSync").mockImplementationOnce((work) =>
        transactionSync(() => {
          work();
          throw new Error("the disk is full");
        }),
      );
      await expect(turns.submit(bid())).rejects.toThrow("the disk is full");
      expect(await storage.getAlarm()).toBeNull();
      expect(await turns.submit(bid())).toMatchObject({ ok: true });
      expect(await storage.getAlarm()).not.toBeNull();
    });
  });

  it("is decided once, although telling it fails after it was stored", async () => {
    let failing = false;
    const committed = () => {
      if (failing) throw new Error("nobody could be told");
    };
    await inside(committed, async ({ turns, journal, auctionId }) => {
      const due: (() => void)[] = [];
      vi.stubGlobal("setImmediate", (run: () => void) => due.push(run));
      const bids = [10_000, 10_100].map((amountMinor) =>
        turns.submit(wishes.placeBid({ actor: aPerson(), amountMinor }, auctionId)),
      );
      failing = true;
      expect(due).toHaveLength(1);
      expect(due[0]).toThrow("nobody could be told");
      expect(await Promise.all(bids)).toMatchObject([{ ok: true }, { ok: true }]);
      expect(journal.since(0, 10).map(({ fact }) => fact.type)).toEqual(["opened", "newBid", "newBid"]);
    });
  });

  it("refuses bids that waited more than two seconds, undecided and to be sent again; what is no bid is decided", async () => {
    await inside(
      () => {},
      async ({ turns, journal, auctionId, opening }) => {
        const due: (() => void)[] = [];
        vi.stubGlobal("setImmediate", (run: () => void) => due.push(run));
        const bid = wishes.placeBid({ actor: aPerson(), amountMinor: 10_000, key: newId() }, auctionId);
        const first = [
          turns.submit(bid),
          turns.submit(wishes.editListing({ ...opening, change: { title: "A quieter title" } })),
        ];
        aheadMs = 1_500;
        const second = turns.submit(wishes.placeBid({ actor: aPerson(), amountMinor: 10_100 }, auctionId));
        aheadMs = 2_500;
        due[0]?.();
        expect(await Promise.all(first)).toMatchObject([
          { ok: false, failure: { code: "busy", retryAfter: 1 } },
          { ok: true },
        ]);
        expect(await second).toMatchObject({ ok: true });
        const again = turns.submit({
          ...bid,
          payload: "placeBid 10200",
          command: wishes.placeBid({ actor: bid.actor, amountMinor: 10_200 }, auctionId).command,
        });
        due[1]?.();
        expect(await again).toMatchObject({ ok: true });
        expect(journal.since(1, 10).map(({ fact }) => fact.type)).toEqual(["listingEdited", "newBid", "newBid"]);
      },
    );
  });

  it("gives a repeated key its first answer, also of a command that had nothing to change", async () => {
    const { room, seller, opening } = await anAuction();
    const same = { actor: seller, change: { title: opening.terms.title }, limits: opening.limits, key: newId() };
    const first = await room.editListing(same);
    expect(first).toMatchObject({ ok: true, value: { auction: { bidCount: 0 } } });
    await room.placeBid({ actor: aPerson(), amountMinor: 10_000 });
    expect(await room.editListing(same)).toEqual(first);
  });

  it("lets a command that fails fail alone: those before and after it in the turn are stored", async () => {
    await inside(
      () => {},
      async ({ turns, journal, auctionId }) => {
        const bid = (amountMinor: number) => wishes.placeBid({ actor: aPerson(), amountMinor }, auctionId);
        const broken = () => {
          throw new Error("a mistake in the room");
        };
        const outcomes = await Promise.allSettled([
          turns.submit(bid(10_000)),
          turns.submit({ ...bid(10_100), answer: broken }),
          turns.submit(bid(10_200)),
        ]);
        expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
        const amounts = journal.since(1, 10).map(({ fact }) => ("amountMinor" in fact ? fact.amountMinor : null));
        expect(amounts).toEqual([10_000, 10_200]);
      },
    );
  });
});

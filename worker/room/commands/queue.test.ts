import { afterEach, describe, expect, it, vi } from "vitest";

import { anAuction, aPerson, newId } from "../../testing/builders.ts";
import { anOpenRoomRequest, type RoomParts, withRoom } from "../../testing/room.ts";
import { ROOM_LIMITS } from "../limits.ts";
import { BidGuard } from "./bid-guard.ts";
import type { RoomRequests } from "./requests.ts";

let aheadMs = 0;
const clock = () => Date.now() + aheadMs;

/** A room with an open auction. */
async function withAuction(
  work: (room: RoomParts & { opening: RoomRequests["open"] }) => Promise<void>,
  options: Parameters<typeof withRoom>[1] = {},
) {
  await withRoom(
    async (room) => {
      const opening = anOpenRoomRequest();
      await room.queue.submit(opening);
      await work({ ...room, opening });
    },
    { clock, ...options },
  );
}

const bidOf = (amountMinor: number, actor = aPerson()): RoomRequests["placeBid"] => ({
  type: "placeBid",
  actor,
  amountMinor,
});

/** A bid that throws when it's processed. */
function brokenBid(): RoomRequests["placeBid"] {
  return {
    ...bidOf(10_100),
    get amountMinor(): number {
      throw new Error("a mistake in the room");
    },
  };
}

/** From now on, ticks wait. A turn begins with the second tick after its first request. */
function holdTicks() {
  const ticks: (() => void)[] = [];
  vi.stubGlobal("setImmediate", (run: () => void) => ticks.push(run));
  return {
    ticks,
    nextTurn: () => {
      ticks.shift()?.();
      ticks.shift()?.();
    },
  };
}

afterEach(() => {
  aheadMs = 0;
  vi.unstubAllGlobals();
});

describe("turns in the queue", () => {
  it("a turn stores as many requests as fit into one transaction", async () => {
    const sizes: number[] = [];
    await withAuction(
      async ({ queue, storage }) => {
        const [ann, bob] = [aPerson(), aPerson()];
        const bids = Array.from({ length: 2 * ROOM_LIMITS.requestsPerTurn + 1 }, (_, index) =>
          queue.submit(bidOf(10_000 + 100 * index, index % 2 ? ann : bob)),
        );
        expect((await Promise.all(bids)).every(({ ok }) => ok)).toBe(true);
        // The first is the opening.
        expect(sizes).toEqual([1, ROOM_LIMITS.requestsPerTurn, ROOM_LIMITS.requestsPerTurn, 1]);
        expect(storage.journal.listSince(0)).toHaveLength(2 * ROOM_LIMITS.requestsPerTurn + 2);
      },
      { onCommitted: (facts) => sizes.push(facts.length) },
    );
  });

  it("a turn sets the alarm in its transaction, so the room wakes after a crash", async () => {
    await withAuction(async ({ ctx, queue }) => {
      await ctx.storage.deleteAlarm();
      aheadMs = 60_000;
      const before = clock();
      expect(await queue.submit(bidOf(10_000))).toMatchObject({ ok: true });
      const at = await ctx.storage.getAlarm();
      expect(at).toBeGreaterThanOrEqual(before);
      expect(at).toBeLessThanOrEqual(clock() + ROOM_LIMITS.batchWindowMs);
    });
  });

  it("a turn sets the alarm again if the transaction that set it was rolled back", async () => {
    await withAuction(async ({ ctx, queue }) => {
      await ctx.storage.deleteAlarm();
      aheadMs = 60_000;
      const transactionSync = ctx.storage.transactionSync.bind(ctx.storage);
      vi.spyOn(ctx.storage, "transactionSync").mockImplementationOnce((work) =>
        transactionSync(() => {
          work();
          throw new Error("the disk is full");
        }),
      );
      await expect(queue.submit(bidOf(10_000))).rejects.toThrow("the disk is full");
      expect(await ctx.storage.getAlarm()).toBeNull();
      expect(await queue.submit(bidOf(10_000))).toMatchObject({ ok: true });
      expect(await ctx.storage.getAlarm()).not.toBeNull();
    });
  });

  it("a turn is processed only once, even if broadcasting it fails", async () => {
    let isFailing = false;
    const onCommitted = () => {
      if (isFailing) throw new Error("nobody could be notified");
    };
    await withAuction(
      async ({ queue, storage }) => {
        const { ticks, nextTurn } = holdTicks();
        const bids = [10_000, 10_100].map((amountMinor) => queue.submit(bidOf(amountMinor)));
        isFailing = true;
        expect(ticks).toHaveLength(1);
        expect(nextTurn).toThrow("nobody could be notified");
        expect(await Promise.all(bids)).toMatchObject([{ ok: true }, { ok: true }]);
        expect(storage.journal.listSince(0).map(({ fact }) => fact.type)).toEqual(["opened", "newBid", "newBid"]);
        // The next turn begins anyway.
        isFailing = false;
        const next = queue.submit(bidOf(10_200));
        nextTurn();
        expect(await next).toMatchObject({ ok: true });
      },
      { onCommitted },
    );
  });

  it("T21: a turn refuses only bids that have waited more than two seconds", async () => {
    await withAuction(
      async ({ queue, storage, opening }) => {
        const { nextTurn } = holdTicks();
        const bid = { ...bidOf(10_000), key: newId() };
        const first = [
          queue.submit(bid),
          queue.submit({
            type: "editListing",
            actor: opening.actor,
            limits: opening.limits,
            change: { title: "A quieter title" },
          }),
        ];
        aheadMs = 1_500;
        const second = queue.submit(bidOf(10_100));
        aheadMs = 2_500;
        nextTurn();
        expect(await Promise.all(first)).toMatchObject([
          { ok: false, failure: { code: "busy", retryAfter: 1 } },
          { ok: true },
        ]);
        expect(await second).toMatchObject({ ok: true });
        const retry = queue.submit({ ...bid, amountMinor: 10_200 });
        nextTurn();
        expect(await retry).toMatchObject({ ok: true });
        const facts = storage.journal.listSince(1).map(({ fact }) => fact.type);
        expect(facts).toEqual(["listingEdited", "newBid", "newBid"]);
      },
      { bidTimeoutMs: 2_000 },
    );
  });

  it("T21: a room under load refuses bids that waited too long to reach it", async () => {
    await withAuction(
      async ({ queue, storage }) => {
        const actor = aPerson();
        const timelyBids = Array.from({ length: 20 }, (_, index) => queue.submit(bidOf(10_000 + 100 * index, actor)));
        expect((await Promise.all(timelyBids)).every(({ ok }) => ok)).toBe(true);
        const outcomes = await Promise.all([
          queue.submit({ ...bidOf(12_000), workerReceivedAt: clock() - 3_000 }),
          queue.submit({ ...bidOf(12_100), workerReceivedAt: clock() - 1_000 }),
          queue.submit({ ...bidOf(12_200), workerReceivedAt: clock() + 3_000 }),
        ]);
        expect(outcomes).toMatchObject([{ failure: { code: "busy", retryAfter: 1 } }, { ok: true }, { ok: true }]);
        expect(storage.journal.listSince(0)).toHaveLength(1 + 20 + 2);
      },
      { bidTimeoutMs: 2_000 },
    );
  });

  it("a suspended person's bid is refused, even by a room that has restarted", async () => {
    await withAuction(async ({ ctx, storage }) => {
      const guard = new BidGuard(storage, ctx.storage.kv, clock, 1);
      const actor = aPerson();
      expect(guard.refuseBid({ actor })).toBeNull();
      guard.suspend(actor.id, clock() + 60_000);
      const restartGuard = () => new BidGuard(storage, ctx.storage.kv, clock, 1);
      for (const eitherGuard of [guard, restartGuard()]) {
        expect(eitherGuard.refuseBid({ actor })).toMatchObject({ failure: { code: "not_signed_in" } });
      }
      guard.liftSuspension(actor.id);
      for (const eitherGuard of [guard, restartGuard()]) expect(eitherGuard.refuseBid({ actor })).toBeNull();
    });
  });

  it("the guard refuses an unverified person's bids, but not their other commands", async () => {
    await withAuction(async ({ ctx, storage }) => {
      const guard = new BidGuard(storage, ctx.storage.kv, clock, 1);
      const actor = { ...aPerson(), unverified: true } as const;
      expect(guard.refuseBid({ actor })).toMatchObject({ failure: { code: "email_not_verified" } });
      expect(guard.refuse({ actor })).toBeNull();
    });
  });

  it("T21: a bid's time limit includes its wait in the room before it is submitted", async () => {
    await withAuction(
      async ({ queue }) => {
        const late = await queue.submit(bidOf(10_000), clock() - 2_001);
        expect(late).toMatchObject({ ok: false, failure: { code: "busy" } });
      },
      { bidTimeoutMs: 2_000 },
    );
  });

  it("a reused idempotency key returns its first response, even if nothing changed", async () => {
    const { room, seller, opening } = await anAuction();
    const edit = { actor: seller, change: { title: opening.terms.title }, limits: opening.limits, key: newId() };
    const first = await room.editListing(edit);
    expect(first).toMatchObject({ ok: true, value: { auction: { bidCount: 0 } } });
    await room.placeBid({ actor: aPerson(), amountMinor: 10_000 });
    expect(await room.editListing(edit)).toEqual(first);
  });

  it("every request in a turn is answered, even if broadcasting the turn fails", async () => {
    let isFailing = false;
    const onCommitted = () => {
      if (isFailing) throw new Error("nobody could be notified");
    };
    await withAuction(
      async ({ queue, storage }) => {
        const { nextTurn } = holdTicks();
        const outcomes = Promise.allSettled([
          queue.submit(bidOf(10_000)),
          queue.submit(brokenBid()),
          queue.submit(bidOf(10_200)),
        ]);
        isFailing = true;
        expect(nextTurn).toThrow("nobody could be notified");
        expect((await outcomes).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
        expect(storage.journal.listSince(1)).toHaveLength(2);
      },
      { onCommitted },
    );
  });
});

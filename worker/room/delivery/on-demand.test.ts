/**
 * Each subscriber gets bids when it needs them, and everything else right away, within the delays in
 * docs/reliability.md.
 */
import { abortAllDurableObjects } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { NoticeKind } from "../../contract/notice-kinds.ts";
import { aPerson, someTerms } from "../../testing/builders.ts";
import { anOpenRoomRequest, type RoomParts, withRoom } from "../../testing/room.ts";
import { Delivery } from "./delivery.ts";
import { Lifecycle } from "./lifecycle.ts";
import type { Subscribers } from "./subscribers.ts";

/**
 * Subscribers that record their deliveries: for D1 the number of its last fact, for an inbox the kinds of its notices.
 */
function recordingSubscribers(catalogue: Subscribers["updateCatalogue"] = async () => {}) {
  const received: (readonly ["D1", number] | readonly [userId: string, kinds: readonly NoticeKind[]])[] = [];
  const subscribers: Subscribers = {
    updateCatalogue: async (row, bids) => {
      await catalogue(row, bids);
      received.push(["D1", row.seq]);
    },
    notifyInbox: async (userId, notices) => {
      received.push([userId, notices.map(({ kind }) => kind)]);
    },
    recordJoin: async () => {},
    onStalled: () => {},
    onFailure: () => {},
  };
  return { subscribers, received };
}

const [seller, ann, bob, cem] = [anOpenRoomRequest().actor, aPerson("Ann"), aPerson("Bob"), aPerson("Cem")];

/** A room whose opening is delivered, with a clock that only the test moves. */
async function withOpenedRoom(subscribers: Subscribers, work: (room: RoomParts & OpenedRoom) => Promise<void>) {
  await withRoom(async (room) => {
    const clock = () => Date.now();
    const delivery = new Delivery(room.ctx, room.storage, subscribers, clock);
    const lifecycle = new Lifecycle(room.storage, room.queue, delivery, clock);
    await room.queue.submit({ ...anOpenRoomRequest(), actor: seller });
    await delivery.run();
    let [seq, amountMinor] = [1, 10_000];
    /** Delivers the facts since the last call, as the room does once they're saved. */
    const deliver = () => {
      const facts = room.storage.journal.listSince(seq);
      seq += facts.length;
      delivery.deliver(facts);
    };
    const bid = async (actor: typeof ann) => {
      await room.queue.submit({ type: "placeBid", actor, amountMinor: (amountMinor += 1_000) });
      deliver();
    };
    /** Moves the clock to the time of the stored alarm, which a fake clock doesn't fire, and fires it. */
    const advanceToAlarm = async () => {
      const at = (await room.ctx.storage.getAlarm()) ?? Infinity;
      await vi.advanceTimersByTimeAsync(at - Date.now());
      await room.ctx.storage.deleteAlarm();
      const handled = lifecycle.onAlarm();
      await vi.advanceTimersByTimeAsync(0);
      await handled;
    };
    await work({ ...room, delivery, lifecycle, deliver, bid, advanceToAlarm });
  });
}
type OpenedRoom = {
  readonly delivery: Delivery;
  readonly lifecycle: Lifecycle;
  readonly deliver: () => void;
  readonly bid: (actor: typeof ann) => Promise<void>;
  readonly advanceToAlarm: () => Promise<void>;
};

beforeEach(async () => {
  // Fake timers are shared by all rooms and would run in the test's room, so no other room may have any.
  await abortAllDurableObjects();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("delivering bids", () => {
  it("a bid reaches the outbid person right away, and lists and the seller in 2 s", async () => {
    const { subscribers, received } = recordingSubscribers();
    await withOpenedRoom(subscribers, async ({ bid, advanceToAlarm, ctx, storage, delivery }) => {
      received.length = 0;
      const startedAt = Date.now();
      await bid(ann);
      await bid(bob);
      await vi.advanceTimersByTimeAsync(0);
      expect(received.splice(0)).toEqual([[ann.id, ["outbid"]]]);
      await vi.advanceTimersByTimeAsync(1_999);
      expect([received, vi.getTimerCount()]).toEqual([[], 0]);
      await advanceToAlarm();
      expect(Date.now() - startedAt).toBe(2_000);
      // One delivery covers both bids, with a notice for each.
      expect(new Set(received.splice(0))).toEqual(
        new Set([
          ["D1", 3],
          [seller.id, ["newBid", "newBid"]],
        ]),
      );
      // The room then sleeps until the end.
      expect([delivery.isPending(), await ctx.storage.getAlarm()]).toEqual([false, storage.state?.auction.endsAt]);
    });
  });

  it("steady bids reach outbid people in 1 s, and D1 and the seller every 2 s", async () => {
    const { subscribers, received } = recordingSubscribers();
    await withOpenedRoom(subscribers, async ({ bid, advanceToAlarm, ctx }) => {
      received.length = 0;
      const calls: (readonly [at: number, to: string])[] = [];
      const startedAt = Date.now();
      for (let count = 0; count < 400; count += 1) {
        await bid(count % 2 === 0 ? ann : bob);
        await vi.advanceTimersByTimeAsync(50);
        if (((await ctx.storage.getAlarm()) ?? Infinity) <= Date.now()) await advanceToAlarm();
        calls.push(...received.splice(0).map(([to]) => [Date.now() - startedAt, to] as const));
      }
      const gapsTo = (...names: readonly string[]) => {
        const times = Array.from(new Set(calls.filter(([, to]) => names.includes(to)).map(([at]) => at)));
        return times.map((at, index) => at - (times[index - 1] ?? 0));
      };
      expect(Math.max(...gapsTo(ann.id, bob.id))).toBeLessThanOrEqual(1_050);
      for (const name of ["D1", seller.id]) {
        expect(gapsTo(name).length).toBeGreaterThan(5);
        expect(gapsTo(name).every((gap) => gap >= 2_000 && gap <= 2_050)).toBe(true);
      }
    });
  });

  it("bids wait longer for other bids while D1 is slow, up to 4 s", async () => {
    let delayMs = 0;
    const { subscribers } = recordingSubscribers(async () => {
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    });
    await withOpenedRoom(subscribers, async ({ bid, lifecycle, ctx }) => {
      const windows: number[] = [];
      for (const [index, ms] of [0, 150, 1_000, 0, 0].entries()) {
        delayMs = ms;
        const startedAt = Date.now();
        await bid(index % 2 === 0 ? ann : bob);
        // The person who was outbid has a notice by then.
        await vi.advanceTimersByTimeAsync(1_000);
        windows.push(((await ctx.storage.getAlarm()) ?? 0) - startedAt);
        await ctx.storage.deleteAlarm();
        const handled = lifecycle.onAlarm();
        await vi.advanceTimersByTimeAsync(delayMs);
        await handled;
      }
      expect(windows).toEqual([2_000, 2_000, 3_000, 4_000, 2_000]);
    });
  });

  it("earlier bids are delivered once, together with the next event of another kind", async () => {
    const { subscribers, received } = recordingSubscribers();
    await withOpenedRoom(subscribers, async ({ bid, queue, deliver, delivery }) => {
      received.length = 0;
      await bid(ann);
      await bid(bob);
      await queue.submit({ type: "deleteListing", actor: seller });
      deliver();
      await vi.advanceTimersByTimeAsync(0);
      expect(received.filter(([to]) => to === "D1")).toEqual([["D1", 4]]);
      expect(received.filter(([to]) => to === seller.id)).toEqual([[seller.id, ["newBid", "newBid"]]]);
      expect(received.filter(([to]) => to === ann.id).map(([, kinds]) => kinds)).toEqual([["outbid", "cancelled"]]);
      expect(received.filter(([to]) => to === bob.id).map(([, kinds]) => kinds)).toEqual([["cancelled"]]);
      received.length = 0;
      await vi.advanceTimersByTimeAsync(10_000);
      expect([received, delivery.isPending()]).toEqual([[], false]);
    });
  });

  it("the alarm delivers bids that an evicted instance did not", async () => {
    const { subscribers, received } = recordingSubscribers();
    await withOpenedRoom(subscribers, async ({ storage, queue, advanceToAlarm }) => {
      await queue.submit({ type: "placeBid", actor: ann, amountMinor: 20_000 });
      received.length = 0;
      await advanceToAlarm();
      expect(new Set(received)).toEqual(
        new Set([
          ["D1", 2],
          [seller.id, ["newBid"]],
        ]),
      );
      expect(storage.checkpoints.areSaved).toBe(true);
    });
  });

  it("an alarm waits up to 2 s for D1, and never past the end", async () => {
    const { subscribers } = recordingSubscribers(() => new Promise(() => {}));
    await withRoom(async ({ ctx, storage, queue }) => {
      const clock = () => Date.now();
      const lifecycle = new Lifecycle(storage, queue, new Delivery(ctx, storage, subscribers, clock), clock);
      const endsAt = Date.now() + 60_000;
      await queue.submit({ ...anOpenRoomRequest(), terms: someTerms({ endsAt, softCloseMs: 0 }) });
      const measureWait = async () => {
        const startedAt = Date.now();
        const handled = lifecycle.onAlarm().then(() => Date.now() - startedAt);
        await vi.advanceTimersByTimeAsync(2_000);
        return handled;
      };
      expect(await measureWait()).toBe(2_000);
      await vi.advanceTimersByTimeAsync(endsAt - 500 - Date.now());
      await ctx.storage.deleteAlarm();
      expect(await measureWait()).toBe(500);
      expect(await ctx.storage.getAlarm()).toBe(endsAt);
    });
  });
});

it("a failed call to add an auction to an inbox is retried without an alarm", async () => {
  const joined: string[] = [];
  let isDown = true;
  const subscribers: Subscribers = {
    ...recordingSubscribers().subscribers,
    recordJoin: async (userId) => {
      if (isDown) throw new Error("this inbox is away");
      joined.push(userId);
    },
  };
  await withOpenedRoom(subscribers, async ({ bid, delivery, ctx }) => {
    await bid(ann);
    await bid(bob);
    await ctx.storage.deleteAlarm();
    await vi.advanceTimersByTimeAsync(2_999);
    isDown = false;
    expect([joined, delivery.isPending()]).toEqual([[], true]);
    await vi.advanceTimersByTimeAsync(1);
    expect(joined).toEqual([ann.id, bob.id]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

it("each new bidder's inbox records the auction once", async () => {
  const joined: string[] = [];
  const subscribers: Subscribers = {
    ...recordingSubscribers().subscribers,
    recordJoin: async (userId) => void joined.push(userId),
  };
  await withOpenedRoom(subscribers, async ({ bid }) => {
    for (const [index, actor] of [ann, bob, ann, cem].entries()) {
      await bid(actor);
      await vi.advanceTimersByTimeAsync(0);
      expect(joined).toEqual([[ann.id], [ann.id, bob.id], [ann.id, bob.id], [ann.id, bob.id, cem.id]][index]);
    }
  });
});

describe("a room's lag", () => {
  it("a room's lag reports the slowest subscriber of each kind", async () => {
    const { subscribers } = recordingSubscribers();
    await withOpenedRoom(subscribers, async ({ bid, delivery, advanceToAlarm }) => {
      await bid(ann);
      await bid(bob);
      await vi.advanceTimersByTimeAsync(1_500);
      expect(delivery.lag()).toEqual({ undelivered: { catalogue: 2, inboxes: 2 }, laggingMs: 1_500 });
      expect(await delivery.deliverOwnBids(ann.id)).toBe(true);
      expect(delivery.lag()).toEqual({ undelivered: { catalogue: 0, inboxes: 2 }, laggingMs: 1_500 });
      await advanceToAlarm();
      expect(delivery.lag()).toEqual({ undelivered: { catalogue: 0, inboxes: 0 }, laggingMs: 0 });
    });
  });
});

describe("reading your own bids", () => {
  it("reading your own bids waits for D1 only if D1 lacks one of them", async () => {
    const { subscribers, received } = recordingSubscribers();
    await withOpenedRoom(subscribers, async ({ bid, delivery }) => {
      await bid(ann);
      expect(await delivery.deliverOwnBids(ann.id)).toBe(true);
      expect(received.at(-1)).toEqual(["D1", 2]);
      await bid(bob);
      expect(await delivery.deliverOwnBids(bob.id)).toBe(true);
      await bid(cem);
      await vi.advanceTimersByTimeAsync(0);
      received.length = 0;
      // Cem outbids Bob, so his bid doesn't affect Ann.
      expect(await delivery.deliverOwnBids(ann.id)).toBe(true);
      expect(received).toEqual([]);
      expect(await delivery.deliverOwnBids(cem.id)).toBe(true);
      expect(received).toEqual([["D1", 4]]);
    });
  });

  it("reading your own bids waits for another person's bid that took the lead", async () => {
    const { subscribers, received } = recordingSubscribers();
    await withOpenedRoom(subscribers, async ({ bid, delivery }) => {
      await bid(ann);
      expect(await delivery.deliverOwnBids(ann.id)).toBe(true);
      await bid(bob);
      expect(await delivery.deliverOwnBids(ann.id)).toBe(true);
      expect(received.at(-1)).toEqual(["D1", 3]);
    });
  });

  it("reading your own bids waits for them even if others have bid since", async () => {
    const { subscribers, received } = recordingSubscribers();
    await withOpenedRoom(subscribers, async ({ bid, delivery }) => {
      for (const actor of [ann, bob, cem]) await bid(actor);
      received.length = 0;
      expect(await delivery.deliverOwnBids(ann.id)).toBe(true);
      expect(received).toEqual([["D1", 4]]);
    });
  });

  it("reading your own bids waits for every event from before the instance woke", async () => {
    const { subscribers, received } = recordingSubscribers();
    await withOpenedRoom(subscribers, async ({ ctx, storage, queue }) => {
      await queue.submit({ type: "placeBid", actor: ann, amountMinor: 20_000 });
      received.length = 0;
      const nextDelivery = new Delivery(ctx, storage, subscribers, () => Date.now());
      expect(await nextDelivery.deliverOwnBids(bob.id)).toBe(true);
      expect(received).toEqual([["D1", 2]]);
    });
  });

  it("reading your own bids waits up to 1 s for D1, but not after D1 has failed", async () => {
    let calls = 0;
    let isDown = false;
    const { subscribers } = recordingSubscribers(async () => {
      calls += 1;
      if (isDown) await new Promise(() => {});
    });
    await withOpenedRoom(subscribers, async ({ bid, delivery }) => {
      isDown = true;
      calls = 0;
      await bid(ann);
      let wasDelivered: boolean | null = null;
      const ownDelivery = delivery.deliverOwnBids(ann.id).then((isDelivered) => {
        wasDelivered = isDelivered;
      });
      await vi.advanceTimersByTimeAsync(999);
      expect(wasDelivered).toBeNull();
      await vi.advanceTimersByTimeAsync(1);
      await ownDelivery;
      expect([wasDelivered, calls]).toEqual([false, 1]);
      // The call has failed after five seconds.
      await vi.advanceTimersByTimeAsync(4_000);
      calls = 0;
      expect(await delivery.deliverOwnBids(ann.id)).toBe(false);
      expect(calls).toBe(0);
      isDown = false;
      await delivery.run();
      expect(await delivery.deliverOwnBids(ann.id)).toBe(true);
    });
  });
});

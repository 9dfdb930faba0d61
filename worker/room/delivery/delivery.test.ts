import { abortAllDurableObjects } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";

import { MAX_NOTIFICATIONS, type Notice } from "../../contract/notification.ts";
import { projectAuction } from "../../db/projection.ts";
import type { Actor } from "../../rpc/room-rpc.ts";
import { leaderOf, minNextBid, priceOf } from "../../rules/auction.ts";
import { aPerson, HOUR_MS, newId } from "../../testing/builders.ts";
import { aNotice } from "../../testing/notices.ts";
import { anOpenRoomRequest, type RoomParts, withRoom } from "../../testing/room.ts";
import { RequestQueue } from "../commands/queue.ts";
import { type RoomState, RoomStorage } from "../storage/room-storage.ts";
import { Delivery } from "./delivery.ts";
import { Lifecycle } from "./lifecycle.ts";
import { limitNotices, noticesOf } from "./notices.ts";
import { auctionRow } from "./rows.ts";
import { RoomSubscribers, type Subscribers } from "./subscribers.ts";

type CatalogueDelivery = Parameters<Subscribers["updateCatalogue"]>;

/** Subscribers that accept everything unless the test replaces them. They fail the test on any delivery failure. */
function subscribersWith(overrides: Partial<Subscribers>): Subscribers {
  const onFailure: Subscribers["onFailure"] = (_subscriber, error) => {
    throw error;
  };
  return {
    updateCatalogue: async () => {},
    notifyInbox: async () => {},
    recordJoin: async () => {},
    onStalled: () => {},
    onFailure,
    ...overrides,
  };
}

/** A room with subscribers that the test controls. */
async function withDelivery(
  subscribers: Subscribers,
  work: (room: RoomParts & { delivery: Delivery }) => Promise<void>,
) {
  await withRoom((room) =>
    work({ ...room, delivery: new Delivery(room.ctx, room.storage, subscribers, () => Date.now()) }),
  );
}

/** Subscribers that record the kinds of one person's notices. */
function recordingKindsFor(personId: string) {
  const kinds: string[] = [];
  const subscribers = subscribersWith({
    notifyInbox: async (userId, notices) => {
      if (userId === personId) kinds.push(...notices.map(({ kind }) => kind));
    },
  });
  return { kinds, subscribers };
}

/** An open auction with `count` bids by a few people, some raised, some withdrawn. */
async function runAuction(
  queue: RequestQueue,
  bidders: readonly Actor[],
  count: number,
  meanwhile: () => Promise<void>,
) {
  const opening = anOpenRoomRequest();
  await queue.submit(opening);
  for (let index = 0; index < count; index += 1) {
    const actor = bidders[index % bidders.length] ?? aPerson();
    const amountMinor = 10_000 + index * 200;
    const outcome = await queue.submit({ type: "placeBid", actor, amountMinor });
    if (!outcome.ok) throw new Error(outcome.failure.message);
    const bidId = outcome.value.newBid._id;
    if (index % 7 === 3) await queue.submit({ type: "editBid", actor, bidId, amountMinor: amountMinor + 100 });
    if (index % 5 === 4) await queue.submit({ type: "withdrawBid", actor, bidId });
    await meanwhile();
  }
  return opening;
}

function openState({ state }: RoomStorage): RoomState {
  if (!state) throw new Error("the auction is open");
  return state;
}

async function expectDatabaseEquals({ auction }: RoomState, bidTable: RoomStorage["bids"]) {
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
  const bids = bidTable.listChanged(0, auction.seq, 10_000);
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

/** Subscribers that only record what D1 would get. */
function recordingD1(): { readonly deliveries: CatalogueDelivery[]; readonly subscribers: Subscribers } {
  const deliveries: CatalogueDelivery[] = [];
  const subscribers = subscribersWith({
    updateCatalogue: async (...delivered) => {
      deliveries.push(delivered);
    },
  });
  return { deliveries, subscribers };
}

const bidders = [aPerson("Ann"), aPerson("Bob"), aPerson("Cem")];

/** A room with one bid by each person, each higher than the one before, and at most three recipients in a batch. */
async function withSmallBatches(
  people: readonly Actor[],
  work: (room: RoomParts & { readonly bidIds: readonly string[]; readonly close: () => void }) => Promise<void>,
) {
  let aheadMs = 0;
  await withRoom(
    async (room) => {
      const { storage, queue } = room;
      await queue.submit(anOpenRoomRequest());
      const bidIds: string[] = [];
      for (const [index, actor] of people.entries()) {
        const placed = await queue.submit({ type: "placeBid", actor, amountMinor: 10_000 + index * 100 });
        if (placed.ok) bidIds.push(placed.value.newBid._id);
      }
      const close = () => {
        aheadMs = openState(storage).auction.endsAt - Date.now();
        queue.closeIfOver();
      };
      await work({ ...room, bidIds, close });
    },
    { clock: () => Date.now() + aheadMs, limits: { recipientsPerBatch: 3 } },
  );
}

describe("delivery to D1", () => {
  it("D1 ends up equal to the room in any order of deliveries (invariant 8)", async () => {
    const { deliveries, subscribers } = recordingD1();
    await withDelivery(subscribers, async ({ storage, queue, delivery }) => {
      await runAuction(queue, bidders, 30, () => delivery.run());
      expect(deliveries.length).toBeGreaterThan(20);
      const shuffled = [...deliveries, ...deliveries].toSorted(
        ([a], [b]) => ((a.seq * 7919) % 31) - ((b.seq * 7919) % 31),
      );
      for (const args of shuffled) await projectAuction(env.DB, ...args);
      await expectDatabaseEquals(openState(storage), storage.bids);
    });
  });

  it("delivery to D1 catches up, whether D1 failed before or after writing", async () => {
    let calls = 0;
    let failures = 0;
    const subscribers = subscribersWith({
      updateCatalogue: async (...delivered) => {
        calls += 1;
        if (calls % 3 === 1) throw new Error("D1 is away");
        await projectAuction(env.DB, ...delivered);
        if (calls % 3 === 2) throw new Error("D1 wrote and its answer was lost");
      },
      onFailure: () => {
        failures += 1;
      },
    });
    await withDelivery(subscribers, async ({ storage, queue, delivery }) => {
      await runAuction(queue, bidders, 30, () => delivery.run());
      while (delivery.isPending()) await delivery.run();
      expect(failures).toBeGreaterThan(10);
      await expectDatabaseEquals(openState(storage), storage.bids);
    });
  });

  it("a late delivery doesn't bring back a removed auction's bids", async () => {
    const { deliveries, subscribers } = recordingD1();
    await withDelivery(subscribers, async ({ queue, delivery }) => {
      const opening = await runAuction(queue, bidders, 5, () => delivery.run());
      await queue.submit({ type: "deleteListing", actor: opening.actor });
      await delivery.run();
      for (const args of deliveries.toReversed()) await projectAuction(env.DB, ...args);
      const row = await env.DB.prepare("SELECT phase FROM auctions WHERE id = ?").bind(opening.auctionId).first();
      expect(row).toEqual({ phase: "cancelled" });
      const bids = await env.DB.prepare("SELECT id FROM bids WHERE auction_id = ?").bind(opening.auctionId).all();
      expect(bids.results).toEqual([]);
    });
  });
});

it("D1 gets the origins of bids in batches, up to the last one", async () => {
  await withRoom(async ({ storage, queue }) => {
    await queue.submit(anOpenRoomRequest());
    const bids = Array.from({ length: 600 }, (_, index) => {
      const origin = { network: newId(), device: newId(), session: newId() };
      return queue.submit({ type: "placeBid", actor: aPerson(), amountMinor: 10_000 + index * 100, origin });
    });
    await Promise.all(bids);
    const { auction, participants } = openState(storage);
    await new RoomSubscribers(env, storage).updateCatalogue(auctionRow(auction, participants), []);
    expect([storage.checkpoints.get("origins"), storage.origins.listAfter(0).length]).toEqual([600, 500]);
  });
});

it("events that D1 lost stay pending for the next instance while D1 is down", async () => {
  await withDelivery(recordingD1().subscribers, async ({ ctx, queue, storage, delivery }) => {
    await queue.submit(anOpenRoomRequest());
    await queue.submit({ type: "placeBid", actor: aPerson(), amountMinor: 10_000 });
    await delivery.run();
    storage.checkpoints.save();
    const failingSubscribers = subscribersWith({
      updateCatalogue: () => Promise.reject(new Error("D1 is away")),
      onFailure: () => {},
    });
    const clock = () => Date.now();
    const lifecycle = new Lifecycle(storage, queue, new Delivery(ctx, storage, failingSubscribers, clock), clock);
    // D1 was restored to before the bid.
    expect(await lifecycle.reconcile(1, 0)).toBe(2);
    expect(new RoomStorage(ctx, clock).checkpoints.get("catalogue")).toBe(1);
  });
});

it("a removed listing's room is emptied only once D1 has its last event", async () => {
  let isAway = true;
  const subscribers = subscribersWith({
    updateCatalogue: async () => {
      if (isAway) throw new Error("D1 is away");
    },
    onFailure: () => {},
  });
  await withDelivery(subscribers, async ({ queue, storage, delivery }) => {
    const opening = anOpenRoomRequest();
    await queue.submit(opening);
    expect(await queue.submit({ type: "deleteListing", actor: opening.actor })).toMatchObject({ ok: true });
    await delivery.runAndTidy();
    expect(openState(storage).auction.phase).toBe("removed");
    isAway = false;
    await delivery.runAndTidy();
    expect(storage.state).toBeNull();
  });
});

it("a room wakes soon if a checkpoint is unsaved or the room must be emptied", async () => {
  await withDelivery(recordingD1().subscribers, async ({ ctx, queue, storage, delivery }) => {
    const opening = anOpenRoomRequest();
    await queue.submit(opening);
    await delivery.run();
    expect([delivery.isPending(), storage.checkpoints.areSaved]).toEqual([false, false]);
    const alarmInMs = async () => {
      await ctx.storage.deleteAlarm();
      storage.alarm.reset();
      delivery.setNextAlarm(1_000);
      return ((await ctx.storage.getAlarm()) ?? Infinity) - Date.now();
    };
    expect(await alarmInMs()).toBeLessThanOrEqual(1_000);
    storage.checkpoints.save();
    const endsInMs = openState(storage).auction.endsAt - Date.now();
    expect(Math.abs((await alarmInMs()) - endsInMs)).toBeLessThan(1_000);
    await queue.submit({ type: "deleteListing", actor: opening.actor });
    await delivery.run();
    storage.checkpoints.save();
    expect(delivery.isPending()).toBe(false);
    expect(await alarmInMs()).toBeLessThanOrEqual(1_000);
  });
});

it("D1's row has the number of the last bid delivered, not of the last event", async () => {
  const { deliveries, subscribers } = recordingD1();
  await withDelivery(subscribers, async ({ queue, storage, delivery }) => {
    await queue.submit(anOpenRoomRequest());
    const bids = Array.from({ length: 1_100 }, (_, index) =>
      queue.submit({ type: "placeBid", actor: bidders[index % 3] ?? aPerson(), amountMinor: 10_000 + index * 100 }),
    );
    await Promise.all(bids);
    await delivery.run();
    expect(deliveries.map(([row, { length }]) => [row.seq, length])).toEqual([
      [501, 500],
      [1_001, 500],
      [1_101, 100],
    ]);
    // D1 is as it was after the first batch. The sweep compares its number with the room's.
    const [first] = deliveries.splice(0);
    if (!first) throw new Error("there was a first batch");
    await projectAuction(env.DB, ...first);
    const row = await env.DB.prepare("SELECT seq FROM auctions WHERE id = ?").bind(storage.auctionId).first("seq");
    expect(row).toBeLessThan(openState(storage).auction.seq);
    storage.checkpoints.moveBack("catalogue", Number(row));
    await delivery.run();
    for (const args of deliveries) await projectAuction(env.DB, ...args);
    await expectDatabaseEquals(openState(storage), storage.bids);
  });
});

describe("more recipients than fit in one batch", () => {
  it("the end of an auction reaches each bidder once, in batches", async () => {
    const people = Array.from({ length: 8 }, () => aPerson()).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const ids = people.map(({ id }) => id);
    const received: string[] = [];
    let activeCalls = 0;
    let maxActiveCalls = 0;
    let failingId = "";
    const subscribers = subscribersWith({
      notifyInbox: async (userId) => {
        if (!ids.includes(userId)) return;
        maxActiveCalls = Math.max(maxActiveCalls, (activeCalls += 1));
        await new Promise((resolve) => setImmediate(resolve));
        activeCalls -= 1;
        if (userId === failingId) throw new Error("this inbox is down");
        received.push(userId);
      },
      onFailure: () => {},
    });
    await withSmallBatches(people, async ({ ctx, storage, close }) => {
      const deliveryFrom = (from: RoomStorage) => new Delivery(ctx, from, subscribers, () => Date.now());
      await deliveryFrom(storage).run();
      close();
      received.length = 0;
      failingId = ids.at(-2) ?? "";
      await deliveryFrom(storage).run();
      expect([received.slice(0, 6).toSorted(), maxActiveCalls]).toEqual([ids.slice(0, 6), 3]);
      storage.checkpoints.save();
      received.length = 0;
      failingId = "";
      // The next instance has only what is stored.
      const woken = new RoomStorage(ctx, () => Date.now(), storage.limits);
      await deliveryFrom(woken).run();
      expect(received.toSorted()).toEqual(ids.slice(6));
      expect(deliveryFrom(woken).isPending()).toBe(false);
    });
  });

  it("an event reaches everyone even if the previous one filled several batches", async () => {
    const people = Array.from({ length: 5 }, () => aPerson());
    const notifiedIds: string[] = [];
    const subscribers = subscribersWith({
      notifyInbox: async (userId, notices) => {
        if (notices.some(({ kind }) => kind === "voided")) notifiedIds.push(userId);
      },
    });
    await withSmallBatches(people, async ({ ctx, storage, queue, close }) => {
      const delivery = new Delivery(ctx, storage, subscribers, () => Date.now());
      close();
      await delivery.run();
      await queue.submit({ type: "voidAuction", reason: "A copy" });
      await delivery.run();
      const { sellerId } = openState(storage).auction;
      expect(notifiedIds.toSorted()).toEqual([...people.map(({ id }) => id), sellerId].toSorted());
    });
  });

  it("no bidder is skipped if an earlier one loses their bid between two batches", async () => {
    const people = Array.from({ length: 7 }, () => aPerson()).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const notifiedIds: string[] = [];
    let isDown = false;
    const subscribers = subscribersWith({
      notifyInbox: async (userId, notices) => {
        if (isDown && notifiedIds.length >= 3) throw new Error("the inboxes are down");
        if (notices.some(({ kind }) => kind === "priceFell")) notifiedIds.push(userId);
      },
      onFailure: () => {},
    });
    await withSmallBatches(people, async ({ ctx, storage, queue, bidIds }) => {
      const delivery = new Delivery(ctx, storage, subscribers, () => Date.now());
      await delivery.run();
      const voidBid = (bidId = "") =>
        queue.submit({ type: "voidBid", bidId, by: "admin", reason: "A bot", salt: newId() });
      isDown = true;
      await voidBid(bidIds.at(-1));
      await delivery.run();
      expect(notifiedIds).toHaveLength(3);
      // The first person is no longer a recipient of the next batch.
      await voidBid(bidIds[0]);
      isDown = false;
      await delivery.run();
      // The last person lost the lead to the one before.
      expect(notifiedIds.toSorted()).toEqual(people.slice(0, -2).map(({ id }) => id));
    });
  });
});

it("inboxes get every notice exactly once, even if a third of deliveries fail", async () => {
  const ann = aPerson("Ann");
  const bob = aPerson("Bob");
  const seqsByPerson = new Map<string, Map<string, Set<number>>>();
  let calls = 0;
  let failures = 0;
  const recordNotices = (userId: string, notices: readonly Notice[]) => {
    const byKind = seqsByPerson.get(userId) ?? new Map<string, Set<number>>();
    for (const { seq, kind } of notices) byKind.set(kind, (byKind.get(kind) ?? new Set()).add(seq));
    seqsByPerson.set(userId, byKind);
  };
  const subscribers = subscribersWith({
    notifyInbox: async (userId, notices) => {
      calls += 1;
      recordNotices(userId, notices);
      if (calls % 6 === 3) throw new Error("the inbox did not answer");
      await env.INBOX.getByName(userId).deliver(notices);
      if (calls % 6 === 0) throw new Error("the answer was lost");
    },
    onFailure: () => {
      failures += 1;
    },
  });
  await withDelivery(subscribers, async ({ queue, delivery }) => {
    // An inbox stores bid notices at most twice a second, so this doesn't deliver after each bid.
    let count = 0;
    const opening = await runAuction(queue, [ann, bob], 60, async () => {
      count += 1;
      if (count % 6 === 0) await delivery.run();
    });
    while (delivery.isPending()) await delivery.run();
    expect(failures).toBeGreaterThan(4);
    const { notifications } = await env.INBOX.getByName(opening.actor.id).listNotifications();
    const seqsOf = (kind: string) =>
      Array.from(seqsByPerson.get(opening.actor.id)?.get(kind) ?? []).toSorted((a, b) => a - b);
    const [bids, withdrawals] = [seqsOf("newBid"), seqsOf("bidWithdrawn")];
    expect(bids.length).toBeGreaterThan(60);
    // One for all bids, with their number, and one for all withdrawals.
    const expected = [
      { _id: `${opening.auctionId}-${bids.at(-1)}`, message: expect.stringMatching(`^${bids.length} new bids on `) },
      {
        _id: `${opening.auctionId}-${withdrawals.at(-1)}`,
        message: expect.stringMatching(`^${withdrawals.length} bids on `),
      },
    ];
    expect(notifications).toHaveLength(2);
    expect(notifications).toEqual(
      expect.arrayContaining(expected.map((notification) => expect.objectContaining(notification))),
    );
    // Repeating everything adds no notification, even after the list has been cleared.
    await env.INBOX.getByName(opening.actor.id).clearNotifications();
    const allSeqs = [...bids, ...withdrawals].toSorted((a, b) => a - b);
    await env.INBOX.getByName(opening.actor.id).deliver(
      allSeqs.map((seq) => aNotice(seq, "newBid", { auctionId: opening.auctionId })),
    );
    expect(await env.INBOX.getByName(opening.actor.id).listNotifications()).toEqual({ notifications: [], unread: 0 });
  });
});

it("a subscriber that doesn't answer within five seconds is called again", async () => {
  // Fake timers are shared by all rooms and would run in this one, so no other room may have any.
  await abortAllDurableObjects();
  const failed: string[] = [];
  let isSilent = true;
  const subscribers = subscribersWith({
    notifyInbox: () => (isSilent ? new Promise(() => {}) : Promise.resolve()),
    onFailure: (subscriber) => failed.push(subscriber),
  });
  await withDelivery(subscribers, async ({ queue, delivery }) => {
    await runAuction(queue, bidders, 1, async () => {});
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const running = delivery.run();
      await vi.advanceTimersByTimeAsync(5_000);
      await running;
    } finally {
      vi.useRealTimers();
    }
    expect(failed).toEqual(["sellerInbox"]);
    isSilent = false;
    await delivery.run();
    expect(delivery.isPending()).toBe(false);
  });
});

it("the alarm retries a failed delivery after half a second", async () => {
  const subscribers = subscribersWith({
    updateCatalogue: () => Promise.reject(new Error("D1 is away")),
    onFailure: () => {},
  });
  // The clock doesn't move, and is ahead, so the alarm doesn't fire by itself.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + HOUR_MS });
  try {
    await withDelivery(subscribers, async ({ ctx, queue, delivery }) => {
      await queue.submit(anOpenRoomRequest());
      await delivery.runAndTidy();
      expect(await ctx.storage.getAlarm()).toBe(Date.now() + 500);
    });
  } finally {
    vi.useRealTimers();
  }
});

it("a caller waits at most five seconds while everything is delivered", async () => {
  // Fake timers are shared by all rooms and would run in this one, so no other room may have any.
  await abortAllDurableObjects();
  const received: string[] = [];
  const subscribers = subscribersWith({
    // Slow, but never so slow that a call fails.
    updateCatalogue: async ({ phase }) => {
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      received.push(phase);
    },
  });
  await withDelivery(subscribers, async ({ queue, delivery }) => {
    await queue.submit(anOpenRoomRequest());
    const bids = Array.from({ length: 1_100 }, (_, index) =>
      queue.submit({ type: "placeBid", actor: bidders[index % 3] ?? aPerson(), amountMinor: 10_000 + index * 100 }),
    );
    await Promise.all(bids);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      let isAnswered = false;
      const running = delivery.run();
      const answering = delivery.waitFor(running).then(() => {
        isAnswered = true;
      });
      await vi.advanceTimersByTimeAsync(4_999);
      expect(isAnswered).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      await answering;
      expect(delivery.isPending()).toBe(true);
      await vi.advanceTimersByTimeAsync(5_000);
      await running;
    } finally {
      vi.useRealTimers();
    }
    expect(received).toEqual(["open", "open", "open"]);
    expect(delivery.isPending()).toBe(false);
  });
});

it("a burst of bids delivers every notice that an inbox would keep", async () => {
  const received = new Map<string, number[]>();
  const subscribers = subscribersWith({
    notifyInbox: async (userId, notices) => {
      received.set(
        userId,
        notices.map(({ seq }) => seq),
      );
    },
  });
  await withDelivery(subscribers, async ({ storage, queue, delivery }) => {
    await runAuction(queue, bidders, 300, async () => {});
    const { auction, bidders: bidderTable } = openState(storage);
    await delivery.run();
    const allNotices = storage.journal.listSince(0).flatMap((record) => noticesOf(record, auction, bidderTable));
    const noticesByPerson = Map.groupBy(limitNotices(allNotices), ({ recipientId }) => recipientId);
    const expected = Array.from(
      noticesByPerson,
      ([id, personNotices]) => [id, personNotices.map(({ notice }) => notice.seq)] as const,
    );
    expect(received).toEqual(new Map(expected));
    const sellerNotices = noticesByPerson.get(auction.sellerId)?.filter(({ notice }) => notice.kind === "newBid");
    expect(sellerNotices).toHaveLength(MAX_NOTIFICATIONS);
  });
});

it("a person outbid hundreds of bids ago is still notified", async () => {
  const [ann, bob, cem] = bidders.map((bidder) => ({ ...bidder, id: aPerson().id }));
  if (!ann || !bob || !cem) throw new Error("there are three bidders");
  const { kinds, subscribers } = recordingKindsFor(ann.id);
  await withDelivery(subscribers, async ({ queue, delivery }) => {
    await queue.submit(anOpenRoomRequest());
    const actors = [ann, ...Array.from({ length: 2 * MAX_NOTIFICATIONS }, (_, index) => (index % 2 ? bob : cem))];
    await Promise.all(
      actors.map((actor, index) => queue.submit({ type: "placeBid", actor, amountMinor: 10_000 + index * 100 })),
    );
    await delivery.run();
    expect(kinds).toEqual(["outbid"]);
  });
});

it("a purchase keeps the leader's earlier notice of being outbid", async () => {
  const [ann, bob] = [aPerson(), aPerson()];
  const { kinds, subscribers } = recordingKindsFor(ann.id);
  await withDelivery(subscribers, async ({ queue, delivery }) => {
    const opening = anOpenRoomRequest();
    const terms = { ...opening.terms, buyNowPriceMinor: 50_000 };
    // Bids below the reserve leave the Buy It Now price available.
    await queue.submit({ ...opening, terms, reserve: { reserveMinor: 40_000, salt: newId() } });
    for (const [index, actor] of [ann, bob, ann].entries()) {
      await queue.submit({ type: "placeBid", actor, amountMinor: 10_000 + index * 100 });
    }
    const bought = await queue.submit({ type: "buyNow", actor: bob, priceMinor: 50_000 });
    expect(bought).toMatchObject({ ok: true });
    await delivery.run();
    expect(kinds).toEqual(["outbid", "lost"]);
  });
});

it("only bidders' notices include the standing, and only if the auction is visible", async () => {
  const [ann, bob] = [aPerson("Ann"), aPerson("Bob")];
  const received: (readonly [userId: string, leads: boolean | undefined])[] = [];
  const subscribers = subscribersWith({
    notifyInbox: async (userId, notices) => {
      received.push([userId, notices.at(-1)?.standing?.leads]);
    },
  });
  await withDelivery(subscribers, async ({ queue, delivery }) => {
    const { actor: seller } = await runAuction(queue, [ann, bob], 2, async () => {});
    await delivery.run();
    expect(new Map(received)).toEqual(
      new Map([
        [seller.id, undefined],
        [ann.id, false],
      ]),
    );
    received.length = 0;
    await queue.submit({ type: "placeBid", actor: ann, amountMinor: 20_000 });
    await queue.submit({ type: "setHidden", reason: "counterfeit", salt: "salt" });
    await delivery.run();
    expect(new Map(received)).toEqual(
      new Map([
        [seller.id, undefined],
        [bob.id, undefined],
      ]),
    );
    // A voided auction has a page again, even for people who bid.
    await queue.submit({ type: "voidAuction", reason: "A copy" });
    await delivery.run();
    expect(new Map(received).get(bob.id)).toBe(false);
  });
});

it("an anonymous leader's notice says that they lead", async () => {
  const anonymousPerson = { ...aPerson(), anonymous: true };
  const leads: (boolean | undefined)[] = [];
  const subscribers = subscribersWith({
    notifyInbox: async (userId, notices) => {
      if (userId === anonymousPerson.id) leads.push(...notices.map(({ standing }) => standing?.leads));
    },
  });
  await withDelivery(subscribers, async ({ queue, delivery }) => {
    await queue.submit(anOpenRoomRequest());
    await queue.submit({ type: "placeBid", actor: anonymousPerson, amountMinor: 10_000 });
    const higherBid = await queue.submit({ type: "placeBid", actor: aPerson(), amountMinor: 10_100 });
    await delivery.run();
    const bidId = higherBid.ok ? higherBid.value.newBid._id : "";
    await queue.submit({ type: "voidBid", bidId, by: "admin", reason: "A bot", salt: newId() });
    await delivery.run();
    expect(leads).toEqual([false, true]);
  });
});

it("more bids than one batch holds are delivered up to the last event", async () => {
  const writtenIds = new Set<string>();
  const received = new Set<number>();
  const subscribers = subscribersWith({
    updateCatalogue: async (_auction, bids) => {
      for (const { id } of bids) writtenIds.add(id);
    },
    notifyInbox: async (_userId, notices) => {
      for (const { seq } of notices) received.add(seq);
    },
  });
  await withDelivery(subscribers, async ({ queue, storage, delivery }) => {
    await queue.submit(anOpenRoomRequest());
    const people = Array.from({ length: 11 }, () => aPerson());
    const bids = Array.from({ length: 20_100 }, (_, index) =>
      queue.submit({
        type: "placeBid",
        actor: people[index % people.length] ?? aPerson(),
        amountMinor: 10_000 + index * 100,
      }),
    );
    const outcomes = await Promise.all(bids);
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    await delivery.run();
    expect(delivery.isPending()).toBe(false);
    expect(writtenIds.size).toBe(20_100);
    expect(Math.max(...received)).toBe(storage.journal.listSince(20_000).at(-1)?.seq);
  });
});

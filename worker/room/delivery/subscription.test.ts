import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { standIn } from "../../testing/stand-in.ts";
import { Subscription, type SubscriptionSource } from "./subscription.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const AT_ONCE = { batchWindowMs: 0, firstPauseMs: 1_000, pauseFactor: 20, maxPauseMs: 4_000 };
const BATCHING = { batchWindowMs: 1_500, firstPauseMs: 0, pauseFactor: 20, maxPauseMs: 4_000 };

/** A subscription of a journal that has only a length; `take` is the subscriber. */
function subscriptionOf(take: (from: number, to: number) => Promise<number>, timing = AT_ONCE) {
  const journal = { length: 0, checkpoint: 0 };
  const stalled: number[] = [];
  const checkpoints = {
    get: () => journal.checkpoint,
    move: (_subscriber: string, from: number, seq: number) => {
      if (journal.checkpoint === from) journal.checkpoint = seq;
    },
  };
  const source = {
    checkpoints,
    get state() {
      return { auction: { seq: journal.length } };
    },
  };
  const subscription = new Subscription(standIn<SubscriptionSource>(source), {
    subscriber: "catalogue",
    ...timing,
    deliver: (_state, from) => take(from, journal.length),
    onFailure: () => {},
    onStalled: (failingMs) => stalled.push(failingMs),
  });
  const bid = async () => {
    journal.length += 1;
    void subscription.runInBackground();
    await vi.advanceTimersByTimeAsync(1);
  };
  return { subscription, journal, bid, stalled };
}

it("a failing subscriber is called again after its pause, not on every bid", async () => {
  let tries = 0;
  let isAway = true;
  const { subscription, bid } = subscriptionOf(async (_from, to) => {
    tries += 1;
    if (isAway) throw new Error("D1 is locked");
    return to;
  });
  for (let count = 0; count < 40; count += 1) await bid();
  expect(tries).toBe(1);
  await vi.advanceTimersByTimeAsync(subscription.retryMs() ?? 0);
  expect(tries).toBe(2);
  isAway = false;
  void subscription.runInBackground();
  await vi.advanceTimersByTimeAsync(subscription.retryMs() ?? 0);
  expect(subscription.isPending()).toBe(false);
});

it("a subscriber that keeps failing is reported once a minute, not on every attempt", async () => {
  let tries = 0;
  let isAway = true;
  const { subscription, journal, stalled } = subscriptionOf(async (_from, to) => {
    tries += 1;
    if (isAway) throw new Error("D1 is locked");
    return to;
  });
  journal.length = 1;
  const tryFor = async (ms: number) => {
    for (const endsAt = Date.now() + ms; Date.now() < endsAt;) {
      await subscription.run();
      await vi.advanceTimersByTimeAsync(5_000);
    }
  };
  await tryFor(60_000);
  expect(stalled).toEqual([]);
  await tryFor(125_000);
  expect(stalled).toEqual([60_000, 120_000, 180_000]);
  expect(tries).toBe(37);
  isAway = false;
  await subscription.run();
  journal.length = 2;
  isAway = true;
  await tryFor(60_000);
  expect(stalled).toHaveLength(3);
});

it("a subscription delivers the first event right away, then less often under load", async () => {
  const batches: number[] = [];
  const { bid } = subscriptionOf(async (_from, to) => {
    batches.push(Date.now());
    return to;
  });
  const startedAt = Date.now();
  for (let count = 0; count < 20_000; count += 1) await bid();
  const gaps = batches.map((at, index) => at - (batches[index - 1] ?? startedAt));
  expect(gaps[0]).toBeLessThan(5);
  expect(gaps.slice(1).every((gap, index) => gap >= (gaps[index] ?? 0))).toBe(true);
  expect(Math.max(...gaps)).toBeLessThan(4_100);
  expect(gaps.at(-1)).toBeGreaterThan(3_900);
});

it("a batching subscription delivers one batch at the end of each interval", async () => {
  const batches: (readonly [at: number, from: number, to: number])[] = [];
  const { bid, subscription } = subscriptionOf(async (from, to) => {
    batches.push([Date.now(), from, to]);
    return to;
  }, BATCHING);
  const startedAt = Date.now();
  for (let count = 0; count < 4_000; count += 1) await bid();
  const waits = batches.map(([at], index) => at - (batches[index - 1]?.[0] ?? startedAt));
  expect(waits).toEqual([1_500, 1_500]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(subscription.isPending()).toBe(false);
  // Even after a quiet time.
  await vi.advanceTimersByTimeAsync(60_000);
  await bid();
  await vi.advanceTimersByTimeAsync(1_498);
  expect(subscription.isPending()).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(subscription.isPending()).toBe(false);
});

it("a batching subscription starts a batch each interval under lasting load", async () => {
  const startedAt: number[] = [];
  const { bid } = subscriptionOf(async (_from, to) => {
    startedAt.push(Date.now());
    await new Promise((resolve) => setTimeout(resolve, 5));
    return to;
  }, BATCHING);
  for (let count = 0; count < 20_000; count += 1) await bid();
  const intervals = startedAt.slice(1).map((at, index) => at - (startedAt[index] ?? 0));
  expect(intervals.length).toBeGreaterThan(10);
  expect(Math.max(...intervals)).toBeLessThanOrEqual(BATCHING.batchWindowMs + 10);
});

it("a batching subscription doesn't repeat what was delivered in the meantime", async () => {
  let batches = 0;
  const { bid, subscription, journal } = subscriptionOf(async (_from, to) => {
    batches += 1;
    return to;
  }, BATCHING);
  await bid();
  await subscription.run();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(batches).toBe(1);
  journal.length += 1;
  void subscription.runInBackground(true);
  await vi.advanceTimersByTimeAsync(0);
  expect([batches, subscription.isPending()]).toEqual([2, false]);
});

it("a batching subscription calls a slow subscriber less often", async () => {
  const batches: number[] = [];
  const { bid } = subscriptionOf(async (_from, to) => {
    batches.push(Date.now());
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return to;
  }, BATCHING);
  for (let count = 0; count < 15_000; count += 1) await bid();
  const gaps = batches.slice(1).map((at, index) => at - (batches[index] ?? 0));
  // One second is for the batch itself.
  expect(new Set(gaps)).toEqual(new Set([5_000]));
});

it("a subscriber is called less often while it answers slowly", async () => {
  let tookMs = 100;
  const batches: number[] = [];
  const { subscription, bid } = subscriptionOf(async (_from, to) => {
    batches.push(Date.now());
    await new Promise((resolve) => setTimeout(resolve, tookMs));
    return to;
  });
  const bidFor = async (ms: number) => {
    for (let count = 0; count < ms; count += 1) await bid();
  };
  await bidFor(2_200);
  expect(batches).toHaveLength(2);
  expect((batches[1] ?? 0) - (batches[0] ?? 0)).toBeGreaterThanOrEqual(20 * tookMs);
  // Everything is delivered and the pause is over. The next fact is sent right away, and the pauses start over.
  await vi.advanceTimersByTimeAsync(20_000);
  expect(subscription.isPending()).toBe(false);
  tookMs = 1;
  batches.length = 0;
  await bidFor(1_500);
  expect(batches).toHaveLength(2);
  expect((batches[1] ?? 0) - (batches[0] ?? 0)).toBeLessThan(1_100);
});

it("a subscription pauses between the batches of a backlog", async () => {
  const TOOK_MS = 20;
  const batches: number[] = [];
  const { subscription, journal } = subscriptionOf(async (from, to) => {
    batches.push(Date.now());
    await new Promise((resolve) => setTimeout(resolve, TOOK_MS));
    return Math.min(to, from + 100);
  });
  journal.length = 500;
  void subscription.runInBackground();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(subscription.isPending()).toBe(false);
  const gaps = batches.slice(1).map((at, index) => at - (batches[index] ?? 0));
  expect(gaps).toHaveLength(4);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4 * TOOK_MS);
  // A caller that waits for the whole backlog does not wait for these pauses.
  journal.length = 1_000;
  const startedAt = Date.now();
  const all = subscription.run();
  await vi.advanceTimersByTimeAsync(5 * TOOK_MS);
  await all;
  expect(Date.now() - startedAt).toBe(5 * TOOK_MS);
});

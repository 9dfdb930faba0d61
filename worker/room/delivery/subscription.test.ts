import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { standIn } from "../../testing/stand-in.ts";
import { Subscription, type SubscriptionSource } from "./subscription.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A subscription to a journal that has only a length. `receive` is the subscriber. */
function subscriptionOf(receive: (from: number, to: number) => Promise<number>) {
  const journal = { length: 0, checkpoint: 0 };
  const stallReports: number[] = [];
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
    deliver: (_state, from) => receive(from, journal.length),
    onFailure: () => {},
    onStalled: (failingMs) => stallReports.push(failingMs),
  });
  const bid = async () => {
    journal.length += 1;
    void subscription.runInBackground();
    await vi.advanceTimersByTimeAsync(1);
  };
  return { subscription, journal, bid, stallReports };
}

it("a failing subscriber is called again after its pause, not on every bid", async () => {
  let tries = 0;
  let isDown = true;
  const { subscription, bid } = subscriptionOf(async (_from, to) => {
    tries += 1;
    if (isDown) throw new Error("D1 is locked");
    return to;
  });
  for (let count = 0; count < 40; count += 1) await bid();
  expect(tries).toBe(1);
  await vi.advanceTimersByTimeAsync(subscription.retryMs() ?? 0);
  expect(tries).toBe(2);
  isDown = false;
  void subscription.runInBackground();
  await vi.advanceTimersByTimeAsync(subscription.retryMs() ?? 0);
  expect(subscription.isPending()).toBe(false);
});

it("an alarm doesn't call a failed subscriber before it's due again", async () => {
  let tries = 0;
  const { subscription, journal } = subscriptionOf(async () => {
    tries += 1;
    throw new Error("D1 is locked");
  });
  journal.length = 1;
  await subscription.runWithPauses();
  const waits: (number | null)[] = [];
  for (let count = 0; count < 6; count += 1) {
    waits.push(subscription.retryMs());
    await subscription.runWithPauses();
    expect(tries).toBe(count + 1);
    await vi.advanceTimersByTimeAsync(subscription.retryMs() ?? 0);
    await subscription.runWithPauses();
  }
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000]);
});

it("a subscriber that keeps failing is reported once a minute, not on every attempt", async () => {
  let tries = 0;
  let isDown = true;
  const { subscription, journal, stallReports } = subscriptionOf(async (_from, to) => {
    tries += 1;
    if (isDown) throw new Error("D1 is locked");
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
  expect(stallReports).toEqual([]);
  await tryFor(125_000);
  expect(stallReports).toEqual([60_000, 120_000, 180_000]);
  expect(tries).toBe(37);
  isDown = false;
  await subscription.run();
  journal.length = 2;
  isDown = true;
  await tryFor(60_000);
  expect(stallReports).toHaveLength(3);
});

/** When each batch was delivered, while a bid arrives every millisecond for `forMs`. */
async function batchTimes(forMs: number, tookMs = 0) {
  const startedAt = Date.now();
  const batches: number[] = [];
  const { bid } = subscriptionOf(async (_from, to) => {
    batches.push(Date.now() - startedAt);
    if (tookMs > 0) await new Promise((resolve) => setTimeout(resolve, tookMs));
    return to;
  });
  for (let count = 0; count < forMs; count += 1) await bid();
  return batches;
}

it("background delivery sends the first event right away, then a batch a second", async () => {
  const batches = await batchTimes(5_500);
  expect(batches[0]).toBeLessThan(5);
  const gaps = batches.slice(1).map((at, index) => at - (batches[index] ?? 0));
  expect(gaps).toHaveLength(5);
  expect(Math.max(...gaps) - 1_000).toBeLessThan(5);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
});

it("background delivery pauses for as long as a slow batch took", async () => {
  const batches = await batchTimes(16_000, 2_500);
  const gaps = batches.slice(1).map((at, index) => at - (batches[index] ?? 0));
  expect(gaps).toEqual([5_000, 5_000, 5_000]);
});

it("a subscription pauses between the batches of a backlog", async () => {
  const BATCH_MS = 20;
  const batches: number[] = [];
  const { subscription, journal } = subscriptionOf(async (from, to) => {
    batches.push(Date.now());
    await new Promise((resolve) => setTimeout(resolve, BATCH_MS));
    return Math.min(to, from + 100);
  });
  journal.length = 500;
  // A second alarm during the pauses starts no second delivery.
  void subscription.runWithPauses();
  void subscription.runWithPauses();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(subscription.isPending()).toBe(false);
  const gaps = batches.slice(1).map((at, index) => at - (batches[index] ?? 0));
  expect(gaps).toHaveLength(4);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4 * BATCH_MS);
  // A caller that waits for the whole backlog does not wait for these pauses.
  journal.length = 1_000;
  const startedAt = Date.now();
  const run = subscription.run();
  await vi.advanceTimersByTimeAsync(5 * BATCH_MS);
  await run;
  expect(Date.now() - startedAt).toBe(5 * BATCH_MS);
});

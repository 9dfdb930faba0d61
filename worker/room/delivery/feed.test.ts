import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { standIn } from "../../testing/stand-in.ts";
import { Feed, type FeedSource } from "./feed.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const AT_ONCE = { gatherMs: 0, firstPauseMs: 1_000, pauseFactor: 20, maxPauseMs: 4_000 };
const GATHERING = { gatherMs: 1_500, firstPauseMs: 0, pauseFactor: 20, maxPauseMs: 4_000 };

/** A feed of a journal that has only a length; `take` is the subscriber. */
function feedOf(take: (from: number, to: number) => Promise<number>, timing = AT_ONCE) {
  const journal = { length: 0, cursor: 0 };
  const stalled: number[] = [];
  const cursors = {
    at: () => journal.cursor,
    move: (_subscriber: string, from: number, seq: number) => {
      if (journal.cursor === from) journal.cursor = seq;
    },
  };
  const source = {
    cursors,
    get state() {
      return { auction: { seq: journal.length } };
    },
  };
  const feed = new Feed(standIn<FeedSource>(source), {
    subscriber: "catalogue",
    ...timing,
    deliver: (_state, from) => take(from, journal.length),
    onFailure: () => {},
    onStalled: (failingMs) => stalled.push(failingMs),
  });
  const bid = async () => {
    journal.length += 1;
    void feed.runInBackground();
    await vi.advanceTimersByTimeAsync(1);
  };
  return { feed, journal, bid, stalled };
}

it("a subscriber that fails at once is not called with each bid, only after its pause", async () => {
  let tries = 0;
  let isAway = true;
  const { feed, bid } = feedOf(async (_from, to) => {
    tries += 1;
    if (isAway) throw new Error("D1 is locked");
    return to;
  });
  for (let count = 0; count < 40; count += 1) await bid();
  expect(tries).toBe(1);
  await vi.advanceTimersByTimeAsync(feed.retryMs() ?? 0);
  expect(tries).toBe(2);
  isAway = false;
  void feed.runInBackground();
  await vi.advanceTimersByTimeAsync(feed.retryMs() ?? 0);
  expect(feed.isPending()).toBe(false);
});

it("a subscriber that keeps failing is reported once a minute, not with each try", async () => {
  let tries = 0;
  let isAway = true;
  const { feed, journal, stalled } = feedOf(async (_from, to) => {
    tries += 1;
    if (isAway) throw new Error("D1 is locked");
    return to;
  });
  journal.length = 1;
  const tryFor = async (ms: number) => {
    for (const endsAt = Date.now() + ms; Date.now() < endsAt;) {
      await feed.run();
      await vi.advanceTimersByTimeAsync(5_000);
    }
  };
  await tryFor(60_000);
  expect(stalled).toEqual([]);
  await tryFor(125_000);
  expect(stalled).toEqual([60_000, 120_000, 180_000]);
  expect(tries).toBe(37);
  isAway = false;
  await feed.run();
  journal.length = 2;
  isAway = true;
  await tryFor(60_000);
  expect(stalled).toHaveLength(3);
});

it("the first fact is delivered at once, and under steady load the rounds become rarer, down to one in four seconds", async () => {
  const rounds: number[] = [];
  const { bid } = feedOf(async (_from, to) => {
    rounds.push(Date.now());
    return to;
  });
  const startedAt = Date.now();
  for (let count = 0; count < 20_000; count += 1) await bid();
  const gaps = rounds.map((at, index) => at - (rounds[index - 1] ?? startedAt));
  expect(gaps[0]).toBeLessThan(5);
  expect(gaps.slice(1).every((gap, index) => gap >= (gaps[index] ?? 0))).toBe(true);
  expect(Math.max(...gaps)).toBeLessThan(4_100);
  expect(gaps.at(-1)).toBeGreaterThan(3_900);
});

it("a feed that gathers delivers one round at the end of each interval, and no fact at once, however many facts come", async () => {
  const rounds: (readonly [at: number, from: number, to: number])[] = [];
  const { bid, feed } = feedOf(async (from, to) => {
    rounds.push([Date.now(), from, to]);
    return to;
  }, GATHERING);
  const startedAt = Date.now();
  for (let count = 0; count < 4_000; count += 1) await bid();
  const waits = rounds.map(([at], index) => at - (rounds[index - 1]?.[0] ?? startedAt));
  expect(waits).toEqual([1_500, 1_500]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(feed.isPending()).toBe(false);
  // After a quiet time as well.
  await vi.advanceTimersByTimeAsync(60_000);
  await bid();
  await vi.advanceTimersByTimeAsync(1_498);
  expect(feed.isPending()).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(feed.isPending()).toBe(false);
});

it("a feed that gathers for a quick subscriber begins a round each interval, however long the load lasts", async () => {
  const startedAt: number[] = [];
  const { bid } = feedOf(async (_from, to) => {
    startedAt.push(Date.now());
    await new Promise((resolve) => setTimeout(resolve, 5));
    return to;
  }, GATHERING);
  for (let count = 0; count < 20_000; count += 1) await bid();
  const intervals = startedAt.slice(1).map((at, index) => at - (startedAt[index] ?? 0));
  expect(intervals.length).toBeGreaterThan(10);
  expect(Math.max(...intervals)).toBeLessThanOrEqual(GATHERING.gatherMs + 10);
});

it("what is delivered at once while a feed gathers is not delivered again, and overdue facts do not wait for others", async () => {
  let rounds = 0;
  const { bid, feed, journal } = feedOf(async (_from, to) => {
    rounds += 1;
    return to;
  }, GATHERING);
  await bid();
  await feed.run();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(rounds).toBe(1);
  journal.length += 1;
  void feed.runInBackground(true);
  await vi.advanceTimersByTimeAsync(0);
  expect([rounds, feed.isPending()]).toEqual([2, false]);
});

it("a feed that gathers calls a slow subscriber more rarely, at least once in its longest pause", async () => {
  const rounds: number[] = [];
  const { bid } = feedOf(async (_from, to) => {
    rounds.push(Date.now());
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return to;
  }, GATHERING);
  for (let count = 0; count < 15_000; count += 1) await bid();
  const gaps = rounds.slice(1).map((at, index) => at - (rounds[index] ?? 0));
  // A second for the round itself.
  expect(new Set(gaps)).toEqual(new Set([5_000]));
});

it("a subscriber that answers slowly is called more rarely, and as often as before once it is fast again", async () => {
  let tookMs = 100;
  const rounds: number[] = [];
  const { feed, bid } = feedOf(async (_from, to) => {
    rounds.push(Date.now());
    await new Promise((resolve) => setTimeout(resolve, tookMs));
    return to;
  });
  const bidFor = async (ms: number) => {
    for (let count = 0; count < ms; count += 1) await bid();
  };
  await bidFor(2_200);
  expect(rounds).toHaveLength(2);
  expect((rounds[1] ?? 0) - (rounds[0] ?? 0)).toBeGreaterThanOrEqual(20 * tookMs);
  // Everything is delivered and the pause is over: the next fact is sent at once, and the pause after it is the first
  // one again.
  await vi.advanceTimersByTimeAsync(20_000);
  expect(feed.isPending()).toBe(false);
  tookMs = 1;
  rounds.length = 0;
  await bidFor(1_500);
  expect(rounds).toHaveLength(2);
  expect((rounds[1] ?? 0) - (rounds[0] ?? 0)).toBeLessThan(1_100);
});

it("between the rounds of a backlog that does not fit into one, the feed pauses to let bids through", async () => {
  const TOOK_MS = 20;
  const rounds: number[] = [];
  const { feed, journal } = feedOf(async (from, to) => {
    rounds.push(Date.now());
    await new Promise((resolve) => setTimeout(resolve, TOOK_MS));
    return Math.min(to, from + 100);
  });
  journal.length = 500;
  void feed.runInBackground();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(feed.isPending()).toBe(false);
  const gaps = rounds.slice(1).map((at, index) => at - (rounds[index] ?? 0));
  expect(gaps).toHaveLength(4);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4 * TOOK_MS);
  // A caller that waits for the whole backlog does not wait for these pauses.
  journal.length = 1_000;
  const startedAt = Date.now();
  const all = feed.run();
  await vi.advanceTimersByTimeAsync(5 * TOOK_MS);
  await all;
  expect(Date.now() - startedAt).toBe(5 * TOOK_MS);
});

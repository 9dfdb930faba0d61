import { describe, expect, it, vi } from "vitest";

import { Feed, type FeedSource } from "../../../worker/room/delivery/feed.ts";
import { standIn } from "../../../worker/testing/stand-in.ts";
import { OURS, roundsPerSecond } from "./costs.ts";
import { IN_TIME_MS, type LagLoad, randomBids, simulateLag } from "./d1-lag.ts";

const LOAD: LagLoad = { auctions: 1_000, bidsPerSecond: 100, roundMs: 5, databases: 1, seconds: 30, seed: "lag" };

describe("a D1 that has time", () => {
  it("has a bid that comes alone as soon as it was gathered and written", () => {
    const { medianMs, p99Ms } = simulateLag({ ...LOAD, bidsPerSecond: 1, seconds: 600 });
    expect(medianMs).toBeGreaterThanOrEqual(OURS.rounds.gatherMs + LOAD.roundMs);
    expect(medianMs).toBeLessThan(OURS.rounds.gatherMs + LOAD.roundMs + 2);
    expect(p99Ms).toBeLessThan(IN_TIME_MS);
  });

  it("has bids that share rounds after half of the wait, and within the promise", () => {
    const { medianMs, p99Ms } = simulateLag({ ...LOAD, auctions: 10 });
    expect(medianMs).toBeGreaterThan(OURS.rounds.gatherMs / 2);
    expect(medianMs).toBeLessThan(OURS.rounds.maxPauseMs / 2);
    expect(p99Ms).toBeLessThan(IN_TIME_MS);
  });

  it.each([1_000, 50_000])("gets as many rounds from %i auctions as the formula says", (auctions) => {
    const { rounds } = simulateLag({ ...LOAD, auctions, seconds: 120 });
    const expected = 120 * roundsPerSecond(LOAD.bidsPerSecond, auctions);
    expect(rounds / expected).toBeGreaterThan(0.95);
    expect(rounds / expected).toBeLessThan(1.05);
  });

  it("gets as many rounds as the formula says also from auctions with steady bids", () => {
    const { rounds, bids } = simulateLag({ ...LOAD, auctions: 10, bidsPerSecond: 2_000, seconds: 120 });
    expect(bids).toBeGreaterThan(200_000);
    expect(rounds / (120 * roundsPerSecond(2_000, 10))).toBeCloseTo(1, 1);
  });
});

describe("a D1 without spare time", () => {
  const TOO_MANY = { ...LOAD, auctions: 50_000, bidsPerSecond: 500 };

  it("still gets every bid, but later than promised", () => {
    const { bids, p99Ms } = simulateLag(TOO_MANY);
    expect(bids).toBeGreaterThan(14_000);
    expect(p99Ms).toBeGreaterThan(IN_TIME_MS);
  });

  it("keeps the promise once it is divided into four", () => {
    expect(simulateLag({ ...TOO_MANY, databases: 4 }).p99Ms).toBeLessThan(IN_TIME_MS);
  });

  it("can also be one that reads keep busy", () => {
    const alone = simulateLag({ ...LOAD, bidsPerSecond: 250 });
    const besideReads = simulateLag({ ...LOAD, bidsPerSecond: 250, share: 0.2 });
    expect(alone.p99Ms).toBeLessThan(IN_TIME_MS);
    expect(besideReads.p99Ms).toBeGreaterThan(IN_TIME_MS);
  });
});

it("the same seed gives the same figures", () => {
  expect(simulateLag(LOAD)).toEqual(simulateLag(LOAD));
});

/** The product's own feed with the model's bids on one auction, before a D1 that does nothing else. */
async function feedOfProduct(load: LagLoad) {
  vi.useFakeTimers({ now: 0 });
  const bidAt: number[] = [];
  const lags: number[] = [];
  let [cursor, rounds] = [0, 0];
  const source = {
    get state() {
      return { auction: { seq: bidAt.length } };
    },
    cursors: { at: () => cursor, move: (_reader: string, _from: number, seq: number) => (cursor = seq) },
  };
  const feed = new Feed(standIn<FeedSource>(source), {
    reader: "catalogue",
    ...OURS.rounds,
    deliver: async ({ auction: { seq } }, from) => {
      rounds += 1;
      await new Promise((resolve) => setTimeout(resolve, load.roundMs));
      lags.push(...bidAt.slice(from, seq).map((at) => Date.now() - at));
      return seq;
    },
    onFailure: () => {},
    onStalled: () => {},
  });
  try {
    for (const { at } of randomBids(load)) {
      await vi.advanceTimersByTimeAsync(Math.ceil(at) - Date.now());
      bidAt.push(at);
      void feed.runInBackground();
    }
    await vi.runAllTimersAsync();
  } finally {
    vi.useRealTimers();
  }
  const sorted = lags.toSorted((one, other) => one - other);
  return { rounds, bids: lags.length, medianMs: sorted[sorted.length >>> 1] ?? 0 };
}

it.each([
  [0.1, 5],
  [1, 5],
  [1, 100],
  [30, 5],
])("a room of the model is as late as the product's feed: %d bids a second, rounds of %d ms", async (rate, roundMs) => {
  const load = { ...LOAD, auctions: 1, bidsPerSecond: rate, roundMs, seconds: 600 };
  const product = await feedOfProduct(load);
  const { medianMs, ...counted } = simulateLag(load);
  expect(counted).toMatchObject({ rounds: product.rounds, bids: product.bids });
  // Bids of the same millisecond come before or after a round of it.
  expect(Math.abs(medianMs - product.medianMs)).toBeLessThan(10);
});

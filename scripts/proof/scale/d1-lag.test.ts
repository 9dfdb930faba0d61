import { describe, expect, it } from "vitest";

import { OURS, roundsPerSecond } from "./costs.ts";
import { type LagLoad, simulateLag } from "./d1-lag.ts";

const LOAD: LagLoad = { auctions: 1_000, bidsPerSecond: 100, roundMs: 5, databases: 1, seconds: 30, seed: "lag" };

describe("a D1 with spare time", () => {
  it("has every bid within the pause and a little", () => {
    const { medianMs, p99Ms } = simulateLag(LOAD);
    expect(medianMs).toBeGreaterThan(OURS.roundPauseMs / 2);
    expect(p99Ms).toBeLessThan(OURS.roundPauseMs * 1.1);
  });

  it.each([10, 1_000, 50_000])("gets as many rounds from %i auctions as the formula says", (auctions) => {
    const { rounds } = simulateLag({ ...LOAD, auctions, seconds: 120 });
    const expected = 120 * roundsPerSecond(LOAD.bidsPerSecond, auctions);
    expect(rounds / expected).toBeGreaterThan(0.95);
    expect(rounds / expected).toBeLessThan(1.05);
  });

  it("gets at most one round per pause from each auction, regardless of the number of bids", () => {
    const { rounds, bids } = simulateLag({ ...LOAD, auctions: 10, bidsPerSecond: 2_000 });
    expect(bids).toBeGreaterThan(50_000);
    // One more begins before the first pause is over.
    expect(rounds).toBeLessThanOrEqual(10 * (LOAD.seconds + 1));
  });
});

describe("a D1 without spare time", () => {
  const TOO_MANY = { ...LOAD, auctions: 50_000, bidsPerSecond: 500 };

  it("still gets every bid, but later than promised", () => {
    const { bids, p99Ms } = simulateLag(TOO_MANY);
    expect(bids).toBeGreaterThan(14_000);
    expect(p99Ms).toBeGreaterThan(OURS.promisedLagMs);
  });

  it("keeps the promise once it is divided into four", () => {
    expect(simulateLag({ ...TOO_MANY, databases: 4 }).p99Ms).toBeLessThan(OURS.promisedLagMs);
  });

  it("can also be one that reads keep busy", () => {
    const alone = simulateLag({ ...LOAD, bidsPerSecond: 250 });
    const besideReads = simulateLag({ ...LOAD, bidsPerSecond: 250, share: 0.2 });
    expect(alone.p99Ms).toBeLessThan(OURS.promisedLagMs);
    expect(besideReads.p99Ms).toBeGreaterThan(OURS.promisedLagMs);
  });
});

it("the same seed gives the same figures", () => {
  expect(simulateLag(LOAD)).toEqual(simulateLag(LOAD));
});

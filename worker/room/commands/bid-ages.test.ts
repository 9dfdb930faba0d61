import { beforeEach, describe, expect, it } from "vitest";

import { BidAges } from "./bid-ages.ts";

const T0 = 1_767_225_600_000;
const TIMEOUT_MS = 2_000;

let ages: BidAges;
beforeEach(() => {
  ages = new BidAges(TIMEOUT_MS);
});

/** Whether a bid that reaches the room at `now` is late, if a Worker received it `ms` earlier by its own clock. */
const isLateAfter = (ms: number, now = T0) => ages.recordAge({ roomReceivedAt: now, workerReceivedAt: now - ms }, now);
/** Processes enough bids to put the room under load. */
function putUnderLoad(now = T0) {
  for (let bid = 0; bid < 20; bid += 1) expect(isLateAfter(5, now)).toBe(false);
}

describe("late bids", () => {
  it("a bid is late once it has waited in the room longer than the timeout", () => {
    expect(ages.recordAge({ roomReceivedAt: T0, workerReceivedAt: undefined }, T0 + TIMEOUT_MS)).toBe(false);
    expect(ages.recordAge({ roomReceivedAt: T0, workerReceivedAt: undefined }, T0 + TIMEOUT_MS + 1)).toBe(true);
  });

  it("T21: a bid is late if it waited too long to reach a room under load", () => {
    putUnderLoad();
    expect(isLateAfter(2_500)).toBe(false);
    expect(isLateAfter(2_501)).toBe(true);
  });
});

describe("a Worker whose clock differs", () => {
  it("a Worker's clock can't make a bid late unless the room is under load", () => {
    expect(isLateAfter(60_000)).toBe(false);
    putUnderLoad();
    // The room is no longer under load.
    expect(isLateAfter(60_000, T0 + TIMEOUT_MS + 1)).toBe(false);
  });

  it("a timestamp from the future gives a bid no extra time", () => {
    putUnderLoad();
    expect(ages.recordAge({ roomReceivedAt: T0, workerReceivedAt: T0 + 60_000 }, T0 + TIMEOUT_MS + 1)).toBe(true);
  });

  it("a Worker's clock that is far behind doesn't stop an auction", () => {
    let decided = 0;
    // A hundred bids a second for a minute.
    for (let now = T0; now < T0 + 60_000; now += 10) decided += isLateAfter(30_000, now) ? 0 : 1;
    expect(decided).toBeGreaterThanOrEqual(20 * 29);
  });
});

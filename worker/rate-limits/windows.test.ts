import * as fc from "fast-check";
import { expect, it } from "vitest";

import { type WindowCount, waitMsOf, addUse } from "./windows.ts";

const WINDOW_MS = 60_000;

it("a rate-limit window allows as many calls as its limit and says when to retry", () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 200 });
  fc.assert(
    fc.property(pauses, fc.integer({ min: 1, max: 20 }), (gaps, max) => {
      const window = { max, windowMs: WINDOW_MS };
      const passTimes: number[] = [];
      let count: WindowCount | undefined;
      let now = 1_000_000;
      for (const gap of gaps) {
        now += gap;
        const waitMs = waitMsOf(count, window, 1, now);
        expect(waitMs).toBeLessThanOrEqual(WINDOW_MS);
        expect(waitMsOf(count, window, 1, now + waitMs)).toBe(0);
        if (waitMs > 0) continue;
        count = addUse(count, WINDOW_MS, 1, now);
        passTimes.push(now);
        // Each window has its own limit. Two can follow each other directly.
        expect(passTimes.filter((at) => at > now - WINDOW_MS).length).toBeLessThanOrEqual(2 * max);
        expect(passTimes.filter((at) => at >= (count?.since ?? 0)).length).toBeLessThanOrEqual(max);
      }
    }),
  );
});

it("a call that costs more than a window has left waits for the next window", () => {
  const window = { max: 10, windowMs: WINDOW_MS };
  const count = addUse(undefined, WINDOW_MS, 6, 0);
  expect(waitMsOf(count, window, 5, 10_000)).toBe(50_000);
  expect(waitMsOf(count, window, 4, 10_000)).toBe(0);
});

it("a call that is counted late counts in the current window", () => {
  const count = addUse(addUse(undefined, WINDOW_MS, 1, 10_000), WINDOW_MS, 1, 9_995);
  expect(count).toEqual({ since: 10_000, used: 2 });
});

it("counting starts over when the clock is set back by more than a window", () => {
  const window = { max: 1, windowMs: WINDOW_MS };
  const count = addUse(undefined, WINDOW_MS, 1, 1_000_000);
  expect(waitMsOf(count, window, 1, 1_000_000)).toBe(WINDOW_MS);
  expect(waitMsOf(count, window, 1, 5_000)).toBe(0);
});

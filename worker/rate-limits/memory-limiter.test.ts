import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { Pace } from "./memory-limiter.ts";
import { SlidingWindow } from "./window.ts";

describe("a sliding window", () => {
  it("lets through exactly what every one of its windows has room for, and says how long to wait for the next", () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 4_000 }), { maxLength: 120 });
    const windows = [
      { most: 3, windowMs: 5_000 },
      { most: 5, windowMs: 20_000 },
    ];
    fc.assert(
      fc.property(gaps, (pauses) => {
        const window = new SlidingWindow(...windows);
        const passed: number[] = [];
        let now = 1_000_000;
        for (const pause of pauses) {
          now += pause;
          const waits = windows.map(({ most, windowMs }) => {
            const inside = passed.filter((at) => at > now - windowMs);
            return inside.length < most ? 0 : (inside.at(-most) ?? 0) + windowMs - now;
          });
          const waitMs = window.waitMs(now);
          expect(waitMs).toBe(Math.max(...waits));
          if (waitMs === 0) passed.push(now);
        }
      }),
    );
  });

  it("begins anew when the clock is set back", () => {
    const window = new SlidingWindow({ most: 1, windowMs: 1_000 });
    expect(window.waitMs(1_000_000)).toBe(0);
    expect(window.waitMs(1_000_000)).toBe(1_000);
    expect(window.waitMs(5_000)).toBe(0);
  });
});

describe("a pace", () => {
  it("counts each by itself, and may be scaled", () => {
    const pace = new Pace({ most: 1, windowMs: 1_000 });
    expect(["a", "b", "a"].map((key) => pace.waitMs(key, 0, 1))).toEqual([0, 0, 1_000]);
    expect(["c", "c", "c"].map((key) => pace.waitMs(key, 0, 2))).toEqual([0, 0, 1_000]);
  });

  it("still knows the busy ones after it has forgotten the idle ones", () => {
    const pace = new Pace({ most: 1, windowMs: 1_000 });
    for (let index = 0; index < 5_000; index += 1) pace.waitMs(`early ${index}`, 0, 1);
    expect(pace.waitMs("busy", 900, 1)).toBe(0);
    for (let index = 0; index < 5_000; index += 1) pace.waitMs(`late ${index}`, 1_500, 1);
    expect(pace.waitMs("busy", 1_500, 1)).toBe(400);
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { CoarseWindow, MemoryLimiter, NetworkLimiter, SlidingWindow } from "./memory-limiter.ts";

describe("sliding windows", () => {
  it("a sliding window accepts exactly as many uses as fit into each of its windows, and returns how long to wait for the next", () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 4_000 }), { maxLength: 120 });
    const windows = [
      { max: 3, windowMs: 5_000 },
      { max: 5, windowMs: 20_000 },
    ];
    fc.assert(
      fc.property(gaps, (pauses) => {
        const window = new SlidingWindow(...windows);
        const passed: number[] = [];
        let now = 1_000_000;
        for (const pause of pauses) {
          now += pause;
          const waits = windows.map(({ max, windowMs }) => {
            const inside = passed.filter((at) => at > now - windowMs);
            return inside.length < max ? 0 : (inside.at(-max) ?? 0) + windowMs - now;
          });
          const waitMs = window.waitMs(now);
          expect(waitMs).toBe(Math.max(...waits));
          if (waitMs === 0) passed.push(now);
        }
      }),
    );
  });

  it.each([
    ["a sliding window", SlidingWindow],
    ["a coarse window", CoarseWindow],
  ])("%s counts a use that comes late, with the time of its arrival, and forgets no other", (_name, Window) => {
    const window = new Window({ max: 3, windowMs: 1_000 });
    expect([10_000, 9_995, 10_010].map((now) => window.waitMs(now))).toEqual([0, 0, 0]);
    for (const now of [10_020, 10_005, 10_900]) expect(window.waitMs(now)).toBeGreaterThan(0);
  });

  it("a sliding window starts from zero when the clock is set back", () => {
    const window = new SlidingWindow({ max: 1, windowMs: 1_000 });
    expect(window.waitMs(1_000_000)).toBe(0);
    expect(window.waitMs(1_000_000)).toBe(1_000);
    expect(window.waitMs(5_000)).toBe(0);
  });
});

describe("coarse windows", () => {
  it("a coarse window never accepts more uses than fit into any window, and accepts one more after the wait that it returns", () => {
    const windowMs = 60_000;
    const gaps = fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 200 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 30 }), (pauses, max) => {
        const window = new CoarseWindow({ max, windowMs });
        const passed: number[] = [];
        let now = 1_000_000;
        for (const pause of pauses) {
          now += pause;
          const waitMs = window.waitMs(now);
          if (waitMs === 0) passed.push(now);
          expect(passed.filter((at) => at > now - windowMs).length).toBeLessThanOrEqual(max);
          expect(waitMs).toBeLessThanOrEqual(windowMs);
        }
        const waitMs = window.waitMs(now);
        expect(waitMs === 0 ? 0 : window.waitMs(now + waitMs)).toBe(0);
      }),
    );
  });

  it("a coarse window starts from zero when the clock is set back", () => {
    const window = new CoarseWindow({ max: 1, windowMs: 1_000 });
    expect(window.waitMs(1_000_000)).toBe(0);
    expect(window.waitMs(1_000_000)).toBe(1_000);
    expect(window.waitMs(5_000)).toBe(0);
  });
});

describe("memory limiters", () => {
  it("a limiter of very many uses counts all of them", () => {
    const limiter = new MemoryLimiter({ max: 1_000, windowMs: 60_000 });
    for (let index = 0; index < 1_000; index += 1) expect(limiter.waitMs("a", index * 10, 1)).toBe(0);
    expect(limiter.waitMs("a", 10_000, 1)).toBeGreaterThan(50_000);
    expect(limiter.waitMs("b", 10_000, 1)).toBe(0);
  });

  it("a limiter removes the earliest keys when far too many are busy", () => {
    const limiter = new MemoryLimiter({ max: 1, windowMs: 1_000_000 });
    for (let index = 0; index < 40_000; index += 1) limiter.waitMs(`key ${index}`, 0, 1);
    expect(limiter.waitMs("key 39999", 0, 1)).toBe(1_000_000);
    expect(limiter.waitMs("key 0", 0, 1)).toBe(0);
  });

  it("networks of IPv4 and of IPv6 have limits of their own", () => {
    const minute = (max: number) => ({ max, windowMs: 60_000 });
    const limiter = new NetworkLimiter({ ipv4: minute(2), ipv6: minute(1) });
    const waits = (network: string) => [1, 2, 3].map(() => limiter.waitMs(network, 0, 1));
    expect(waits("203.0.113.1")).toEqual([0, 0, 60_000]);
    expect(waits("2001:db8:0:1")).toEqual([0, 60_000, 60_000]);
  });

  it("a memory limiter counts each key separately, and can be scaled", () => {
    const limiter = new MemoryLimiter({ max: 1, windowMs: 1_000 });
    expect(["a", "b", "a"].map((key) => limiter.waitMs(key, 0, 1))).toEqual([0, 0, 1_000]);
    expect(["c", "c", "c"].map((key) => limiter.waitMs(key, 0, 2))).toEqual([0, 0, 1_000]);
  });

  it("a memory limiter keeps the counts of busy keys when it removes idle ones", () => {
    const limiter = new MemoryLimiter({ max: 1, windowMs: 1_000 });
    for (let index = 0; index < 5_000; index += 1) limiter.waitMs(`early ${index}`, 0, 1);
    expect(limiter.waitMs("busy", 900, 1)).toBe(0);
    for (let index = 0; index < 5_000; index += 1) limiter.waitMs(`late ${index}`, 1_500, 1);
    expect(limiter.waitMs("busy", 1_500, 1)).toBe(400);
  });
});

import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { DAY_MS, HOUR_MS, newId } from "../testing/builders.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterEach(() => vi.useRealTimers());
const advanceTime = (ms: number) => vi.setSystemTime(Date.now() + ms);

it("a limiter counts a use until its window ends, even with daily cleanups", async () => {
  const limiter = env.LIMITS.getByName(newId());
  const windows = [
    { max: 2, windowMs: HOUR_MS },
    { max: 3, windowMs: 3 * DAY_MS },
  ];
  const use = () => limiter.count([{ name: "auctions", cost: 1, windows }]);
  expect([await use(), await use(), await use()]).toEqual([0, 0, HOUR_MS]);
  advanceTime(DAY_MS);
  expect(await runDurableObjectAlarm(limiter)).toBe(true);
  // Refused uses are not counted.
  expect([await use(), await use()]).toEqual([0, 2 * DAY_MS]);
  advanceTime(2 * DAY_MS);
  // The three-day window is over, with all of its uses.
  expect([await use(), await use(), await use()]).toEqual([0, 0, HOUR_MS]);
});

it("a limiter refunds one use, and only under the same name", async () => {
  const limiter = env.LIMITS.getByName(newId());
  const use = () => limiter.count([{ name: "logins", cost: 1, windows: [{ max: 2, windowMs: HOUR_MS }] }]);
  expect([await use(), await use(), await use()]).toEqual([0, 0, HOUR_MS]);
  await limiter.refund("logins");
  await limiter.refund("others");
  expect([await use(), await use()]).toEqual([0, HOUR_MS]);
});

it("a limiter counts several uses together, or none of them if one doesn't fit", async () => {
  const limiter = env.LIMITS.getByName(newId());
  const bytes = (cost: number) => ({ name: "bytes", cost, windows: [{ max: 10, windowMs: HOUR_MS }] });
  const uploads = { name: "uploads", cost: 1, windows: [{ max: 2, windowMs: HOUR_MS }] };
  expect(await limiter.count([uploads, bytes(6)])).toBe(0);
  expect(await limiter.count([uploads, bytes(6)])).toBe(HOUR_MS);
  expect(await limiter.count([uploads, bytes(4)])).toBe(0);
  expect(await limiter.count([bytes(1)])).toBe(HOUR_MS);
  expect(await limiter.count([uploads])).toBe(HOUR_MS);
});

it("an emptied limiter starts over in the same object", async () => {
  const limiter = env.LIMITS.getByName(newId());
  const use = () => limiter.count([{ name: "logins", cost: 1, windows: [{ max: 1, windowMs: HOUR_MS }] }]);
  expect([await use(), await use()]).toEqual([0, HOUR_MS]);
  await limiter.removeAll();
  expect(await runDurableObjectAlarm(limiter)).toBe(false);
  expect([await use(), await use()]).toEqual([0, HOUR_MS]);
  // The alarm is set again, finds nothing left, and empties the object once more.
  advanceTime(DAY_MS);
  expect(await runDurableObjectAlarm(limiter)).toBe(true);
  expect(await use()).toBe(0);
  expect(await runDurableObjectAlarm(limiter)).toBe(true);
});

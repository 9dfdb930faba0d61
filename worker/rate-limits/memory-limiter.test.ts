import { expect, it } from "vitest";

import { MemoryLimiter } from "./memory-limiter.ts";

it("a limiter with several windows counts a use in all of them or in none", () => {
  const limiter = new MemoryLimiter();
  const windows = [
    { max: 2, windowMs: 1_000 },
    { max: 3, windowMs: 10_000 },
  ];
  const waitAt = (now: number) => limiter.count("a", now, 1, ...windows);
  expect([0, 10, 20].map(waitAt)).toEqual([0, 0, 980]);
  expect([1_000, 1_010].map(waitAt)).toEqual([0, 8_990]);
  expect(waitAt(10_000)).toBe(0);
});

it("a limiter with several full windows returns the longest wait", () => {
  const limiter = new MemoryLimiter();
  const windows = [
    { max: 1, windowMs: 1_000 },
    { max: 1, windowMs: 10_000 },
  ];
  expect([0, 10].map((now) => limiter.count("a", now, 1, ...windows))).toEqual([0, 9_990]);
});

it("a limiter counts each key separately and can be scaled", () => {
  const limiter = new MemoryLimiter();
  const oneUse = { max: 1, windowMs: 1_000 };
  expect(["a", "b", "a"].map((key) => limiter.count(key, 0, 1, oneUse))).toEqual([0, 0, 1_000]);
  expect(["c", "c", "c"].map((key) => limiter.count(key, 0, 2, oneUse))).toEqual([0, 0, 1_000]);
});

it("a limiter with too many keys drops those unused the longest", () => {
  const limiter = new MemoryLimiter();
  const count = (key: string) => limiter.count(key, 0, 1, { max: 2, windowMs: 1_000_000 });
  count("busy");
  for (let index = 0; index < 9_999; index += 1) count(`early ${index}`);
  count("busy");
  for (let index = 0; index < 9_999; index += 1) count(`late ${index}`);
  expect(count("busy")).toBe(1_000_000);
  count("early 0");
  expect(count("early 0")).toBe(0);
});

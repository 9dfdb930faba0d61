import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { ExpiringCache } from "./expiring-cache.ts";

const T0 = 1_767_225_600_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: T0 });
});
afterEach(() => {
  vi.useRealTimers();
});

it("a cache entry can be read until just before it expires", () => {
  const cache = new ExpiringCache<{ n: number }>({ maxSize: 2 });
  cache.set("a", { n: 1 }, T0 + 1_000);
  vi.setSystemTime(T0 + 999);
  expect(cache.get("a")).toEqual({ n: 1 });
  vi.setSystemTime(T0 + 1_000);
  expect(cache.get("a")).toBeUndefined();
});

it("an expired cache entry isn't stored, and removes an older entry with its key", () => {
  const cache = new ExpiringCache<{ n: number }>({ maxSize: 2 });
  cache.set("a", { n: 1 }, T0 + 1_000);
  cache.set("a", { n: 2 }, T0);
  expect(cache.get("a")).toBeUndefined();
});

it("the least recently used entries are evicted first, and each counts by its size", () => {
  const cache = new ExpiringCache<{ n: number }>({ maxSize: 10, sizeOf: ({ n }) => n });
  cache.set("a", { n: 4 }, T0 + 1_000);
  cache.set("b", { n: 4 }, T0 + 1_000);
  cache.get("a");
  cache.set("c", { n: 4 }, T0 + 1_000);
  expect(["a", "b", "c"].filter((key) => cache.get(key))).toEqual(["a", "c"]);
  // Larger than the whole cache: not stored.
  cache.set("d", { n: 11 }, T0 + 1_000);
  expect(["a", "c", "d"].filter((key) => cache.get(key))).toEqual(["a", "c"]);
});

/**
 * Limits that are counted in memory: exact within one object or one isolate, approximate over all isolates. A new
 * instance starts at zero. Times are epoch ms.
 */
import { LRUCache } from "lru-cache";

import { BIDS_PER_PERSON } from "./limits.ts";
import { addUse, type WindowCount, type LimitWindow, scaleWindows, waitMsOf } from "./windows.ts";

/** The most keys to count. Beyond that, the key whose last accepted use is the oldest is dropped. */
const MAX_KEYS = 10_000;

/** Counts how many times each key (a network, a person) did something. */
export class MemoryLimiter {
  /** One count for each window. With the cache's `max` option, each room would reserve memory for all keys. */
  readonly #byKey = new LRUCache<string, readonly WindowCount[]>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 });

  /**
   * Counts one use and returns 0, or returns how many ms `key` must wait. `scale` multiplies the limits in load tests.
   * A key always has the same windows.
   */
  count(key: string, now: number, scale: number, ...windows: readonly LimitWindow[]): number {
    // A refused use doesn't make the key a recent one.
    const counts = this.#byKey.peek(key) ?? [];
    const waits = scaleWindows(windows, scale).map((window, index) => waitMsOf(counts[index], window, 1, now));
    const waitMs = Math.max(...waits);
    if (waitMs > 0) return waitMs;
    this.#byKey.set(
      key,
      windows.map(({ windowMs }, index) => addUse(counts[index], windowMs, 1, now)),
    );
    return 0;
  }
}

const bidLimiter = new MemoryLimiter();

/**
 * Counts one person's bid, across all auctions, in this isolate. Its Worker, rooms and relays share the count. Other
 * isolates have their own, so someone who bids in rooms on several machines gets more. Each room's own limit is exact.
 */
export function countBid(personId: string, now: number, scale: number): number {
  return bidLimiter.count(personId, now, scale, ...BIDS_PER_PERSON);
}

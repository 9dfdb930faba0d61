/**
 * Limits that are counted in memory: exact within one object or one isolate, approximate over all isolates. A new
 * instance starts at zero. Times are epoch ms.
 */
import { BIDS_PER_PERSON } from "./numbers.ts";
import { type Count, type LimitWindow, scaleWindows, waitMsOf, addUse } from "./windows.ts";

/** The most keys to count. Beyond that, the key whose last accepted use is the oldest is dropped. */
const MAX_KEYS = 10_000;

/** Counts how many times each key (a network, a person) did something. */
export class MemoryLimiter {
  readonly #windows: readonly LimitWindow[];
  /** One count for each window. The most recently used key comes last. */
  readonly #byKey = new Map<string, readonly Count[]>();

  constructor(...windows: readonly LimitWindow[]) {
    this.#windows = windows;
  }

  /**
   * Counts one use and returns 0, or returns how many ms `key` must wait. `scale` multiplies the limits in load tests.
   */
  count(key: string, now: number, scale: number): number {
    const counts = this.#byKey.get(key) ?? [];
    const waits = scaleWindows(this.#windows, scale).map((window, index) => waitMsOf(counts[index], window, 1, now));
    const waitMs = Math.max(...waits);
    if (waitMs > 0) return waitMs;
    this.#byKey.delete(key);
    this.#byKey.set(
      key,
      this.#windows.map(({ windowMs }, index) => addUse(counts[index], windowMs, 1, now)),
    );
    if (this.#byKey.size > MAX_KEYS) this.#dropOne();
    return 0;
  }

  #dropOne(): void {
    for (const key of this.#byKey.keys()) {
      this.#byKey.delete(key);
      return;
    }
  }
}

/**
 * One person's bids across all auctions, counted in this isolate. Its Worker, rooms and relays share the count. Other
 * isolates have their own, so someone who bids in rooms on several machines gets more. Each room's own limit is exact.
 */
export const bidsPerPerson = new MemoryLimiter(...BIDS_PER_PERSON);

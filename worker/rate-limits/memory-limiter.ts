/**
 * Counts in memory how often each key (a network, a person, a socket) did something: exact within one object or one
 * isolate, approximate over all isolates. A new instance starts at zero. Times are epoch ms.
 */
import { BIDS_PER_PERSON } from "./numbers.ts";
import { scaled, SlidingWindow, type Window } from "./window.ts";

/** At this many keys the idle ones are removed; the threshold then doubles with the keys that are busy. */
const MAX_KEYS = 1_000;

export class MemoryLimiter {
  readonly #windows: readonly Window[];
  readonly #byKey = new Map<string, SlidingWindow>();
  #removeIdleAt = MAX_KEYS;

  constructor(...windows: readonly Window[]) {
    this.#windows = windows;
  }

  /** Counts one use and returns 0, or returns how many ms `key` must wait. `scale` multiplies the limits in load tests. */
  waitMs(key: string, now: number, scale: number): number {
    let window = this.#byKey.get(key);
    if (!window) {
      if (this.#byKey.size >= this.#removeIdleAt) this.#removeIdle(now);
      window = new SlidingWindow(...scaled(this.#windows, scale));
      this.#byKey.set(key, window);
    }
    return window.waitMs(now);
  }

  #removeIdle(now: number): void {
    for (const [key, window] of this.#byKey) if (window.isIdle(now)) this.#byKey.delete(key);
    this.#removeIdleAt = Math.max(MAX_KEYS, this.#byKey.size * 2);
  }
}

/** Bids of one person over all auctions. One for the isolate: REST middleware, rooms and relays in it share the count. */
export const bidsPerPerson = new MemoryLimiter(...BIDS_PER_PERSON);

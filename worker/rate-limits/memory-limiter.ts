/**
 * Limits that are counted in memory: exact within one object or one isolate, approximate over all isolates. A new
 * instance starts at zero. Times are epoch ms.
 */
import { BIDS_PER_PERSON, type ForNetworks, kindOf, type Window } from "./numbers.ts";

/** The same limits, multiplied by `scale`: LIMIT_SCALE is above 1 only in tests and benchmarks. */
export function scaled(windows: readonly Window[], scale: number): Window[] {
  return windows.map(({ max, windowMs }) => ({ max: max * scale, windowMs }));
}

/**
 * A limit over a sliding window of time, or over several at once, counted exactly and at constant cost: it keeps the
 * times of accepted uses until they are outside the longest window.
 */
export class SlidingWindow {
  readonly #windows: readonly Window[];
  readonly #longestMs: number;
  #times: number[] = [];
  /** Where the times inside the longest window begin. */
  #start = 0;

  constructor(...windows: readonly Window[]) {
    this.#windows = windows;
    this.#longestMs = Math.max(...windows.map(({ windowMs }) => windowMs));
  }

  /** Counts one and returns 0, or counts nothing and returns how many milliseconds to wait. */
  waitMs(now: number): number {
    this.#forget(now);
    let waitMs = 0;
    for (const { max, windowMs } of this.#windows) {
      const at = this.#times.length - max;
      if (at >= this.#start) waitMs = Math.max(waitMs, (this.#times[at] ?? 0) + windowMs - now);
    }
    if (waitMs > 0) return waitMs;
    const newest = this.#start < this.#times.length ? this.#times.at(-1) : undefined;
    // A request that has waited for something is counted late, with the time of its arrival.
    this.#times.push(Math.max(now, newest ?? now));
    return 0;
  }

  /** Whether no counted time is inside the window. */
  isIdle(now: number): boolean {
    this.#forget(now);
    return this.#start === this.#times.length;
  }

  #forget(now: number): void {
    const newest = this.#times.at(-1);
    // After the clock was set back, waiting for these times could take hours: count from zero instead. Times within the
    // window are those of requests that were counted late.
    if (newest !== undefined && newest - now > this.#longestMs) this.#start = this.#times.length;
    while ((this.#times[this.#start] ?? Infinity) <= now - this.#longestMs) this.#start += 1;
    // Copied only when half of the times are outside the window, so that each time is copied about once.
    if (this.#start * 2 <= this.#times.length) return;
    this.#times = this.#times.slice(this.#start);
    this.#start = 0;
  }
}

/** For a limit above this, the times of single uses are not stored. */
const MAX_EXACT = 100;
/** A use may count longer than its window, by at most this share of it. */
const PARTS = 60;

/**
 * A limit of very many uses over a sliding window, in constant memory: it counts the uses in each part of the window.
 * It never accepts more than the limit in any window; it may accept a little less.
 */
export class CoarseWindow {
  readonly #max: number;
  readonly #windowMs: number;
  /** The oldest first: the times of its first and last use, and how many there were. */
  readonly #parts: { from: number; to: number; count: number }[] = [];
  #total = 0;

  constructor({ max, windowMs }: Window) {
    this.#max = max;
    this.#windowMs = windowMs;
  }

  /** Counts one and returns 0, or counts nothing and returns how many milliseconds to wait. */
  waitMs(now: number): number {
    this.#forget(now);
    const [oldest] = this.#parts;
    if (oldest && this.#total >= this.#max) return oldest.to + this.#windowMs - now;
    const newest = this.#parts.at(-1);
    if (newest && now - newest.from < this.#windowMs / PARTS) {
      newest.to = Math.max(newest.to, now);
      newest.count += 1;
    } else {
      this.#parts.push({ from: now, to: now, count: 1 });
    }
    this.#total += 1;
    return 0;
  }

  /** Whether no counted use is inside the window. */
  isIdle(now: number): boolean {
    this.#forget(now);
    return this.#total === 0;
  }

  #forget(now: number): void {
    // After the clock was set back, everything is forgotten, as in `SlidingWindow`.
    const isSetBack = (this.#parts.at(-1)?.to ?? now) - now > this.#windowMs;
    const keptAfter = isSetBack ? Infinity : now - this.#windowMs;
    for (let [first] = this.#parts; first && first.to <= keptAfter; [first] = this.#parts) {
      this.#total -= first.count;
      this.#parts.shift();
    }
  }
}

/** At this many keys the idle ones are removed; the threshold is then twice the number of busy keys. */
const MAX_KEYS = 1_000;
/** At most this many keys are stored, even if all are busy: beyond it the earlier half is removed. */
const MAX_KEPT = 20_000;

/** Counts how often each key (a network, a person) did something. */
export class MemoryLimiter {
  readonly #windows: readonly Window[];
  readonly #byKey = new Map<string, SlidingWindow | CoarseWindow>();
  #removeIdleAt = MAX_KEYS;

  constructor(...windows: readonly Window[]) {
    this.#windows = windows;
  }

  /**
   * Counts one use and returns 0, or returns how many ms `key` must wait. `scale` multiplies the limits in load tests.
   */
  waitMs(key: string, now: number, scale: number): number {
    let window = this.#byKey.get(key);
    if (!window) {
      if (this.#byKey.size >= this.#removeIdleAt) this.#makeRoom(now);
      window = newWindow(scaled(this.#windows, scale));
      this.#byKey.set(key, window);
    }
    return window.waitMs(now);
  }

  #makeRoom(now: number): void {
    for (const [key, window] of this.#byKey) if (window.isIdle(now)) this.#byKey.delete(key);
    const kept = this.#byKey.size < MAX_KEPT ? MAX_KEPT : MAX_KEPT / 2;
    for (const key of this.#byKey.keys()) {
      if (this.#byKey.size <= kept) break;
      this.#byKey.delete(key);
    }
    this.#removeIdleAt = Math.min(MAX_KEPT, Math.max(MAX_KEYS, this.#byKey.size * 2));
  }
}

function newWindow(windows: readonly Window[]): SlidingWindow | CoarseWindow {
  const [first, ...others] = windows;
  return first && others.length === 0 && first.max > MAX_EXACT
    ? new CoarseWindow(first)
    : new SlidingWindow(...windows);
}

/** A limiter for each kind of network. */
export class NetworkLimiter {
  readonly #limiters: ForNetworks<MemoryLimiter>;

  constructor({ ipv4, ipv6 }: ForNetworks<Window>) {
    this.#limiters = { ipv4: new MemoryLimiter(ipv4), ipv6: new MemoryLimiter(ipv6) };
  }

  waitMs(network: string, now: number, scale: number): number {
    return this.#limiters[kindOf(network)].waitMs(network, now, scale);
  }
}

/** Bids of one person over all auctions. One for the isolate, shared by REST middleware, rooms and relays. */
export const bidsPerPerson = new MemoryLimiter(...BIDS_PER_PERSON);

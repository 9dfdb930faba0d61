/**
 * A limit over a sliding window of time, or over several at once, counted exactly and at constant cost: it keeps the
 * times of accepted uses until they are outside the longest window. Times are epoch ms.
 */

/** At most `max` in any `windowMs`. */
export type Window = { readonly max: number; readonly windowMs: number };

/** The same limits, `scale` times as wide: LIMIT_SCALE is above 1 only in tests and benchmarks. */
export function scaled(windows: readonly Window[], scale: number): Window[] {
  return windows.map(({ max, windowMs }) => ({ max: max * scale, windowMs }));
}

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
    this.#times.push(now);
    return 0;
  }

  /** Whether no counted time is inside the window. */
  isIdle(now: number): boolean {
    this.#forget(now);
    return this.#start === this.#times.length;
  }

  #forget(now: number): void {
    const newest = this.#times.at(-1);
    // After the clock was set back, waiting for these times could take hours: count from zero instead.
    if (newest !== undefined && newest > now) this.#start = this.#times.length;
    while ((this.#times[this.#start] ?? Infinity) <= now - this.#longestMs) this.#start += 1;
    // Copied only when half of it is past, so that each time is copied about once.
    if (this.#start * 2 <= this.#times.length) return;
    this.#times = this.#times.slice(this.#start);
    this.#start = 0;
  }
}

/**
 * At most so many in any window of time, or in any of several, counted exactly and at constant cost: the times of what
 * was let through, the oldest dropped as they leave the longest window. Times are epoch ms.
 */

/** At most `most` in any `windowMs`. */
export type Window = { readonly most: number; readonly windowMs: number };

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

  /** Lets one through and answers 0, or answers how many milliseconds to wait. */
  waitMs(now: number): number {
    this.#forget(now);
    let waitMs = 0;
    for (const { most, windowMs } of this.#windows) {
      const at = this.#times.length - most;
      if (at >= this.#start) waitMs = Math.max(waitMs, (this.#times[at] ?? 0) + windowMs - now);
    }
    if (waitMs > 0) return waitMs;
    this.#times.push(now);
    return 0;
  }

  /** Whether nothing is left in the window. */
  isIdle(now: number): boolean {
    this.#forget(now);
    return this.#start === this.#times.length;
  }

  #forget(now: number): void {
    const newest = this.#times.at(-1);
    // A clock that was set back would make everyone wait until it is there again: counting begins anew.
    if (newest !== undefined && newest > now) this.#start = this.#times.length;
    while ((this.#times[this.#start] ?? Infinity) <= now - this.#longestMs) this.#start += 1;
    // Copied only when half of it is past, so that each time is copied about once.
    if (this.#start * 2 <= this.#times.length) return;
    this.#times = this.#times.slice(this.#start);
    this.#start = 0;
  }
}

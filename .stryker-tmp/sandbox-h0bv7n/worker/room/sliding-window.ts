/**
 * At most so many in any window of time, counted exactly and at constant cost: the times of what was let through, the
 * oldest dropped as they leave the window. Times are epoch ms.
 */
// @ts-nocheck

export class SlidingWindow {
  readonly #limit: number;
  readonly #windowMs: number;
  #times: number[] = [];
  /** Where the times inside the window begin. */
  #start = 0;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** Lets one through and answers 0, or answers how many milliseconds to wait. */
  waitMs(now: number): number {
    this.#forget(now - this.#windowMs);
    const oldest = this.#times[this.#start];
    if (oldest !== undefined && this.#times.length - this.#start >= this.#limit) return oldest + this.#windowMs - now;
    this.#times.push(now);
    return 0;
  }

  /** Whether nothing is left in the window. */
  isIdle(now: number): boolean {
    this.#forget(now - this.#windowMs);
    return this.#start === this.#times.length;
  }

  #forget(until: number): void {
    while ((this.#times[this.#start] ?? Infinity) <= until) this.#start += 1;
    // Copied only when half of it is past, so that each time is copied about once.
    if (this.#start * 2 <= this.#times.length) return;
    this.#times = this.#times.slice(this.#start);
    this.#start = 0;
  }
}

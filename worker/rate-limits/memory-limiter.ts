/**
 * How often each of many may do something, counted in this isolate's memory: exact in one isolate, a shield over all
 * of them. What has just started counts from zero, which harms nobody. Times are epoch ms.
 */
import { SlidingWindow, type Window } from "./window.ts";

/** When so many are remembered, those who have paused are forgotten. */
const MANY = 1_000;

export class Pace {
  readonly #windows: readonly Window[];
  readonly #recent = new Map<string, SlidingWindow>();
  #tidyAt = MANY;

  constructor(...windows: readonly Window[]) {
    this.#windows = windows;
  }

  /** How long this one must wait, in milliseconds; 0 when it may go on. `scale` multiplies the limits, for tests. */
  waitMs(key: string, now: number, scale: number): number {
    let recent = this.#recent.get(key);
    if (!recent) {
      if (this.#recent.size >= this.#tidyAt) this.#forgetIdle(now);
      recent = new SlidingWindow(...this.#windows.map(({ most, windowMs }) => ({ most: most * scale, windowMs })));
      this.#recent.set(key, recent);
    }
    return recent.waitMs(now);
  }

  #forgetIdle(now: number): void {
    for (const [key, recent] of this.#recent) if (recent.isIdle(now)) this.#recent.delete(key);
    this.#tidyAt = Math.max(MANY, this.#recent.size * 2);
  }
}

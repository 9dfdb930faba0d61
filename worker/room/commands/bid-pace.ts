/**
 * How often one person may place or edit a bid in this auction. Counted in memory: an instance that has just woken
 * starts at zero, which harms nobody.
 */
import { SlidingWindow } from "../../rate-limits/window.ts";

/** On one auction, in any five seconds. */
const BIDS_PER_WINDOW = 5;
const WINDOW_MS = 5_000;
/** When so many people are remembered, those who have paused are forgotten. */
const MANY_PEOPLE = 1_000;

export class BidPace {
  readonly #limit: number;
  readonly #recent = new Map<string, SlidingWindow>();
  #tidyAt = MANY_PEOPLE;

  /** `scale` multiplies the limit, for load tests. */
  constructor(scale: number) {
    this.#limit = BIDS_PER_WINDOW * scale;
  }

  /** How long this person must wait before the next bid, in milliseconds; 0 when it may come now. */
  waitMs(personId: string, now: number): number {
    let recent = this.#recent.get(personId);
    if (!recent) {
      if (this.#recent.size >= this.#tidyAt) this.#forgetIdle(now);
      recent = new SlidingWindow({ most: this.#limit, windowMs: WINDOW_MS });
      this.#recent.set(personId, recent);
    }
    return recent.waitMs(now);
  }

  #forgetIdle(now: number): void {
    for (const [personId, recent] of this.#recent) if (recent.isIdle(now)) this.#recent.delete(personId);
    this.#tidyAt = Math.max(MANY_PEOPLE, this.#recent.size * 2);
  }
}

/**
 * The room's one alarm. It carries no truth: it only makes the room look, and a ring too early does no harm. So it is
 * moved earlier whenever something is due, and never later; what is due is in the tables.
 */

/** An alarm that should have rung this long ago was lost by the platform and is set again. */
const LOST_AFTER_MS = 5_000;

export class Alarm {
  readonly #state: DurableObjectState;
  readonly #clock: () => number;
  /** When it will ring (epoch ms), as far as this instance knows. */
  #at: number | null = null;

  constructor(state: DurableObjectState, clock: () => number) {
    this.#state = state;
    this.#clock = clock;
  }

  /** Rings at `at` (epoch ms) or before. Part of the transaction that is open, and undone with it. */
  ringBy(at: number): void {
    if (this.#at !== null && this.#at <= at && this.#at > this.#clock() - LOST_AFTER_MS) return;
    this.#at = at;
    this.#state.waitUntil(this.#state.storage.setAlarm(at));
  }

  /** What is stored is not known any more: it rang, or a transaction was undone. */
  forget(): void {
    this.#at = null;
  }

  /** Reads what is stored: an instance that has just woken, or a look from outside. */
  async recall(): Promise<void> {
    this.#at = await this.#state.storage.getAlarm();
  }
}

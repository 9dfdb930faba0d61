/** While facts are undelivered the room wakes after this long, even if it dies right now. */
export const UNDELIVERED_WAKE_MS = 5_000;

/** An alarm that should have fired this long ago was lost by the platform and is set again. */
const LOST_AFTER_MS = 5_000;

/**
 * The room's one alarm. It decides nothing: it only wakes the room, and waking too early does no harm. So it is only
 * ever moved to an earlier time, unless it was lost; the tables determine what is due.
 */
export class Alarm {
  readonly #ctx: DurableObjectState;
  readonly #clock: () => number;
  /** When it will fire (epoch ms), as far as this instance knows. */
  #at: number | null = null;

  constructor(ctx: DurableObjectState, clock: () => number) {
    this.#ctx = ctx;
    this.#clock = clock;
  }

  /** Whether the alarm has to be set so that the room wakes at `at` (epoch ms) or before. */
  isNeeded(at: number): boolean {
    return this.#at === null || this.#at > at || this.#at <= this.#clock() - LOST_AFTER_MS;
  }

  /** Sets it, as part of the transaction that is open if there is one; call `remember` once that has succeeded. */
  write(at: number): void {
    this.#ctx.waitUntil(this.#ctx.storage.setAlarm(at));
  }

  remember(at: number): void {
    this.#at = at;
  }

  /** Makes sure that the room wakes at `at` (epoch ms) or before. Outside a transaction. */
  wakeBy(at: number): void {
    if (!this.isNeeded(at)) return;
    this.write(at);
    this.remember(at);
  }

  /** It has fired. */
  forget(): void {
    this.#at = null;
  }

  /** Reads when it will fire: for an instance that has just woken, or when asked from outside. */
  async recall(): Promise<void> {
    this.#at = await this.#ctx.storage.getAlarm();
  }
}

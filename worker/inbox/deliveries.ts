/**
 * Deliveries of many rooms in one turn of the event loop are stored together, in one transaction: a person who bids on a
 * hundred auctions has one commit for all of them. When that fails each is stored by itself, so that only the one at
 * fault fails; storing a notice twice changes nothing.
 */
import type { Notice } from "../contract/notification.ts";

/** One room's delivery, with the callbacks for its result. */
type Waiting = {
  readonly notices: readonly Notice[];
  readonly done: () => void;
  readonly fail: (reason: unknown) => void;
};

export class Deliveries {
  readonly #store: (notices: readonly Notice[]) => void;
  #waiting: Waiting[] = [];

  /** `store` stores all of the notices, or throws and stores none. */
  constructor(store: (notices: readonly Notice[]) => void) {
    this.#store = store;
  }

  /** Resolves once the notices are stored. */
  add(notices: readonly Notice[]): Promise<void> {
    return new Promise((done, fail) => {
      if (this.#waiting.push({ notices, done, fail }) === 1) setImmediate(() => this.#turn());
    });
  }

  #turn(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#run(waiting);
  }

  #run(deliveries: readonly Waiting[]): void {
    try {
      this.#store(deliveries.flatMap(({ notices }) => notices));
    } catch (error) {
      if (deliveries.length === 1) deliveries[0]?.fail(error);
      else for (const one of deliveries) this.#run([one]);
      return;
    }
    for (const { done } of deliveries) done();
  }
}

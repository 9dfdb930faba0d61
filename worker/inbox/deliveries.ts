/**
 * What many rooms deliver in one turn of the event loop is taken together, in one transaction: a person who bids on a
 * hundred auctions has one commit for the news of all of them. When that fails each is taken alone, so that the one at
 * fault fails alone; taking something twice changes nothing.
 */
import type { Notice } from "../contract/notification.ts";

/** What a room has delivered, and how it learns that it is stored. */
type Delivered = {
  readonly notices: readonly Notice[];
  readonly done: () => void;
  readonly fail: (reason: unknown) => void;
};

export class Deliveries {
  readonly #take: (notices: readonly Notice[]) => void;
  #waiting: Delivered[] = [];

  /** `take` stores or throws. */
  constructor(take: (notices: readonly Notice[]) => void) {
    this.#take = take;
  }

  /** Resolves once the notices are stored. */
  add(notices: readonly Notice[]): Promise<void> {
    return new Promise((done, fail) => {
      if (this.#waiting.push({ notices, done, fail }) === 1) setImmediate(() => this.#turn());
    });
  }

  #turn(): void {
    const delivered = this.#waiting;
    this.#waiting = [];
    this.#run(delivered);
  }

  #run(delivered: readonly Delivered[]): void {
    try {
      this.#take(delivered.flatMap(({ notices }) => notices));
    } catch (error) {
      if (delivered.length === 1) delivered[0]?.fail(error);
      else for (const one of delivered) this.#run([one]);
      return;
    }
    for (const { done } of delivered) done();
  }
}

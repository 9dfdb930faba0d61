/**
 * Records in each bidder's inbox, once, that they bid in this auction. Account deletions, suspensions and new names
 * find the auction there. A bid doesn't wait for it. The call comes right after the bid is saved and answered, and
 * stays pending like a fact until the inbox confirms it.
 */
import { withTimeout } from "../../platform/with-timeout.ts";
import type { RoomStorage } from "../storage/room-storage.ts";
import { SUBSCRIBER_TIMEOUT_MS, type Subscribers } from "./subscribers.ts";

/** After a failure, bids don't retry sooner than this. The alarm does. */
const RETRY_MS = 1_000;

export class Joins {
  readonly #storage: RoomStorage;
  readonly #subscribers: Subscribers;
  #batch: Promise<void> | null = null;
  #pauseUntil = 0;

  constructor(storage: RoomStorage, subscribers: Subscribers) {
    this.#storage = storage;
    this.#subscribers = subscribers;
  }

  isPending(): boolean {
    return this.#next(1).length > 0;
  }

  /** Whether the last call to an inbox failed. */
  get hasFailed(): boolean {
    return this.#pauseUntil > 0;
  }

  /** Calls the inboxes after a bid. Null if there's nothing to record, or an inbox has just failed. */
  runAfterBid(): Promise<void> | null {
    return this.isPending() && Date.now() >= this.#pauseUntil ? this.run() : null;
  }

  /** Calls the inboxes now, and stops if one fails. A second caller waits for the same batch. */
  run(): Promise<void> {
    this.#batch ??= this.#notifyInboxes().finally(() => {
      this.#batch = null;
    });
    return this.#batch;
  }

  async #notifyInboxes(): Promise<void> {
    const { checkpoints, numbers } = this.#storage;
    try {
      for (let people = this.#next(numbers.recipientsPerBatch); people.length > 0;) {
        const from = checkpoints.get("joinedBidders");
        const calls = people.map(({ id }) => withTimeout(this.#subscribers.recordJoin(id), SUBSCRIBER_TIMEOUT_MS));
        await Promise.all(calls);
        checkpoints.move("joinedBidders", from, people.at(-1)?.number ?? from);
        people = this.#next(numbers.recipientsPerBatch);
      }
      this.#pauseUntil = 0;
    } catch (error) {
      this.#pauseUntil = Date.now() + RETRY_MS;
      this.#subscribers.onFailure("joins", error);
    }
  }

  #next(limit: number) {
    const { state, checkpoints } = this.#storage;
    return state?.participants.listNumberedAfter(checkpoints.get("joinedBidders"), limit) ?? [];
  }
}

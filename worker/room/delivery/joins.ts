/**
 * Records in each bidder's inbox, once, that they bid in this auction. Account deletions, suspensions and name
 * changes look up the auction there. A bid doesn't wait for the call. The call comes right after the bid is saved and
 * answered, and stays pending like a fact until the inbox confirms it.
 */
import { withTimeout } from "../../platform/with-timeout.ts";
import type { RoomStorage } from "../storage/room-storage.ts";
import { SUBSCRIBER_TIMEOUT_MS, type Subscribers } from "./subscribers.ts";

/** Inboxes called at the same time. More at once would delay bids. */
const MAX_CONCURRENT_CALLS = 8;
/** The wait after the first failure. It doubles with each further one. Bids don't retry sooner, but the alarm does. */
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

export class Joins {
  readonly #storage: RoomStorage;
  readonly #subscribers: Subscribers;
  #batch: Promise<void> | null = null;
  #pauseUntil = 0;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | null = null;

  constructor(storage: RoomStorage, subscribers: Subscribers) {
    this.#storage = storage;
    this.#subscribers = subscribers;
  }

  isPending(): boolean {
    return this.#next(1).length > 0;
  }

  /** Whether the last call to an inbox failed. */
  get hasFailed(): boolean {
    return this.#failures > 0;
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
    const { checkpoints } = this.#storage;
    try {
      for (
        let people = this.#next(MAX_CONCURRENT_CALLS);
        people.length > 0;
        people = this.#next(MAX_CONCURRENT_CALLS)
      ) {
        const from = checkpoints.get("joinedBidders");
        const calls = people.map(({ id }) => withTimeout(this.#subscribers.recordJoin(id), SUBSCRIBER_TIMEOUT_MS));
        await Promise.all(calls);
        checkpoints.move("joinedBidders", from, people.at(-1)?.number ?? from);
      }
      this.#failures = 0;
    } catch (error) {
      const waitMs = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, MAX_RETRY_MS);
      this.#pauseUntil = Date.now() + waitMs;
      this.#failures += 1;
      this.#subscribers.onFailure("joins", error);
      // We don't leave this to the alarm, which the platform may lose. Until the inbox has recorded the bid and D1 has
      // it, the bidder could delete their account while they lead.
      if (this.#retry !== null) return;
      this.#retry = setTimeout(() => {
        this.#retry = null;
        void this.run();
      }, waitMs);
    }
  }

  #next(limit: number) {
    const { state, checkpoints } = this.#storage;
    return state?.participants.listNumberedAfter(checkpoints.get("joinedBidders"), limit) ?? [];
  }
}

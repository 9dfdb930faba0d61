/**
 * When a room wakes by itself: after a sleep, at its alarm, and when the sweep asks. It then records an end that the clock
 * has passed, sets a lost alarm again, and delivers what is owed. Nothing here decides.
 */
import { COUNTED_BIDS } from "../../catalogue/auctions.ts";
import { failureReason } from "../../platform/failure-reason.ts";
import type { CommandQueue } from "../commands/queue.ts";
import { type RoomStorage, UNDELIVERED_WAKE_MS } from "../storage/room-storage.ts";
import type { Delivery } from "./delivery.ts";
import { FIRST_RETRY_MS } from "./feed.ts";

/** The failed alarm may have been the closing one, so the first retry comes soon; each further failure doubles the wait. */
const FIRST_ALARM_RETRY_MS = 100;
const MAX_ALARM_RETRY_MS = 60_000;
/** Between two steps of deleting old idempotency keys: bids have the rest of that time. */
const NEXT_DELETION_MS = 1_000;

export class Lifecycle {
  readonly #storage: RoomStorage;
  readonly #queue: CommandQueue;
  readonly #delivery: Delivery;
  readonly #clock: () => number;
  #failedAlarms = 0;

  /** `clock` gives epoch ms. */
  constructor(storage: RoomStorage, queue: CommandQueue, delivery: Delivery, clock: () => number) {
    this.#storage = storage;
    this.#queue = queue;
    this.#delivery = delivery;
    this.#clock = clock;
  }

  /** After a sleep, a deploy or a crash: records what the clock has decided, and sets the alarm if it was lost. */
  async wake(): Promise<void> {
    await this.#storage.alarm.recall();
    this.#queue.closeIfOver();
    this.#delivery.setNextAlarm(this.#delivery.retryMs() ?? FIRST_RETRY_MS);
  }

  /**
   * The sweep's question. `listedSeq` is the last fact that D1 shows, and `listedBids` the number of its bids: if it has
   * lost some, it gets them again. Answers with the room's own last fact, or 0 when there is no auction here.
   */
  async look(listedSeq: number, listedBids: number): Promise<number> {
    await this.wake();
    const { cursors, bids, state } = this.#storage;
    if (state && listedSeq < Infinity) {
      // Also while newer facts are owed: they alone would not bring back what was lost before them.
      const hasLostBids = listedBids < bids.count(COUNTED_BIDS, listedSeq);
      cursors.moveBack("catalogue", hasLostBids ? 0 : listedSeq);
      // Before the delivery: a room that dies then, or after D1 has failed, would take the stored cursor for what D1 has.
      this.#storage.saveCursors();
    }
    await this.#delivery.waitFor(this.#delivery.runAndTidy());
    return this.#storage.state?.auction.seq ?? 0;
  }

  onAlarm(): void {
    const { alarm, responseErasure, state } = this.#storage;
    alarm.forget();
    // The alarm was already firing when the room was emptied.
    if (!state) return;
    try {
      this.#queue.closeIfOver();
      const isMoreToDelete = responseErasure.deleteOld(this.#clock());
      this.#storage.saveCursors();
      this.#delivery.setNextAlarm(UNDELIVERED_WAKE_MS);
      if (isMoreToDelete) alarm.wakeBy(this.#clock() + NEXT_DELETION_MS);
      // Not awaited: the platform holds back the next alarm until this one is handled, and that may be the closing one.
      this.#delivery.runInBackground(true);
      this.#failedAlarms = 0;
    } catch (error) {
      // The platform drops an alarm that keeps failing: never let it fail, set it again instead.
      const reason = failureReason(error);
      console.error(JSON.stringify({ event: "alarm_failed", auction: state.auction.id, reason }));
      alarm.wakeBy(this.#clock() + Math.min(FIRST_ALARM_RETRY_MS * 2 ** this.#failedAlarms, MAX_ALARM_RETRY_MS));
      this.#failedAlarms += 1;
    }
  }
}

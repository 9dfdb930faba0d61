/**
 * What a room does apart from commands. Every new instance (`wake`) closes an auction that is over and makes sure that
 * an alarm is set. Its alarm also delivers pending facts, saves checkpoints and deletes old keys. When the sweep calls
 * (`reconcile`), the room redelivers what D1 has lost.
 */
import { MAX_COUNTED_BIDS } from "../../db/projection.ts";
import { failureReason } from "../../platform/failure-reason.ts";
import { nextWakeAt } from "../../rules/closing.ts";
import type { RequestQueue } from "../commands/queue.ts";
import type { RoomStorage } from "../storage/room-storage.ts";
import type { Delivery } from "./delivery.ts";

/**
 * The failed alarm may have been the closing one, so the first retry comes soon. Each further failure doubles the wait.
 */
const FIRST_ALARM_RETRY_MS = 100;
const MAX_ALARM_RETRY_MS = 60_000;
/** After a sleep or a crash, pending facts are overdue, but the command that woke the room goes first. */
const WAKE_ALARM_DELAY_MS = 250;
/** How long an alarm waits for its delivery, which usually takes tens of milliseconds. */
const ALARM_DELIVERY_TIMEOUT_MS = 2_000;
/** The interval between two steps of deleting old idempotency keys, which leaves most of the time for bids. */
const DELETION_INTERVAL_MS = 1_000;

export class Lifecycle {
  readonly #storage: RoomStorage;
  readonly #queue: RequestQueue;
  readonly #delivery: Delivery;
  readonly #clock: () => number;
  #failedAlarms = 0;

  /** `clock` gives epoch ms. */
  constructor(storage: RoomStorage, queue: RequestQueue, delivery: Delivery, clock: () => number) {
    this.#storage = storage;
    this.#queue = queue;
    this.#delivery = delivery;
    this.#clock = clock;
  }

  /** After a sleep, a deploy or a crash: closes an auction that is over, and restores a lost alarm. */
  async wake(): Promise<void> {
    await this.#storage.alarm.load();
    this.#queue.closeIfOver();
    this.#delivery.setNextAlarm(WAKE_ALARM_DELAY_MS);
  }

  /**
   * The sweep's call. `catalogueSeq` is the last fact in D1, and `catalogueBidCount` the number of bids there. If D1
   * has lost any, they're delivered again. Returns the number of the room's own last fact, or 0 without an auction.
   */
  async reconcile(catalogueSeq: number, catalogueBidCount: number): Promise<number> {
    await this.wake();
    const { checkpoints, bids, state } = this.#storage;
    if (state && catalogueSeq < Infinity) {
      // Checked even while newer facts are pending, because delivering those wouldn't bring back the lost ones.
      const hasLostBids = catalogueBidCount < bids.count(MAX_COUNTED_BIDS, catalogueSeq);
      if (hasLostBids || catalogueSeq < checkpoints.get("catalogue")) checkpoints.moveBack("origins", 0);
      checkpoints.moveBack("catalogue", hasLostBids ? 0 : catalogueSeq);
      // Save this before the delivery. Otherwise a room that crashes during it, or after D1 has failed, would use the
      // stored checkpoint.
      checkpoints.save();
    }
    await this.#delivery.waitFor(this.#delivery.runAndTidy());
    return this.#storage.state?.auction.seq ?? 0;
  }

  async onAlarm(): Promise<void> {
    const { alarm, idempotency, state } = this.#storage;
    alarm.reset();
    // The alarm was already firing when the room was emptied.
    if (!state) return;
    try {
      this.#queue.closeIfOver();
      const hasMoreToDelete = idempotency.deleteOld(this.#clock());
      // While this waits, the platform repeats the alarm after a crash. It also holds back the next alarm, so the wait
      // never lasts past the end.
      await this.#delivery.waitFor(
        this.#delivery.runWithPauses(),
        Math.min(ALARM_DELIVERY_TIMEOUT_MS, this.#untilEndMs()),
      );
      this.#delivery.setNextAlarm();
      if (hasMoreToDelete && this.#storage.state) alarm.wakeBy(this.#clock() + DELETION_INTERVAL_MS);
      this.#failedAlarms = 0;
    } catch (error) {
      // The platform drops an alarm that keeps failing. So the handler never fails, and sets the alarm again instead.
      const reason = failureReason(error);
      console.error(JSON.stringify({ event: "alarm_failed", auction: state.auction.id, reason }));
      alarm.wakeBy(this.#clock() + Math.min(FIRST_ALARM_RETRY_MS * 2 ** this.#failedAlarms, MAX_ALARM_RETRY_MS));
      this.#failedAlarms += 1;
    }
  }

  #untilEndMs(): number {
    const { state } = this.#storage;
    const endsAt = state && nextWakeAt(state.auction);
    return endsAt === null ? Infinity : Math.max(0, endsAt - this.#clock());
  }
}

/**
 * When a room wakes by itself: after a sleep, at its alarm, when the sweep asks, and after each delivery. It then records
 * an end that the clock has passed, sets a lost alarm again, delivers what is owed, and empties a room whose auction is
 * gone. Nothing here decides.
 */
import { failureReason } from "../../platform/failure-reason.ts";
import type { Fact, Recorded } from "../../rules/auction.ts";
import { nextWake } from "../../rules/closing.ts";
import type { CommandQueue } from "../commands/queue.ts";
import { type RoomStorage, UNDELIVERED_WAKE_MS } from "../storage/room-storage.ts";
import type { Delivery } from "./delivery.ts";
import { FIRST_RETRY_MS } from "./feed.ts";

/** An end that is recorded this late was missed by its alarm, or by the platform. */
const HEALED_AFTER_MS = 5_000;
/** The failed alarm may have been the closing one: this allows ten retries within a second. */
const ALARM_RETRY_MS = 100;

export class Lifecycle {
  readonly #ctx: DurableObjectState;
  readonly #storage: RoomStorage;
  readonly #queue: CommandQueue;
  readonly #delivery: Delivery;
  readonly #clock: () => number;

  /** `clock` gives epoch ms. */
  constructor(
    ctx: DurableObjectState,
    storage: RoomStorage,
    queue: CommandQueue,
    delivery: Delivery,
    clock: () => number,
  ) {
    this.#ctx = ctx;
    this.#storage = storage;
    this.#queue = queue;
    this.#delivery = delivery;
    this.#clock = clock;
  }

  /** After a sleep, a deploy or a crash: records what the clock has decided, and sets the alarm if it was lost. */
  async wake(): Promise<void> {
    await this.#storage.alarm.recall();
    this.#queue.closeIfOver();
    this.#setNextAlarm(this.#delivery.retryMs() ?? FIRST_RETRY_MS);
  }

  /**
   * The sweep's question. `listedSeq` is the last fact that D1 shows: if it has lost some, it gets them again. Answers
   * with the room's own last fact, or 0 when there is no auction here.
   */
  async look(listedSeq: number): Promise<number> {
    const { cursors } = this.#storage;
    await this.wake();
    if (this.#storage.state && listedSeq < Infinity) cursors.moveBack("catalogue", listedSeq);
    await this.#deliverNow();
    return this.#storage.state?.auction.seq ?? 0;
  }

  onAlarm(): void {
    const { alarm, idempotency, state } = this.#storage;
    alarm.forget();
    // The alarm was already firing when the room was emptied.
    if (!state) return;
    try {
      this.#queue.closeIfOver();
      idempotency.deleteOld(this.#clock());
      this.#storage.saveCursors();
      this.#setNextAlarm(UNDELIVERED_WAKE_MS);
      // Not awaited: the platform holds back the next alarm until this one is handled, and that may be the closing one.
      this.#deliverInBackground();
    } catch (error) {
      // The platform drops an alarm that keeps failing: never let it fail, set it again instead.
      const reason = failureReason(error);
      console.error(JSON.stringify({ event: "alarm_failed", auction: state.auction.id, reason }));
      alarm.wakeBy(this.#clock() + ALARM_RETRY_MS);
    }
  }

  /** Facts were saved: delivers them. Bids may come in floods and go in the background; anything else goes at once. */
  deliver(facts: readonly Recorded[]): void {
    this.#logSelfHealing(facts);
    if (facts.every(({ fact }) => mayComeInFloods(fact))) this.#deliverInBackground();
    else this.#ctx.waitUntil(this.#deliverNow());
  }

  /** Delivers what is owed, and waits for it. */
  async deliverAll(): Promise<void> {
    await this.#delivery.run();
  }

  /** Logs an end that was recorded late: a lost alarm would otherwise go unnoticed. */
  #logSelfHealing(facts: readonly Recorded[]): void {
    const auction = this.#storage.state?.auction;
    const closed = facts.find(({ fact }) => fact.type === "closed");
    const lateMs = auction && closed ? closed.at - auction.endsAt : 0;
    if (lateMs < HEALED_AFTER_MS) return;
    console.warn(JSON.stringify({ event: "self_heal", auction: auction?.id, lateMs }));
  }

  #deliverInBackground(): void {
    for (const feed of this.#delivery.runInBackground()) {
      this.#ctx.waitUntil(feed.then(() => this.#afterDelivery()));
    }
  }

  async #deliverNow(): Promise<void> {
    await this.#delivery.run();
    await this.#afterDelivery();
  }

  /** Wakes at the end; within `soonMs` while facts are owed, a cursor is unsaved, or the room has yet to be emptied. */
  #setNextAlarm(soonMs: number): void {
    const { state, existing, cursors, alarm } = this.#storage;
    if (!state) return;
    const isUnfinished = this.#delivery.isOwed() || !cursors.areSaved || !existing;
    const soon = isUnfinished ? this.#clock() + soonMs : Infinity;
    const due = Math.min(nextWake(state.auction) ?? Infinity, soon);
    if (due < Infinity) alarm.wakeBy(due);
  }

  /** Sets the next alarm, or empties the room when the auction is gone and every reader has its last fact. */
  async #afterDelivery(): Promise<void> {
    const { state, existing } = this.#storage;
    if (!state) return;
    if (existing || this.#delivery.isOwed()) {
      return this.#setNextAlarm(this.#delivery.retryMs() ?? UNDELIVERED_WAKE_MS);
    }
    await this.#storage.empty();
  }
}

/** Facts that a hot auction has by the hundred. */
function mayComeInFloods(fact: Fact): boolean {
  return fact.type === "newBid" || fact.type === "bidEdited" || fact.type === "extended";
}

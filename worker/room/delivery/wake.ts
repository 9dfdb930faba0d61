/**
 * When a room looks around by itself: as it wakes, at its alarm, when the sweep asks, and after each delivery. A look
 * records an end that the clock has passed, sets a lost alarm again, delivers what is owed, and empties a room whose
 * auction is gone. Nothing here decides.
 */
import { failureReason } from "../../platform/failure-reason.ts";
import type { Fact, Recorded } from "../../rules/auction.ts";
import { nextWake } from "../../rules/closing.ts";
import type { Here } from "../commands/turn-page.ts";
import { OWED_CHECK_MS, type Turns } from "../commands/turns.ts";
import type { Alarm } from "../storage/alarm.ts";
import type { Journal } from "../storage/journal.ts";
import type { Delivery } from "./delivery.ts";
import { FIRST_RETRY_MS } from "./feed.ts";

/** An end that is recorded so long after its time was missed by its alarm, or by the platform. */
const HEALED_AFTER_MS = 5_000;
/** A ring that failed may have been the end: a second of lateness holds ten tries. */
const RING_AGAIN_MS = 100;

type Setup = {
  readonly state: DurableObjectState;
  readonly turns: Turns;
  readonly journal: Journal;
  readonly alarm: Alarm;
  readonly delivery: Delivery;
  readonly clock: () => number;
};

export class Lifecycle {
  readonly #setup: Setup;
  /** An auction that is gone and emptied, for watchers who are still to be told. */
  #emptied: Here | null = null;

  constructor(setup: Setup) {
    this.#setup = setup;
  }

  get emptied(): Here | null {
    return this.#emptied;
  }

  /** After a sleep, a deploy or a crash: what the clock has decided meanwhile, and the alarm if it was lost. */
  async wake(): Promise<void> {
    const { alarm, turns, delivery } = this.#setup;
    await alarm.recall();
    turns.settle();
    this.#ringNext(delivery.retryMs() ?? FIRST_RETRY_MS);
  }

  /** `listedSeq` is the last fact that D1 shows: should it have lost some, it gets them again. */
  async look(listedSeq: number): Promise<number> {
    const { turns, journal } = this.#setup;
    await this.wake();
    if (turns.here && listedSeq < Infinity) journal.cursors.returnTo("catalogue", listedSeq);
    await this.#deliver();
    return turns.here?.auction.seq ?? 0;
  }

  ring(): void {
    const { turns, journal, alarm, clock } = this.#setup;
    alarm.forget();
    const here = turns.here;
    // A ring that was under way when the storage was emptied.
    if (!here) return;
    try {
      turns.settle();
      turns.dropOldAnswers();
      journal.cursors.save();
      this.#ringNext(OWED_CHECK_MS);
      // Not awaited: while one ring is answered the platform holds back the next, and that may be the end.
      this.#deliverSoon();
    } catch (error) {
      // An alarm that keeps failing is dropped by the platform: never let it fail, ring again instead.
      const reason = failureReason(error);
      console.error(JSON.stringify({ event: "alarm_failed", auction: here.auction.id, reason }));
      alarm.ringBy(clock() + RING_AGAIN_MS);
    }
  }

  /** Facts were recorded: the readers hear of them. Bids may come in a flood; what else happens is told at once. */
  recorded(facts: readonly Recorded[]): void {
    this.#noteHealing(facts);
    if (facts.every(({ fact }) => isOfTheFlood(fact))) this.#deliverSoon();
    else this.#setup.state.waitUntil(this.#deliver());
  }

  /** What a lost alarm would have kept silent goes into the log. */
  #noteHealing(facts: readonly Recorded[]): void {
    const auction = this.#setup.turns.here?.auction;
    const closed = facts.find(({ fact }) => fact.type === "closed");
    const lateMs = auction && closed ? closed.at - auction.endsAt : 0;
    if (lateMs < HEALED_AFTER_MS) return;
    console.warn(JSON.stringify({ event: "self_heal", auction: auction?.id, lateMs }));
  }

  /** In the background, each reader at its own pace. */
  #deliverSoon(): void {
    for (const feed of this.#setup.delivery.soon()) this.#setup.state.waitUntil(feed.then(() => this.#rest()));
  }

  async #deliver(): Promise<void> {
    await this.#setup.delivery.run();
    await this.#rest();
  }

  /** Rings at the end; within `soonMs` when something is owed, a cursor unsaved, or the room still to be emptied. */
  #ringNext(soonMs: number): void {
    const { turns, journal, delivery, alarm, clock } = this.#setup;
    if (!turns.here) return;
    const unfinished = delivery.isOwed() || !journal.cursors.areSaved || !turns.shown;
    const soon = unfinished ? clock() + soonMs : Infinity;
    const due = Math.min(nextWake(turns.here.auction) ?? Infinity, soon);
    if (due < Infinity) alarm.ringBy(due);
  }

  /** After a delivery: when to look again, or nothing at all when the auction is gone and everyone knows. */
  async #rest(): Promise<void> {
    const { state, turns, journal, delivery } = this.#setup;
    const here = turns.here;
    if (!here) return;
    if (turns.shown || delivery.isOwed()) return this.#ringNext(delivery.retryMs() ?? OWED_CHECK_MS);
    // The last fact of a removed auction is delivered: nothing of it needs to stay.
    this.#emptied = here;
    turns.vanish();
    journal.cursors.forget();
    await state.storage.deleteAll();
  }
}

/** Facts that a hot auction has by the hundred. */
function isOfTheFlood(fact: Fact): boolean {
  return fact.type === "newBid" || fact.type === "bidEdited" || fact.type === "extended";
}

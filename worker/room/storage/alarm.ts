import type { Auction } from "../../rules/auction.ts";
import { nextWakeAt } from "../../rules/closing.ts";
import type { RoomLimits } from "../limits.ts";
import { isFullyDelivered, type InitialCheckpoints } from "./checkpoints.ts";

/** An alarm that should have fired this long ago was lost by the platform and is set again. */
const LOST_AFTER_MS = 5_000;

/** A room spends at most 5% of its time on deliveries, until the window is at its longest. */
const WINDOW_FACTOR = 20;

type AlarmTurn = {
  readonly auction: Auction | null;
  readonly facts: readonly unknown[];
  readonly initialCheckpoints: InitialCheckpoints;
  readonly now: number;
};

/**
 * The room's one alarm. It only wakes the room, and waking too early does no harm. So unless it was lost, it only ever
 * moves to an earlier time. The tables determine what is due.
 */
export class Alarm {
  readonly #ctx: DurableObjectState;
  readonly #clock: () => number;
  readonly #batchWindowMs: number;
  #windowMs: number;
  /** When the alarm will fire (epoch ms). Null until this instance has read or set it. */
  #at: number | null = null;
  /** When the alarm will fire if the open transaction succeeds. */
  #next: number | null = null;

  constructor(ctx: DurableObjectState, clock: () => number, { batchWindowMs }: Pick<RoomLimits, "batchWindowMs">) {
    this.#ctx = ctx;
    this.#clock = clock;
    this.#batchWindowMs = batchWindowMs;
    this.#windowMs = batchWindowMs;
  }

  /** How long facts wait for others (in milliseconds). */
  get windowMs(): number {
    return this.#windowMs;
  }

  /**
   * After a slow delivery, the next facts wait up to twice as long for others. All rooms share D1. When many of them
   * write, it answers more slowly, and each room then writes less often.
   */
  adaptWindow(tookMs: number): void {
    this.#windowMs = Math.min(Math.max(this.#batchWindowMs, WINDOW_FACTOR * tookMs), 2 * this.#batchWindowMs);
  }

  /** Whether the alarm must be set for the room to wake at `at` (epoch ms) or before. */
  isNeeded(at: number): boolean {
    return this.#at === null || this.#at > at || this.#at <= this.#clock() - LOST_AFTER_MS;
  }

  /** In a turn's transaction. Wakes the room for the end, and to deliver the turn's facts with those of other turns. */
  write({ auction, facts, initialCheckpoints, now }: AlarmTurn): void {
    this.#next = this.#at;
    if (!auction || facts.length === 0) return;
    const isPending = !isFullyDelivered(initialCheckpoints, auction.seq);
    const at = Math.min(nextWakeAt(auction) ?? Infinity, isPending ? now + this.#windowMs : Infinity);
    if (!this.isNeeded(at)) return;
    this.#set(at);
    this.#next = at;
  }

  commit(): void {
    this.#at = this.#next;
  }

  /** Makes sure that the room wakes at `at` (epoch ms) or before. Outside a transaction. */
  wakeBy(at: number): void {
    if (!this.isNeeded(at)) return;
    this.#set(at);
    this.#at = at;
  }

  /** The alarm has fired, or was deleted. */
  reset(): void {
    this.#at = null;
  }

  /** Reads when the alarm will fire, for an instance that has just woken or a call from outside. */
  async load(): Promise<void> {
    this.#at = await this.#ctx.storage.getAlarm();
  }

  /** As part of the open transaction, if there is one. */
  #set(at: number): void {
    this.#ctx.waitUntil(this.#ctx.storage.setAlarm(at));
  }
}

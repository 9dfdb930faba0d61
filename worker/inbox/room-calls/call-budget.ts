/**
 * Limits calls to many rooms: few at the same time, and no more in one event than the platform allows. The inbox's
 * tables keep the remaining ones, and its alarm continues with them.
 */
import { failureReason } from "../../platform/failure-reason.ts";
import { withTimeout } from "../../platform/with-timeout.ts";

export type CallLimits = { readonly concurrency: number; readonly perEvent: number };

/**
 * The platform counts every call to a room, to D1 and to R2 as a subrequest. It allows an event 10,000 of them, or
 * 1,000 on some plans. Half of the smaller number leaves enough for the event's other work.
 */
export const CALL_LIMITS: CallLimits = { concurrency: 50, perEvent: 500 };
/** A room that has not answered after this time is called again by a later alarm. */
const ROOM_TIMEOUT_MS = 5_000;

/** `more`: the event has used up its calls. `failed`: at least one room did not answer. */
export type CallProgress = "finished" | "more" | "failed";

/** Makes calls within one event, and counts how many are left. */
export class CallBudget {
  readonly #concurrency: number;
  #left: number;

  constructor({ concurrency, perEvent }: CallLimits) {
    this.#concurrency = concurrency;
    this.#left = perEvent;
  }

  /** Counts one more call. False when the event has used up its calls. */
  trySpend(): boolean {
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }

  /**
   * Calls the rooms that `listAfter` lists, starting after null and then after the last one called. `read` fetches the
   * state to send after each listing, so that it is never older than the list. A room that fails is not called again in
   * this event, and doesn't hold up the others.
   */
  async callEach<Target, State>(
    about: string,
    listAfter: (last: Target | null, limit: number) => readonly Target[],
    read: () => Promise<State>,
    call: (target: Target, state: State) => Promise<void>,
  ): Promise<CallProgress> {
    const failures: unknown[] = [];
    let last: Target | null = null;
    for (;;) {
      const targets = listAfter(last, Math.min(this.#concurrency, Math.max(this.#left, 1)));
      if (targets.length === 0) break;
      if (this.#left === 0) return "more";
      this.#left -= targets.length;
      const state = await read();
      const calls = targets.map((target) => withTimeout(call(target, state), ROOM_TIMEOUT_MS));
      const outcomes = await Promise.allSettled(calls);
      failures.push(...outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : [])));
      last = targets.at(-1) ?? null;
    }
    if (failures.length === 0) return "finished";
    const reason = failureReason(failures[0]);
    console.warn(JSON.stringify({ event: "rooms_not_reached", about, rooms: failures.length, reason }));
    return "failed";
  }
}

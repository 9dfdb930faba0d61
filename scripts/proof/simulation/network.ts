/** Requests between the parts of a simulated world. A request takes time to arrive, and so does its answer. */
import type { Random } from "../../seed/random.ts";
import type { Fate } from "./faults.ts";
import { type EventLoop, OUTSIDE, type TimerOwner } from "./loop.ts";

export type CallOutcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Error };
export type Serve<Value> = (reply: (outcome: CallOutcome<Value>) => void) => void;

const ignoreReply = () => {};

/** The delay of a late request, which runs after its caller has given up. */
const LATE_MS = { min: 6_000, max: 40_000 };

export class SimulatedNetwork {
  readonly #loop: EventLoop;
  readonly #random: Random;

  constructor(loop: EventLoop, random: Random) {
    this.#loop = loop;
    this.#random = random;
  }

  /** How long a message takes to arrive, in milliseconds. Most are fast, and a few are slow. */
  latencyMs(): number {
    return this.#random.chance(0.02) ? this.#random.next() * 400 : 0.2 + this.#random.next() * 6;
  }

  /** The answer goes only to its caller. A caller that has died in the meantime never receives it. */
  request<Value>(caller: TimerOwner, fate: Fate, serve: Serve<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const sendReply = (outcome: CallOutcome<Value>) =>
        this.#loop.schedule(this.latencyMs(), caller, () =>
          outcome.ok ? resolve(outcome.value) : reject(outcome.error),
        );
      const fail = () => sendReply({ ok: false, error: new Error(`simulated: the request ${fate}`) });
      caller.sendAfterCommit(() => {
        if (fate === "failsBefore") return fail();
        if (fate === "hangs") return undefined;
        const lateMs = fate === "late" ? this.#random.integer(LATE_MS.min, LATE_MS.max) : 0;
        const reply = { succeeds: sendReply, failsAfter: fail, hangsAfter: ignoreReply, late: ignoreReply }[fate];
        this.#loop.schedule(this.latencyMs() + lateMs, OUTSIDE, () => serve(reply));
      });
    });
  }
}

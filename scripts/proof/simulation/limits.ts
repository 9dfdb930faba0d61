/**
 * The limiter of one person, used and judged. It never accepts more than two windows' uses within the time of one
 * (worker/rate-limits/windows.ts), and never refuses below the limit.
 */
import type { Use } from "../../../worker/rate-limits/limiter.ts";
import type { Simulation } from "./simulation.ts";

const WINDOW_MS = 60_000;
const USE: Use = { name: "uploads", cost: 1, windows: [{ max: 3, windowMs: WINDOW_MS }] };
const [{ max: MAX }] = [USE.windows[0] ?? { max: 0 }];

type Used = { readonly sentAt: number; doneAt: number; waitMs: number | null };

export class SimulatedLimits {
  readonly #simulation: Simulation;
  readonly #used: Used[] = [];

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  use(): void {
    const { loop } = this.#simulation;
    const used: Used = { sentAt: loop.now, doneAt: Infinity, waitMs: null };
    this.#used.push(used);
    void this.#simulation
      .ask(this.#simulation.limiter("person"), (limiter) => limiter.count([USE]))
      .then(
        (waitMs) => {
          used.waitMs = waitMs;
          used.doneAt = loop.now;
        },
        () => {
          used.doneAt = loop.now;
        },
      );
  }

  /** `clockMs` is how far two clocks may be apart. */
  faults(clockMs: number): string[] {
    const counted = this.#used.filter(({ waitMs }) => waitMs === 0);
    const many = counted.filter(({ sentAt }) => {
      const within = counted.filter((one) => one.sentAt >= sentAt && one.doneAt < sentAt + WINDOW_MS - clockMs);
      return within.length > 2 * MAX;
    });
    const early = this.#used.filter(({ sentAt, doneAt, waitMs }) => {
      if (waitMs === null || waitMs === 0) return false;
      const before = this.#used.filter((one) =>
        one.waitMs !== null && one.waitMs > 0
          ? false
          : one.sentAt <= doneAt && one.doneAt > sentAt - WINDOW_MS - clockMs,
      );
      return before.length < MAX;
    });
    return [
      ...many.map(({ sentAt }) => `limits: more than ${2 * MAX} uses counted in the minute from ${sentAt}`),
      ...early.map(({ sentAt }) => `limits: the use at ${sentAt} was refused although there was room`),
    ];
  }
}

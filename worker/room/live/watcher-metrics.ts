import type { Metrics } from "../../platform/metrics.ts";

/** How often watchers are counted for the operators' graphs. */
const COUNT_WATCHERS_MS = 60_000;

/** The number of watchers of a room, for the operators' graphs. */
export class WatcherMetrics {
  readonly #metrics: Metrics;
  readonly #clock: () => number;
  /** Epoch ms. */
  #countedAt = 0;

  /** `clock` gives epoch ms. */
  constructor(metrics: Metrics, clock: () => number) {
    this.#metrics = metrics;
    this.#clock = clock;
  }

  count(watching: number): void {
    const now = this.#clock();
    if (now - this.#countedAt < COUNT_WATCHERS_MS) return;
    this.#countedAt = now;
    this.#metrics.add("watchers", "room", watching);
  }
}

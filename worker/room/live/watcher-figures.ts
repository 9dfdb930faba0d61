import type { Figures } from "../../platform/figures.ts";

/** Watchers are counted for the operators' graphs at most this often. */
const COUNT_WATCHERS_MS = 60_000;

/** The number of watchers of a room, for the operators' graphs. */
export class WatcherFigures {
  readonly #figures: Figures;
  readonly #clock: () => number;
  /** Epoch ms. */
  #countedAt = 0;

  /** `clock` gives epoch ms. */
  constructor(figures: Figures, clock: () => number) {
    this.#figures = figures;
    this.#clock = clock;
  }

  count(watching: number): void {
    const now = this.#clock();
    if (now - this.#countedAt < COUNT_WATCHERS_MS) return;
    this.#countedAt = now;
    this.#figures.add("watchers", "room", watching);
  }
}

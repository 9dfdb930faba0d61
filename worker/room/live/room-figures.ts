/** What a room counts of its bids and its watchers, for the operators' graphs. */
import type { Figures } from "../../platform/figures.ts";
import type { Answered } from "../../room-rpc.ts";

/** Watchers are counted at most this often. */
const COUNT_WATCHERS_MS = 60_000;

export class RoomFigures {
  readonly #figures: Figures;
  readonly #clock: () => number;
  /** Epoch ms. */
  #watchersCountedAt = 0;

  /** `clock` gives epoch ms. */
  constructor(figures: Figures, clock: () => number) {
    this.#figures = figures;
    this.#clock = clock;
  }

  /** Counts a bid by its outcome, and returns that. `arrivedAt` is epoch ms. */
  bid<Value>(outcome: Answered<Value>, arrivedAt: number): Answered<Value> {
    this.#figures.add("bid", outcome.ok ? "accepted" : outcome.failure.code, this.#clock() - arrivedAt);
    return outcome;
  }

  watchers(watching: number): void {
    const now = this.#clock();
    if (now - this.#watchersCountedAt < COUNT_WATCHERS_MS) return;
    this.#watchersCountedAt = now;
    this.#figures.add("watchers", "room", watching);
  }
}

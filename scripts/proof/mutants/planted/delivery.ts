/** Mistakes on the way out of the room: cursors, feeds, and the alarm that finds what was left behind. */
import type { Planted } from "../planted.ts";

export const DELIVERY: readonly Planted[] = [
  {
    name: "a cursor moves before the delivery",
    file: "worker/room/delivery/feed.ts",
    changes: [
      [
        "      const taken = await deliver(",
        "      source.journal.cursors.move(reader, from, source.auction.seq);\n      const taken = await deliver(",
      ],
    ],
  },
  {
    name: "a cursor that was returned is moved on by the delivery that began before",
    file: "worker/room/storage/cursors.ts",
    changes: [
      [
        "if (this.at(reader) === from) this.#place(reader, Math.max(from, seq));",
        "this.#place(reader, Math.max(from, seq));",
      ],
    ],
  },
  {
    name: "a cursor moves past what was delivered",
    file: "worker/room/delivery/delivery.ts",
    changes: [["    return upTo;", "    return auction.seq;"]],
  },
  {
    name: "D1's cursor moves past the bids that were written",
    file: "worker/room/delivery/delivery.ts",
    changes: [
      [
        "    return changed.length < BIDS_PER_BATCH ? auction.seq : (changed.at(-1)?.seq ?? auction.seq);",
        "    return auction.seq;",
      ],
    ],
  },
  {
    name: "a reader that never answers is waited for",
    file: "worker/room/delivery/delivery.ts",
    changes: [["answeredInTime(this.#readers.inbox(userId, notices))", "this.#readers.inbox(userId, notices)"]],
  },
  {
    name: "a feed that has failed never runs in the background again",
    file: "worker/room/delivery/feed.ts",
    changes: [
      [
        "    } while (this.#failures === 0 && this.isOwed());",
        "    } while (this.#failures === 0 && this.isOwed());\n    if (this.#failures > 0) return;",
      ],
    ],
  },
  {
    name: "an alarm that rings does not look at the clock",
    file: "worker/room/delivery/wake.ts",
    changes: [["      turns.settle();\n      turns.dropOldAnswers();\n", "      turns.dropOldAnswers();\n"]],
  },
  {
    name: "an alarm waits for the delivery",
    file: "worker/room/delivery/wake.ts",
    changes: [
      ["  ring(): void {", "  async ring(): Promise<void> {"],
      ["      this.#deliverSoon();\n    } catch", "      await this.#deliver();\n    } catch"],
    ],
  },
  {
    name: "a room that is gone is emptied before its last fact is delivered",
    file: "worker/room/delivery/wake.ts",
    changes: [["if (turns.shown || delivery.isOwed())", "if (turns.shown)"]],
  },
  {
    name: "a lost alarm is believed to be set",
    file: "worker/room/delivery/wake.ts",
    changes: [["    await alarm.recall();\n", ""]],
  },
  {
    name: "a slow D1 is asked as often as a quick one",
    file: "worker/room/delivery/feed.ts",
    changes: [["this.#setup.restFactor * this.#tookMs", "0 * this.#tookMs"]],
  },
  {
    name: "a reader that fails at once is tried with each bid",
    file: "worker/room/delivery/feed.ts",
    changes: [
      [
        "    if (retryMs !== null) this.#restUntil = Date.now() + retryMs;\n",
        "    if (retryMs !== null) this.#restUntil = 0;\n",
      ],
    ],
  },
];

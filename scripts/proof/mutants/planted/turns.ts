/** Mistakes in a turn of the room: one command after the other, and everything that is stored with it. */
import type { Planted } from "../planted.ts";

export const TURNS: readonly Planted[] = [
  {
    name: "something is awaited between the state that is read and the one that is written",
    file: "worker/room/commands/turns.ts",
    changes: [
      [
        "    if (inTime.length > 0) this.#run(inTime);\n",
        "    const here = this.#here;\n    const run = () => {\n      this.#here = here;\n      this.#run(inTime);\n    };\n    if (inTime.length > 0) setTimeout(run, 3);\n",
      ],
    ],
  },
  {
    name: "a bid that waited for long is decided all the same",
    file: "worker/room/commands/turns.ts",
    changes: [["const late = since < lateSince && shed !== null;", "const late = since < 0 && shed !== null;"]],
  },
  {
    name: "told before it is stored",
    file: "worker/room/commands/turns.ts",
    changes: [
      [
        "      page.lastHash = journal.append(",
        "      this.#setup.committed(recorded);\n      page.lastHash = journal.append(",
      ],
      ["    if (recorded.length > 0) this.#setup.committed(recorded);\n", ""],
    ],
  },
  {
    name: "memory is replaced before the commit",
    file: "worker/room/commands/turns.ts",
    changes: [
      [
        "      page.lastHash = journal.append(",
        "      this.#here = page.here();\n      page.lastHash = journal.append(",
      ],
      ["      this.load();\n", ""],
    ],
  },
  {
    name: "the answer to a key is kept after the turn, not in its transaction",
    file: "worker/room/commands/turns.ts",
    changes: [
      [
        "      this.#answers.keep(page.answers, now);\n",
        "      setTimeout(() => this.#answers.keep(page.answers, now), 5);\n",
      ],
    ],
  },
  {
    name: "the alarm is not set in the commit",
    file: "worker/room/commands/turns.ts",
    changes: [["      alarm.ringBy(Math.min(nextWake(auction) ?? Infinity, now + OWED_CHECK_MS));\n", ""]],
  },
  {
    name: "an undone transaction leaves the alarm believed to be set",
    file: "worker/room/commands/turns.ts",
    changes: [["      this.#setup.alarm.forget();\n", ""]],
  },
  {
    name: "a refused command leaves an answer for its key",
    file: "worker/room/commands/turns.ts",
    changes: [
      [
        "    if (!decision.ok) {\n",
        '    if (!decision.ok) {\n      if (wish.key !== undefined) page.keep(wish.actor.id, wish.key, wish.payload, "{}");\n',
      ],
    ],
  },
  {
    name: "one command that fails takes its whole turn with it",
    file: "worker/room/commands/turns.ts",
    changes: [["for (const one of waiting) this.#run([one]);", "for (const one of waiting) one.fail(error);"]],
  },
  {
    name: "the same key with another wish gets the first answer",
    file: "worker/room/commands/turns.ts",
    changes: [["return earlier.payload === wish.payload ? ", "return earlier ? "]],
  },
  {
    name: "keys of all people are one",
    file: "worker/room/storage/kept-answers.ts",
    changes: [["return `${actorId} ${key}`;", "return actorId ? key : key;"]],
  },
  {
    name: "an answer that was undone is still remembered by its key",
    file: "worker/room/commands/turns.ts",
    changes: [["    this.#answers.load();\n", "    if (!this.#here) this.#answers.load();\n"]],
  },
  {
    name: "a name is stored with the next command, not with the first",
    file: "worker/room/commands/turns.ts",
    changes: [["      for (const actor of page.newcomers) this.#people.save(actor);\n", ""]],
  },
  {
    name: "the hash chain skips the facts of a turn but the first",
    file: "worker/room/storage/journal.ts",
    changes: [
      [
        "hash = sha256(chainInput(hash, publicOf(record)));",
        "hash = sha256(chainInput(previousHash, publicOf(record)));",
      ],
    ],
  },
  {
    name: "a room that wakes takes withdrawn bids for standing",
    file: "worker/room/storage/bids.ts",
    changes: [['"SELECT * FROM bids WHERE withdrawn = 0 ORDER BY seq"', '"SELECT * FROM bids ORDER BY seq"']],
  },
  {
    name: "a room that wakes stacks its bids by when they were first placed",
    file: "worker/room/storage/bids.ts",
    changes: [
      [
        '"SELECT * FROM bids WHERE withdrawn = 0 ORDER BY seq"',
        '"SELECT * FROM bids WHERE withdrawn = 0 ORDER BY placed_at"',
      ],
    ],
  },
  {
    name: "a withdrawn bid keeps its old number, so D1 never hears of it",
    file: "worker/room/storage/bids.ts",
    changes: [
      [
        '"UPDATE bids SET withdrawn = 1, seq = ? WHERE placed_seq = ?", seq,',
        '"UPDATE bids SET withdrawn = 1 WHERE placed_seq = ?",',
      ],
    ],
  },
  {
    name: "keys that the index takes over are not put into the filter",
    file: "worker/room/storage/kept-answers.ts",
    changes: [["    for (const [digest] of keys) this.#filter?.add(digest);\n", ""]],
  },
];

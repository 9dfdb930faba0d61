/** Mistakes in front of those who sit in a room: what they are told, and who they are taken for. */
import type { Planted } from "../planted.ts";

export const AUDIENCE: readonly Planted[] = [
  {
    name: "an answer of a session that has ended is live for who asks first",
    file: "worker/room/commands/sessions.ts",
    changes: [['if (this.#known.get(sessionId) === "ended" || this.isHeldBack(', "if (this.isHeldBack("]],
  },
  {
    name: "who comes back hears the last fact again",
    file: "worker/room/views/reading.ts",
    changes: [["journal.since(seen, MAX_CATCH_UP)", "journal.since(seen - 1, MAX_CATCH_UP)"]],
  },
  {
    name: "a relay tells what does not follow on",
    file: "worker/room/live/relay-broadcaster.ts",
    changes: [[" || frame.from > before + 1) return;", ") return;"]],
  },
  {
    name: "who joins a relay is not told what the others were told meanwhile",
    file: "worker/room/live/relay-broadcaster.ts",
    changes: [["        if (first.seq < this.#seq) continue;\n", ""]],
  },
  {
    name: "who joins while facts wait hears them twice",
    file: "worker/room/live/broadcaster.ts",
    changes: [["    if (this.#pending.length > 0 || this.#flushing) this.#caughtUp.set(socket, joining.seq);\n", ""]],
  },
  {
    name: "a session that has ended is still believed from the cache of viewers",
    file: "worker/room/live/connections.ts",
    changes: [["    this.#viewers.delete(socket);\n", ""]],
  },
];

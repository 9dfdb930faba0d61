/**
 * The check of journals that browsers make accepts every history that the rules allow. LOTLINE_LONG=1 makes 20,000,
 * different ones each time, which rare assumptions about sealed amounts need; LOTLINE_SEED repeats a run.
 */
import * as fc from "fast-check";
import { it } from "vitest";

import { checkJournal } from "../../../worker/journal/check-journal.ts";
import { published } from "../../../worker/journal/testing/journals.ts";
import type { Recorded } from "../../../worker/rules/facts.ts";
import { history, journalOf, live } from "./histories.ts";

/** An arbitrary but fixed seed, so that all versions are tested with the same histories. */
const SEED = 20_260_101;
const long = process.env["LOTLINE_LONG"] === "1";
const seed = Number(process.env["LOTLINE_SEED"] ?? (long ? Date.now() % 2 ** 31 : SEED));
const HISTORIES = long ? 20_000 : 300;

/** The closing has the hash of the fact before it, which the room supplies. */
function withLastHash(facts: readonly Recorded[]): Recorded[] {
  return facts.map((one, index) =>
    one.fact.type === "closed"
      ? { ...one, fact: { ...one.fact, lastHash: published(facts.slice(0, index)).at(-1)?.hash ?? "" } }
      : one,
  );
}

it(
  `${HISTORIES} histories that the rules allow are sound (LOTLINE_SEED=${seed})`,
  { timeout: 60_000 + HISTORIES * 30 },
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async (chosen) => {
        const records = published(withLastHash(journalOf(live(chosen))));
        const checked = await checkJournal(records);
        if (!checked.sound) throw new Error(JSON.stringify([checked, records.map(({ fact }) => fact)]));
      }),
      { seed, numRuns: HISTORIES },
    );
  },
);

/** Checks a journal that was saved as a file, by itself: no server, no database, no network. */
import { readFileSync } from "node:fs";

import { checkJournal } from "../../web/features/bidding/verify/check-journal.ts";
import { type JournalRecord, journalRecord } from "../../worker/contract/journal.ts";
import { Problem } from "./problem.mjs";

const FAULTS = {
  gap: "is missing or out of place",
  hash: "was changed: its hash does not fit",
  rules: "does not follow from the facts before it by the rules",
} as const;

/** What a sound journal says; throws a Problem that names the first fact that is wrong. */
export async function checkJournalFile(file: string): Promise<string> {
  const checked = await checkJournal(readRecords(file));
  if (!checked.sound) throw new Problem(`Fact ${checked.seq} ${FAULTS[checked.fault]}.`);
  const last = checked.states.at(-1);
  const outcome = last?.outcome ? `${last.outcome.winnerId} for ${last.outcome.priceMinor / 100}` : "nobody";
  return [
    `Sound: ${checked.states.length} facts of auction ${last?.id}, each chained to the one before and allowed by the rules.`,
    `Phase: ${last?.phase}. Won by ${outcome}.`,
    `Last hash, as in the certificate: ${checked.lastHash}`,
  ].join("\n");
}

function readRecords(file: string): JournalRecord[] {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line, index) => {
    const parsed = journalRecord.safeParse(jsonOf(line));
    if (!parsed.success) throw new Problem(`Line ${index + 1} is no fact of a journal.`);
    return parsed.data;
  });
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

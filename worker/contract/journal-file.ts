/**
 * The file with the journal of one auction, which anyone can keep and verify without the site. It has JSON lines: first
 * the format, the signatures and the keys, then each entry of the journal from the first on.
 */
import * as z from "zod";

import { keySet } from "./certificate.ts";
import { type JournalRecord, journalRecord } from "./journal.ts";

const journalFileHeader = z.object({
  format: z.literal("lotline-journal/1"),
  auction: z.string(),
  /** The site it was read from, and the time (ISO 8601). */
  origin: z.string(),
  savedAt: z.string(),
  /** The signed head, stated just before the journal was read, and the certificate once the auction has ended. */
  head: z.string().nullable(),
  certificate: z.string().nullable(),
  /** The public keys as the site publishes them. */
  keys: keySet.shape.keys,
});
export type JournalFileHeader = z.infer<typeof journalFileHeader>;

export type JournalFile = { readonly header: JournalFileHeader; readonly records: readonly JournalRecord[] };

export function journalFileName(auctionId: string): string {
  return `auction-${auctionId}.jsonl`;
}

export function journalFileText({ header, records }: JournalFile): string {
  return [header, ...records].map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** The content of a file, or the number of the first line that doesn't belong in one. */
export function parseJournalFile(text: string): JournalFile | { readonly wrongLine: number } {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const [first, ...entries] = lines.map(jsonOf);
  const header = journalFileHeader.safeParse(first);
  if (!header.success) return { wrongLine: 1 };
  const records: JournalRecord[] = [];
  for (const [index, entry] of entries.entries()) {
    const record = journalRecord.safeParse(entry);
    if (!record.success) return { wrongLine: index + 2 };
    records.push(record.data);
  }
  return { header: header.data, records };
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * "Title contains", ignoring case. Texts of three characters or more are found by an index of trigrams; shorter texts
 * have no trigram and are searched for in the rows that match the other conditions.
 */
import { or, type SQL, sql } from "drizzle-orm";

import { auctions } from "./schema.ts";

const TRIGRAM = 3;

/** Whether the index can find titles that contain this text. */
export function isIndexed(text: string): boolean {
  return Array.from(text).length >= TRIGRAM;
}

export function titleContains(text: string): SQL | undefined {
  if (isIndexed(text)) {
    // One quoted phrase: nothing in it is an operator of the query language.
    const phrase = `"${text.replaceAll('"', '""')}"`;
    return sql`${auctions}.rowid in (select rowid from auctions_search where auctions_search match ${phrase})`;
  }
  return or(...spellings(text).map((spelling) => sql`instr(lower(${auctions.title}), ${spelling}) > 0`));
}

/** SQLite's lower() only changes ASCII letters, so the other letters are tried in both cases. */
function spellings(text: string): string[] {
  let made = [""];
  for (const letter of text) {
    const cases = new Set([letter.toLowerCase(), asciiLower(letter.toUpperCase())]);
    made = made.flatMap((start) => Array.from(cases, (end) => start + end));
  }
  return made;
}

function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

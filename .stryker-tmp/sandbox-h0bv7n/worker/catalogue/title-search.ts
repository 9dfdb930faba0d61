/**
 * "Title contains", whatever the case. From three characters on an index of trigrams answers; shorter texts have no
 * trigram and are looked for in the rows that the other conditions leave.
 */
// @ts-nocheck

import { or, type SQL, sql } from "drizzle-orm";

import { auctions } from "./schema.ts";

const TRIGRAM = 3;

export function titleContains(text: string): SQL | undefined {
  if (Array.from(text).length >= TRIGRAM) {
    // One quoted phrase: nothing in it is an operator of the search language.
    const phrase = `"${text.replaceAll('"', '""')}"`;
    return sql`${auctions}.rowid in (select rowid from auctions_search where auctions_search match ${phrase})`;
  }
  return or(...spellings(text).map((spelling) => sql`instr(lower(${auctions.title}), ${spelling}) > 0`));
}

/** SQLite's lower() leaves all but ASCII as it is, so the other letters are tried in both cases. */
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

/**
 * Suggests another search when one found nothing. Replaces each word that isn't in any live title with the most
 * similar word that is. There's no dictionary, so it suggests only words from live titles.
 */
import { desc, sql } from "drizzle-orm";

import { normalizeQuery, normalizeToText, isUnspaced } from "../contract/text/normalize-text.ts";
import type { Database } from "../db/database.ts";
import { auctions } from "../db/schema.ts";
import { toSingular } from "../db/search-texts.ts";
import { isLiveAt } from "../listings/queries/listings.ts";
import { listAuctions } from "./auction-list.ts";
import type { AuctionListQuery } from "./list-conditions.ts";

/** Shorter words are one letter from too many others. */
const MIN_LETTERS = 4;
/** From this length on, two letters may be wrong. */
const LONG_WORD_LENGTH = 6;
/** More wrong words than this are not typos. */
const MAX_CORRECTED_WORDS = 3;
/** Titles that share three letters with a word, newest first. Comparing these takes milliseconds. */
const MAX_TITLES = 500;

/** Words from live titles, by normalized form, with their spelling in the title and how often they occur. */
type Vocabulary = Map<string, { readonly spelling: string; count: number }>;

/** Null if no other search finds anything. `now` is epoch ms. */
export async function suggestSearch(db: Database, query: AuctionListQuery, now: number): Promise<string | null> {
  const typed = (query.search ?? "").split(/\s+/u).filter(Boolean);
  let correctedCount = 0;
  const correctedWords: string[] = [];
  for (const word of typed) {
    const other =
      isWord(word) && correctedCount < MAX_CORRECTED_WORDS
        ? await findSimilarWord(db, normalizeToText(word), now)
        : null;
    if (other !== null) correctedCount += 1;
    correctedWords.push(other ?? word);
  }
  if (correctedCount === 0) return null;
  const search = correctedWords.join(" ");
  const page = await listAuctions(db, { ...query, search, cursor: undefined, limit: 1 }, now);
  return page && page.auctions.length > 0 ? search : null;
}

/** One word of letters. Digits and compounds are rarely typos, and words of unspaced scripts are too short. */
function isWord(typed: string): boolean {
  const parts = normalizeQuery(typed).compounds.flat();
  const [word = ""] = parts;
  return parts.length === 1 && word.length >= MIN_LETTERS && !isUnspaced(word) && !/[0-9]/.test(word);
}

async function findSimilarWord(db: Database, word: string, now: number): Promise<string | null> {
  const vocabulary = await findSimilarWords(db, word, now);
  const maxEdits = word.length < LONG_WORD_LENGTH ? 1 : 2;
  let best: { readonly spelling: string; readonly edits: number; readonly count: number } | null = null;
  for (const [known, { spelling, count }] of vocabulary) {
    // The word is in a title, so it's not a typo. Another word is why the search found nothing.
    if (known.includes(toSingular(word))) return null;
    const edits = editDistance(word, known, maxEdits);
    if (edits <= maxEdits && (!best || edits < best.edits || (edits === best.edits && count > best.count))) {
      best = { spelling, edits, count };
    }
  }
  return best?.spelling ?? null;
}

async function findSimilarWords(db: Database, word: string, now: number): Promise<Vocabulary> {
  const query = Array.from(trigramsOf(word), (trigram) => `"${trigram}"`).join(" OR ");
  const newest = sql`(select rowid from auctions_search where auctions_search match ${query} order by rowid desc limit ${MAX_TITLES})`;
  const rows = await db
    .select({ title: auctions.title })
    .from(auctions)
    .where(sql`${auctions}.rowid in ${newest} and ${isLiveAt(now)}`)
    .orderBy(desc(sql`${auctions}.rowid`));
  const vocabulary: Vocabulary = new Map();
  for (const { title } of rows) {
    for (const token of title.split(/\s+/u)) {
      const spelling = token.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, "").toLowerCase();
      if (spelling.length < MIN_LETTERS) continue;
      // Include the singular of a plural, too, because "wtach" is closer to "watch" than to "watches".
      for (const form of new Set([spelling, toSingular(spelling)])) {
        const normalized = normalizeToText(form);
        const known = vocabulary.get(normalized);
        if (known) known.count += 1;
        else vocabulary.set(normalized, { spelling: form, count: 1 });
      }
    }
  }
  return vocabulary;
}

/**
 * All runs of three adjacent letters in the word, and in the word with any two neighboring letters swapped. A space
 * counts as a letter before and after the word.
 */
function trigramsOf(word: string): Set<string> {
  const letters = Array.from(word);
  const swapped = letters.slice(1).map((letter, index) => {
    return [...letters.slice(0, index), letter, letters[index] ?? "", ...letters.slice(index + 2)];
  });
  const texts = [letters, ...swapped].map((variant) => [" ", ...variant, " "]);
  return new Set(texts.flatMap((text) => text.slice(2).map((_, index) => text.slice(index, index + 3).join(""))));
}

/**
 * How many edits separate two words. An edit adds, removes or replaces a letter, or swaps it with its neighbor. Returns
 * `maxEdits` + 1 for anything more.
 */
function editDistance(one: string, other: string, maxEdits: number): number {
  const [from, to] = [Array.from(one), Array.from(other)];
  if (Math.abs(from.length - to.length) > maxEdits) return maxEdits + 1;
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of from.entries()) {
    const next = [row + 1];
    for (const [column, wanted] of to.entries()) {
      const replaced = (last[column] ?? 0) + (letter === wanted ? 0 : 1);
      let edits = Math.min((last[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1, replaced);
      if (row > 0 && column > 0 && letter === to[column - 1] && from[row - 1] === wanted) {
        edits = Math.min(edits, (before[column - 1] ?? 0) + 1);
      }
      next.push(edits);
    }
    [before, last] = [last, next];
  }
  return Math.min(last[to.length] ?? 0, maxEdits + 1);
}

/**
 * What a search finds: first the listings whose title has all its words, then those that have some of them only in
 * their description. Case, accents, apostrophes, plurals and the order of the words do not matter.
 *
 * In a title a word may be anywhere, also inside another word ("strolab" finds an astrolabe): an index of trigrams
 * finds it from three characters on. Shorter words, and all words of a description, have to begin a word. A text
 * without a word of three characters is searched for as it is, in titles: by that index, or if it is shorter itself, in
 * the rows that match the other conditions.
 */
import { type SQL, sql } from "drizzle-orm";

import { auctions } from "./schema.ts";

const TRIGRAM = 3;
/** More words than anybody types: each one costs an index lookup. */
const MAX_WORDS = 12;

/**
 * The rowids of the listings that an index finds, as a SELECT: of all, or of those that meet a condition on `rowid`. In
 * that condition `rowid` has a plus before it where it is compared with a set: otherwise an index of words would be
 * searched once for each member of the set.
 */
export type Found = (among?: SQL) => SQL;

/** A part of the results: found by an index, or by a condition that each row is checked for. */
export type SearchPart = { readonly found: Found } | { readonly condition: SQL };

/** The listings to show first, then the others: no listing is in two parts. `text` is trimmed and not empty. */
export function searchFor(text: string): SearchPart[] {
  const words = wordsOf(text);
  const long = words.filter(isLong);
  if (long.length === 0) {
    return isLong(text) ? [{ found: inTitles(quoted(text)) }] : [{ condition: titleContains(text) }];
  }
  const titles = inTitlesWithAll(
    text,
    long,
    words.filter((word) => !isLong(word)),
  );
  const anywhere = inWords(beginnings(words));
  return [{ found: titles }, { found: (among) => sql`${anywhere(among)} and +rowid not in (${titles(among)})` }];
}

/** Titles that contain the text as it is, or all these words. */
function inTitlesWithAll(text: string, long: readonly string[], short: readonly string[]): Found {
  const words = long.map(quoted).join(" AND ");
  if (short.length === 0) return inTitles(`${quoted(text)} OR (${words})`);
  const asItIs = inTitles(quoted(text));
  const withLong = inTitles(words);
  const withShort = inWords(`title : (${beginnings(short)})`);
  return (among) =>
    sql`select rowid from (${asItIs(among)} union ${withLong(among)} and +rowid in (${withShort(among)}))`;
}

/** The words of a text, without the endings of plurals and possessives. */
export function wordsOf(text: string): string[] {
  const bare = text.normalize("NFKC").replaceAll(/['’ʼ]\p{L}{1,2}(?![\p{L}\p{N}])/gu, " ");
  const words = Array.from(bare.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu), ([word]) => singular(word.toLowerCase()));
  return Array.from(new Set(words)).slice(0, MAX_WORDS);
}

/** The common beginning of an English word and its regular plural. */
function singular(word: string): string {
  const [, common] = /^(.{2,}(?:s|x|z|ch|sh))es$|^(.{3,})ies$|^(.{2,}[^sui])s$/u.exec(word)?.filter(Boolean) ?? [];
  return common ?? word;
}

function isLong(text: string): boolean {
  return Array.from(text).length >= TRIGRAM;
}

/** One phrase of the indexes' query language, in which nothing is an operator. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** All of these words, each as the beginning of a word. */
function beginnings(words: readonly string[]): string {
  return words.map((word) => `${quoted(word)} *`).join(" AND ");
}

function inTitles(query: string): Found {
  return (among) => sql`select rowid from auctions_search where auctions_search match ${query}${and(among)}`;
}

function inWords(query: string): Found {
  return (among) => sql`select rowid from auctions_words where auctions_words match ${query}${and(among)}`;
}

function and(condition: SQL | undefined): SQL {
  return condition ? sql` and ${condition}` : sql.empty();
}

/** SQLite's lower() only changes ASCII letters, so the other letters are tried in both cases. */
function titleContains(text: string): SQL {
  const found = spellings(text).map((spelling) => sql`instr(lower(${auctions.title}), ${spelling}) > 0`);
  return sql`(${sql.join(found, sql` or `)})`;
}

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

/**
 * Searches listings. It first finds the listings with all words in the title, then those with some of the words only in
 * the description. It compares normalized text (`worker/contract/text/normalize-text.ts`). Plurals, the order of the
 * words, and spaces between them make no difference.
 *
 * In a title a word can be anywhere, even inside another word ("strolab" finds an astrolabe). A trigram index finds
 * words of three or more characters. Shorter words, and all words in a description, match only at the beginning of a
 * word. In scripts without spaces between words they can be anywhere. We look for a query of one or two characters only
 * in titles that match the other conditions.
 */
import { type SQL, sql } from "drizzle-orm";

import { normalizeQuery, isUnspaced } from "../contract/text/normalize-text.ts";
import { auctions } from "../db/schema.ts";
import { splitUnspaced, hasTrigram, toSingular } from "../db/search-texts.ts";

/** More words than anyone types. Each one costs an index lookup. */
const MAX_WORDS = 12;
/**
 * How many words get a check of their own. D1 combines at most five SELECTs, and a statement, which repeats the
 * condition three times, can have 100 parameters.
 */
const MAX_CHECKED_WORDS = 4;

/**
 * A SELECT of the rowids that an index finds, among all listings or only those that meet a condition on `rowid`.
 * Put a plus before `rowid` in that condition wherever it is compared with a set. Otherwise SQLite would search an
 * index of words once for each member of the set.
 */
export type RowidQuery = (among?: SQL) => SQL;

/** A part of the results, found by an index or by a condition that we check on each row. */
export type SearchPart = { readonly found: RowidQuery } | { readonly condition: SQL };

/** A search word, in each possible spelling: "gt 3" and "gt3". */
type SearchWord = readonly string[];

/**
 * The parts of the results, in the order to show them. No listing is in two parts. Empty for a query without visible
 * characters, which matches everything.
 */
export function compileSearch(text: string): SearchPart[] {
  const { compounds, symbols } = normalizeQuery(text);
  const parts = compounds.flat();
  if (parts.length === 0) return symbols === "" ? [] : [titlesWithSymbols(symbols)];
  const words = wordsIn(compounds);
  const [only = ""] = parts;
  if (parts.length === 1 && !hasTrigram(only) && !isUnspaced(only)) return [titlesWithLetters(only)];
  const together = [parts.join(" "), parts.join("")].filter(hasTrigram).map(quoteTerm);
  const titles = titlesWithAll([...new Set(together), ...joinedQueries(parts)], words);
  // Nearly every description has a word that begins with these few letters.
  if (!words.some(([word = ""]) => hasTrigram(word) || isUnspaced(word))) return [{ found: titles }];
  const anywhere = wordsMatching(anyOf([allOf(words.map(prefixQuery)), prefixQuery([parts.join("")])]));
  return [{ found: titles }, { found: (among) => sql`${anywhere(among)} and +rowid not in (${titles(among)})` }];
}

/** "And" in English, German, French, Danish, Swedish and Turkish. */
const CONJUNCTIONS: ReadonlySet<string> = new Set(["and", "und", "et", "og", "och", "ve"]);

/**
 * The words of a query, without plural endings. A compound is searched for as separate words. Only if all of them are
 * short, as in "gt3", do they have to be adjacent.
 */
function wordsIn(compounds: readonly (readonly string[])[]): SearchWord[] {
  const words = compounds.flatMap((parts): SearchWord[] => {
    if (parts.length > 1 && !parts.some(hasTrigram)) return [[parts.join(" "), parts.join("")]];
    return parts.map((part) => [isUnspaced(part) ? part : toSingular(part)]);
  });
  // Conjunctions stand for "&" as well, and are often left out.
  const significantWords = words.filter(([word = ""]) => !CONJUNCTIONS.has(word));
  const hasOther = significantWords.some(([word = ""]) => hasTrigram(word) || isUnspaced(word));
  const unique = new Map((hasOther ? significantWords : words).map((word) => [word.join(), word]));
  return Array.from(unique.values()).slice(0, MAX_WORDS);
}

/** Short words joined with the next or the previous one. "rock n roll" gives "rock nroll" and "rockn roll". */
function joinedQueries(parts: readonly string[]): string[] {
  const isShort = (part: string) => !hasTrigram(part) && !isUnspaced(part);
  if (parts.length < 3 || !parts.some(isShort)) return [];
  const next = parts.map((part) => (isShort(part) ? part : `${part} `));
  const previous = parts.map((part) => (isShort(part) ? part : ` ${part}`));
  return [next, previous]
    .map((group) => group.join("").trim().split(" "))
    .filter((words) => words.every(hasTrigram))
    .map((words) => allOf(words.map((word) => quoteTerm(toSingular(word)))));
}

/** Titles that match one of these queries, or have all these words. */
function titlesWithAll(queries: readonly string[], words: readonly SearchWord[]): RowidQuery {
  const spellings = words.map((word) => word.filter(hasTrigram).map(quoteTerm));
  const usesTrigrams = spellings.every((variants) => variants.length > 0);
  const contained = [...queries, ...(usesTrigrams ? [allOf(spellings.map(anyOf))] : [])];
  // The results that only `auctions_words` finds: short words, and words that a title splits in two. Usually there are
  // none, and then SQLite doesn't look up the other words.
  const alternatives = words.map(alternativesOf);
  const unchecked = words
    .slice(MAX_CHECKED_WORDS)
    .map((word, index) => anyOf([`title : ${prefixQuery(word)}`, alternatives[index + MAX_CHECKED_WORDS] ?? ""]));
  const first = wordsMatching(allOf([anyOf(alternatives), ...unchecked]));
  const checks = words.slice(0, MAX_CHECKED_WORDS).map((_, index): RowidQuery => {
    const [variants = [], found] = [spellings[index], wordsMatching(alternatives[index] ?? "")];
    if (variants.length === 0) return found;
    return (among) => sql`select rowid from (${titlesMatching(anyOf(variants))(among)} union all ${found(among)})`;
  });
  const rest: RowidQuery = (among) => {
    if (words.length === 1) return first(among);
    const all = checks.map((check) => check(among));
    return sql`${first(among)} and +rowid in (${sql.join(all, sql` intersect `)})`;
  };
  if (contained.length === 0) return rest;
  return (among) => sql`${titlesMatching(anyOf(contained))(among)} union all ${rest(among)}`;
}

/**
 * Matches titles that write the word as adjacent words, or for a short word, titles with a word that begins with it.
 */
function alternativesOf(word: SearchWord): string {
  const joined = `joined : ${quoteTerm(toSingular(word.join("").replaceAll(" ", "")))}`;
  const short = word.filter((spelling) => !hasTrigram(spelling));
  return anyOf([...short.map((spelling) => `title : ${prefixQuery([spelling])}`), joined]);
}

/** Matches words that begin with this one, in each spelling. */
function prefixQuery(word: SearchWord): string {
  return anyOf(word.map((spelling) => `${quoteTerm(spelling.split(" ").map(splitUnspaced).join(" "))} *`));
}

function titlesWithSymbols(symbols: string): SearchPart {
  return hasTrigram(symbols) ? { found: titlesMatching(quoteTerm(symbols)) } : { condition: titleContains(symbols) };
}

function titlesWithLetters(letters: string): SearchPart {
  const joined = wordsMatching(`joined : ${quoteTerm(letters)}`);
  return { condition: sql`(${titleContains(letters)} or ${auctions}.rowid in (${joined()}))` };
}

function titleContains(text: string): SQL {
  return sql`exists (select 1 from auctions_titles where place = ${auctions}.rowid and instr(title, ${text}) > 0)`;
}

/** A phrase in the indexes' query language, quoted so that nothing in it is an operator. */
function quoteTerm(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function anyOf(queries: readonly string[]): string {
  return `(${queries.join(" OR ")})`;
}

function allOf(queries: readonly string[]): string {
  return `(${queries.join(" AND ")})`;
}

function titlesMatching(query: string): RowidQuery {
  return (among) => sql`select rowid from auctions_search where auctions_search match ${query}${withCondition(among)}`;
}

function wordsMatching(query: string): RowidQuery {
  return (among) => sql`select rowid from auctions_words where auctions_words match ${query}${withCondition(among)}`;
}

function withCondition(condition: SQL | undefined): SQL {
  return condition ? sql` and ${condition}` : sql.empty();
}

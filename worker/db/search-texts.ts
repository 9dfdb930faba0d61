/**
 * Writes a listing's normalized text to the search indexes (`worker/contract/text/normalize-text.ts`). SQL can't do
 * this, so a trigger indexes new text nearly unchanged and adds the listing to `auctions_to_index`. The code that wrote
 * it then calls `textIndexStatements`. The sweep does so for the rest, including all listings older than a change to
 * `normalize`.
 */
import { normalize, type NormalizedText, isUnspaced } from "../contract/text/normalize-text.ts";

/** A listing's own text. */
export type SearchTexts = { readonly id: string; readonly title: string; readonly description: string };

/** Listings that one statement indexes. With the longest text, its parameter stays below D1's 2 MB. */
const TEXTS_PER_BATCH = 40;
/** Batches that one run of the sweep indexes, which takes seconds. So 100,000 listings take an hour. */
const MAX_STATEMENTS = 50;

/** A word of one or two letters could be anywhere in the text. The trigram index finds three letters or more. */
const TRIGRAM_LENGTH = 3;
/** How many adjacent words we also index as one, for "pocket watch" or the letters of "N A S A". */
const MAX_JOINED_WORDS = 4;
/** The longest word that anyone searches for. */
const MAX_JOINED_LENGTH = 40;

export function hasTrigram(text: string): boolean {
  return Array.from(text).length >= TRIGRAM_LENGTH;
}

/** The common beginning of an English word and its regular plural. */
export function toSingular(word: string): string {
  const [, stem] = /^(.{2,}(?:s|x|z|ch|sh))es$|^(.{3,})ies$|^(.{2,}[^sui])s$/u.exec(word)?.filter(Boolean) ?? [];
  return stem ?? word;
}

/** For the word index, in which each character of a script without spaces is a word. */
export function splitUnspaced(part: string): string {
  return isUnspaced(part) ? Array.from(part).join(" ") : part;
}

/** A compound as one word, with and without its "and": "H&M" is "handm" and "hm". */
function compoundSpellings(compound: readonly string[]): string[] {
  return compound.length < 2 ? [] : [compound.join(""), compound.filter((part) => part !== "and").join("")];
}

/** Adjacent words, written as one. */
function joinedWords({ compounds }: NormalizedText): string[] {
  const parts = compounds.flat();
  const counts = Array.from({ length: MAX_JOINED_WORDS - 1 }, (_, index) => index + 2);
  const sequences = parts.flatMap((_part, start) => counts.map((count) => parts.slice(start, start + count)));
  return sequences.filter((words) => !words.some(isUnspaced)).map((sequence) => sequence.join(""));
}

function indexValuesOf({ id, title, description }: SearchTexts) {
  const [titleText, descriptionText] = [normalize(title), normalize(description)];
  const compounds = titleText.compounds.flatMap(compoundSpellings);
  const joined = [...joinedWords(titleText), ...compounds, ...descriptionText.compounds.flatMap(compoundSpellings)];
  const short = joined.filter((word) => word.length <= MAX_JOINED_LENGTH).map(toSingular);
  const inWords = (text: NormalizedText) => text.compounds.flat().map(splitUnspaced).join(" ");
  // The space before the first word lets a search find the beginnings of words.
  const text = ` ${[...titleText.compounds.flat(), ...new Set(compounds), titleText.symbols].join(" ")} `;
  return [
    id,
    title,
    description,
    text,
    inWords(titleText),
    inWords(descriptionText),
    Array.from(new Set(short)).join(" "),
  ];
}

/** Skips listings whose text has been edited since we read it. */
const IF_UNCHANGED = `FROM json_each(?) JOIN auctions
  ON auctions.id = value ->> 0 AND auctions.title = value ->> 1 AND auctions.description = value ->> 2`;

/** The statements that index the text of some listings, if the listings still have this text. */
export function textIndexStatements(db: D1Database, listings: readonly SearchTexts[]): D1PreparedStatement[] {
  const values = JSON.stringify(listings.map(indexValuesOf));
  return [
    `INSERT INTO auctions_titles (place, title) SELECT auctions.rowid, value ->> 3 ${IF_UNCHANGED} WHERE true
       ON CONFLICT (place) DO UPDATE SET title = excluded.title`,
    `INSERT OR REPLACE INTO auctions_search (rowid, title) SELECT auctions.rowid, value ->> 3 ${IF_UNCHANGED}`,
    `INSERT OR REPLACE INTO auctions_words (rowid, title, description, joined)
       SELECT auctions.rowid, value ->> 4, value ->> 5, value ->> 6 ${IF_UNCHANGED}`,
    `DELETE FROM auctions_to_index WHERE place IN (SELECT auctions.rowid ${IF_UNCHANGED})`,
  ].map((statement) => db.prepare(statement).bind(values));
}

/** The text of one listing, if the indexes don't have it yet. */
export function selectPendingTexts(db: D1Database, id: string): D1PreparedStatement {
  return db
    .prepare(
      `SELECT id, title, description FROM auctions
       WHERE id = ? AND EXISTS (SELECT 1 FROM auctions_to_index WHERE place = auctions.rowid)`,
    )
    .bind(id);
}

/** For the sweep. Indexes the text of listings that aren't indexed yet. */
export async function indexPendingTexts(db: D1Database): Promise<void> {
  for (let count = 0; count < MAX_STATEMENTS; count += 1) {
    const { results } = await db
      .prepare(
        `SELECT id, title, description FROM auctions WHERE rowid IN (SELECT place FROM auctions_to_index WHERE place > 0 LIMIT ?)`,
      )
      .bind(TEXTS_PER_BATCH)
      .all<SearchTexts>();
    if (results.length === 0) return;
    await db.batch(textIndexStatements(db, results));
  }
}

/**
 * Whether text has visible characters, and which names look like the system's own: "Bidder 12" for anonymous bidders,
 * "Deleted user" and "Name hidden" for those without a name, and the site's name. We compare names as a reader sees
 * them. Case, accents, spaces, punctuation and invisible characters don't count, and letters of other scripts that look
 * like Latin ones count as those.
 */
import { DELETED_NAME, HIDDEN_NAME } from "./people.ts";

/** Spaces, controls, combining marks, fillers such as U+3164, and the empty Braille pattern. */
const INVISIBLE_TEXT = /^[\p{White_Space}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

export function hasVisibleText(text: string): boolean {
  return !INVISIBLE_TEXT.test(text);
}

/** The first letter of a name in a script in which a single letter is an initial. */
const INITIAL = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

/**
 * Whether a name has the two characters that the specification requires, or is one letter in a script other than Latin,
 * Greek and Cyrillic. 李, 김 and あ are whole names. Accents and vowel signs belong to their letter.
 */
export function isWholeName(name: string): boolean {
  const letters = Array.from(name.normalize("NFC").replaceAll(/\p{M}/gu, ""));
  return letters.length > 1 || (/^\p{L}/u.test(name) && !INITIAL.test(name));
}

/**
 * Lowercase characters that look like each Latin letter and that Unicode doesn't decompose to it: Cyrillic, Greek,
 * Armenian, Cherokee, small capitals and crossed letters.
 */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: "аαɑᴀꭺ",
  b: "вьβʙƅꮟ",
  c: "сϲᴄꮯ",
  d: "ԁɗđðᴅꭰ",
  e: "еєεҽɛᴇꭼ",
  f: "ғꜰ",
  g: "ɡɢցꮐ",
  h: "нһհʜꮋ",
  i: "іιıɪɩӏꭵ",
  j: "јϳᴊꭻ",
  k: "кκᴋꮶ",
  l: "ʟłɭꮮ|ǀ",
  m: "мᴍꮇ",
  n: "пոηɴռ",
  o: "оοօɵøᴏ",
  p: "рρᴘꮲ",
  q: "ԛզ",
  r: "гʀᴦꭱ",
  s: "ѕꜱʂꮪ",
  t: "тτᴛŧꭲ",
  u: "υսᴜʋ",
  v: "νѵᴠꮩ",
  w: "ѡԝωᴡꮃ",
  x: "хχ",
  y: "уγүʏꮍ",
  z: "ᴢꮓ",
};
const LATIN = new Map(
  Object.entries(LOOKALIKES).flatMap(([latin, others]) => Array.from(others, (other) => [other, latin] as const)),
);

/** Digits that look like letters, and `i`, because it and `l` are one stroke. */
const DIGIT_LOOKALIKES = new Map([
  ["0", "o"],
  ["1", "l"],
  ["3", "e"],
  ["5", "s"],
  ["i", "l"],
]);

/** The letters and digits of text as a reader sees them. */
function skeleton(text: string): string {
  const latin = Array.from(text.normalize("NFKD").toLowerCase(), (character) => LATIN.get(character) ?? character);
  const shown = latin.filter((character) => /[\p{L}\p{N}]/u.test(character) && hasVisibleText(character));
  return shown.map((character) => DIGIT_LOOKALIKES.get(character) ?? character).join("");
}

const RESERVED_NAMES = new Set(
  [DELETED_NAME, HIDDEN_NAME].map(({ firstName, lastName }) => skeleton(firstName + lastName)),
);
/** "Bidder", then digits of any script, some of which `skeleton` has turned into letters. */
const BIDDER_ALIAS_NAME = new RegExp(`^${skeleton("Bidder")}[\\p{N}oles]*$`, "u");

/** Whether a full name looks like one of the system's. */
export function isReservedName(firstName: string, lastName: string): boolean {
  const whole = `${firstName} ${lastName}`;
  const name = skeleton(whole);
  const isBidderAlias = BIDDER_ALIAS_NAME.test(name) && /\p{N}/u.test(whole);
  return RESERVED_NAMES.has(name) || isBidderAlias;
}

/** Many people's names contain a shorter word. Hannah contains Ann, but doesn't pretend to be a site called Ann. */
const MIN_NAME_IN_WORD_LENGTH = 6;

/**
 * Whether a full name looks like the site's: it begins with the site's name, contains it in one word, or has all the
 * words of the site's name in a row. A match across other words doesn't count. Charlot Lineker isn't Lotline.
 */
export function containsSiteName(firstName: string, lastName: string, siteName: string): boolean {
  const [site, wordCount] = [skeleton(siteName), wordsOf(siteName).length];
  const words = wordsOf(`${firstName} ${lastName}`);
  if (site.length < MIN_NAME_IN_WORD_LENGTH) return site !== "" && runsOf(words, wordCount).includes(site);
  const prefixes = words.map((_, index) => words.slice(index).join(""));
  const isAtStart = prefixes.slice(0, wordCount > 1 ? undefined : 1).some((name) => name.startsWith(site));
  return isAtStart || words.some((word) => word.includes(site));
}

function wordsOf(name: string): string[] {
  return name
    .split(/\s+/)
    .map(skeleton)
    .filter((word) => word !== "");
}

/** Each run of this many words, joined. */
function runsOf(words: readonly string[], count: number): string[] {
  return words.map((_, index) => words.slice(index, index + count).join(""));
}

export const RESERVED_NAME_MESSAGE = "This name is reserved. Use your own.";

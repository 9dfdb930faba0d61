/**
 * Which texts have visible characters, and which names look like those that the system gives: "Bidder 12" for people
 * who bid under a number, "Deleted user" and "Name hidden" for those without a name, and the product's own. Names are
 * compared as a reader sees them: without case, accents, spaces, punctuation and invisible characters, and with letters
 * of other scripts that look like Latin ones replaced by those.
 */
import { DELETED_NAME, HIDDEN_NAME } from "./people.ts";

/** Spaces, controls, combining marks, fillers such as U+3164, and the empty Braille pattern. */
const SHOWS_NOTHING = /^[\p{White_Space}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

export function showsSomething(text: string): boolean {
  return !SHOWS_NOTHING.test(text);
}

/** A first letter of a script in which one letter is an initial, and not a name. */
const INITIAL = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

/**
 * Whether a name has the two characters that the specification asks for, or is one letter of another script: 李, 김 and
 * あ are whole names. Accents and vowel signs belong to their letter.
 */
export function isWholeName(name: string): boolean {
  const letters = Array.from(name.normalize("NFC").replaceAll(/\p{M}/gu, ""));
  return letters.length > 1 || (/^\p{L}/u.test(name) && !INITIAL.test(name));
}

/**
 * Lower-case characters that look like each Latin letter of the reserved names, where Unicode's decomposition does not
 * say so: Cyrillic, Greek, Armenian, Cherokee, small capitals and crossed letters.
 */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: "аαɑᴀꭺ",
  b: "вьβʙƅꮟ",
  d: "ԁɗđðᴅꭰ",
  e: "еєεҽɛᴇꭼ",
  h: "нһհʜꮋ",
  i: "іιıɪɩӏꭵ",
  l: "ʟłɭꮮ|ǀ",
  m: "мᴍꮇ",
  n: "пոηɴռ",
  o: "оοօɵøᴏ",
  r: "гʀᴦꭱ",
  s: "ѕꜱʂꮪ",
  t: "тτᴛŧꭲ",
  u: "υսᴜʋ",
};
const LATIN = new Map(
  Object.entries(LOOKALIKES).flatMap(([latin, others]) => Array.from(others, (other) => [other, latin] as const)),
);

/** Digits that look like letters, and `i`, because it and `l` are one stroke. */
const STROKES = new Map([
  ["0", "o"],
  ["1", "l"],
  ["3", "e"],
  ["5", "s"],
  ["i", "l"],
]);

/** The letters and digits of a text as a reader sees them. */
function skeleton(text: string): string {
  const latin = Array.from(text.normalize("NFKD").toLowerCase(), (character) => LATIN.get(character) ?? character);
  const shown = latin.filter((character) => /[\p{L}\p{N}]/u.test(character) && showsSomething(character));
  return shown.map((character) => STROKES.get(character) ?? character).join("");
}

const GIVEN = new Set([DELETED_NAME, HIDDEN_NAME].map(({ firstName, lastName }) => skeleton(firstName + lastName)));
const PRODUCT = skeleton("Lotline");
/** The word and then digits of any script, or letters that digits look like. */
const NUMBERED = new RegExp(`^${skeleton("Bidder")}[\\p{N}oles]*$`, "u");

/** Whether a full name looks like one that the system gives. */
export function isReservedName(firstName: string, lastName: string): boolean {
  const whole = `${firstName} ${lastName}`;
  const name = skeleton(whole);
  const isNumber = NUMBERED.test(name) && /\p{N}/u.test(whole);
  return GIVEN.has(name) || isNumber || namesProduct(whole);
}

/** At its beginning or in one of its words, but not across two: Charlot Lineker is a person. */
function namesProduct(name: string): boolean {
  return skeleton(name).startsWith(PRODUCT) || name.split(/\s+/).some((word) => skeleton(word).includes(PRODUCT));
}

export const RESERVED_NAME_MESSAGE = "This name is reserved. Use your own.";

/**
 * How we compare two strings: equal if a reader would call them the same words, no matter how they were typed. Both the
 * searched text and the search are normalized here. Case, accents and other marks, ligatures, widths, invisible
 * characters, the digits of a script, and the shapes of apostrophes and hyphens make no difference.
 *
 * Vowel signs of Indic and South-East Asian scripts are letters, and so are the voiced marks of kana. Without them, a
 * word would become a different word. No zod here, because pages load this file.
 */

/** Letters that Unicode does not decompose, in lower case, each with what people type for it. */
const LETTERS = new Map(
  [
    "ßss æae œoe øo łl đd ðd þth ħh ŧt ŋn ıi ȷj ĸk ƀb ɓb ƈc ȼc ɖd ɗd ȡd əe ǝe ɛe ɇe ƒf ǥg ɠg ᵹg ɡg ɨi ɩi ɉj ƙk ƚl ɫl ȴl",
    "ɲn ȵn ɵo ɔo ƥp ɍr ʂs ƭt ʈt ȶt ʉu ʋv ɏy ƴy ƶz ȥz ɑa ӏi ґг",
    // Final forms of Greek and Hebrew, and double letters of Yiddish.
    "ςσ ךכ םמ ןנ ףפ ץצ װוו ױוי ײיי",
    // Arabic letters for which keyboards of different countries have different characters.
    "ٱا ىي یي ېي ےي کك ڪك ةه ہه ھه ەه ۃه",
    // Nasal signs of Devanagari, Bengali, Gujarati and Odia. People use the two interchangeably.
    "\u0901\u0902 \u0981\u0982 \u0a81\u0a82 \u0b01\u0b02",
  ].flatMap((pairs) => pairs.split(" ").map((pair) => [pair.slice(0, 1), pair.slice(1)] as const)),
);

/** Characters used as apostrophes, or as quotation marks inside a Hebrew word. Some of them are letters in Unicode. */
const APOSTROPHES =
  /[`´‘’‛′‵\u02b9-\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u05f4\u07f4\u07f5\u1fbd\u1fbf\u1ffd\u1ffe\ua78b\ua78c]/gu;
/** Characters that join the parts of a word: hyphens, dashes, dots and underscores. */
const JOINERS = /[\p{Pd}\u2212\u2043\u02d7\u00b7\u2027\u30fb._]/gu;
const TRADE_MARKS = /[™℠®©]/gu;
/** An accent by itself, which compatibility decomposition puts on a space. */
const LONE_ACCENT = / (?=\p{M})/gu;
const LONE_VOICED_MARK = / (?=[\u3099\u309a])/gu;
/** Invisible characters, control characters other than white space, the Arabic tatweel, and skin tone modifiers. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u0640\p{Emoji_Modifier}]|(?!\p{White_Space})\p{Cc}/gu;
/** Accents, points and tones. The remaining marks are letters of their scripts. */
const MARKS =
  /(?![\u3099\u309a])(?=\p{M})(?:\P{Alphabetic}|[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}])/gu;
const FRACTIONS = /[\u00bc-\u00be\u2150-\u215e\u2189]/gu;

// oxlint-disable-next-line no-control-regex -- all others are ASCII, and already normalized
const NOT_ASCII = /[^\u0000-\u007f]/gu;

const WORD = String.raw`[\p{L}\p{M}\p{N}]+`;
const COMPOUNDS = new RegExp(`${WORD}(?:['-]+${WORD})*`, "gu");
const SYMBOLS = /[\p{P}\p{S}]/gu;

/** Signs tell names apart ("C", "C++" and "C#"). Punctuation doesn't. */
const PUNCTUATION = /(?![#%@*])\p{P}|[`^&⁄]/gu;

/** Scripts that have no spaces between words, or whose words are made of syllables that people search for. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc\u3099\u309a`;
const PARTS = new RegExp(String.raw`[0-9]+|[${UNSPACED}]+|[^0-9${UNSPACED}'-]+`, "gu");
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");

const AND = "and";

/** Whether a part of normalized text is in one of the `UNSPACED` scripts. */
export function isUnspaced(part: string): boolean {
  return IS_UNSPACED.test(part);
}

export type NormalizedText = {
  /** The words, each as its parts: "O’Keeffe", "t-shirt" and "iPhone13" have two. An ampersand is the word "and". */
  readonly compounds: readonly (readonly string[])[];
  /** Its punctuation, signs and emoji, in order. */
  readonly symbols: string;
};

/** The words and symbols of any string, even one that isn't well-formed. */
export function normalize(text: string): NormalizedText {
  const normalized = normalizeCharacters(text);
  return { compounds: compoundsIn(normalized), symbols: symbolsIn(normalized) };
}

/** Like `normalize`, but for a search: without possessives and the plural ending of a number. */
export function normalizeQuery(text: string): NormalizedText {
  const normalized = normalizeCharacters(text);
  const plain = normalized
    .replaceAll(/([\p{L}\p{M}\p{N}])'s(?![\p{L}\p{M}\p{N}])/gu, "$1")
    .replaceAll(/([0-9])s(?![\p{L}\p{M}\p{N}])/gu, "$1");
  return { compounds: compoundsIn(plain), symbols: symbolsIn(normalized) };
}

/**
 * The words of a string with a space between parts, or its symbols if it has no letter or digit. Normalizing twice
 * changes nothing.
 */
export function normalizeToText(text: string): string {
  const { compounds, symbols } = normalize(text);
  return compounds.length > 0 ? compounds.flat().join(" ") : symbols;
}

/** Equal for two names that a reader would take for one: "Möbel" and "MOBEL", "T-Shirts" and "T shirts". */
export function nameKey(name: string): string {
  const { compounds, symbols } = normalize(name);
  return compounds.flat().join("") + symbols.replaceAll(PUNCTUATION, "");
}

/** Whether one string contains another, as a search finds it: "t shirts" contains "T-Shirt". "And" may be left out. */
export function containsText(text: string, part: string): boolean {
  const [whole, searched] = [text, part].map((each) => {
    const words = normalize(each).compounds.flat();
    return words.filter((word) => word !== AND || words.length === 1).join("");
  });
  return whole !== undefined && searched !== undefined && searched !== "" && whole.includes(searched);
}

function normalizeCharacters(text: string): string {
  const decomposed = text
    .toWellFormed()
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(TRADE_MARKS, " ")
    .replaceAll(FRACTIONS, " $&")
    .normalize("NFKD")
    .replaceAll(INVISIBLE, "")
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(LONE_VOICED_MARK, "")
    .replaceAll(LONE_ACCENT, "'")
    .replaceAll(MARKS, "");
  // Upper case first, because some letters share it, such as the dotless i and the i.
  const lower = decomposed.toUpperCase().toLowerCase().normalize("NFKD").replaceAll(MARKS, "");
  return lower.replaceAll(NOT_ASCII, normalizeCharacter).normalize("NFC").replaceAll(JOINERS, "-");
}

function normalizeCharacter(character: string): string {
  const letter = LETTERS.get(character);
  if (letter !== undefined) return letter;
  if (/\p{Nd}/u.test(character)) return latinDigit(character.codePointAt(0) ?? 0);
  // Turn katakana into hiragana, which comes 0x60 code points earlier in Unicode.
  if (character >= "\u30a1" && character <= "\u30f6")
    return String.fromCodePoint((character.codePointAt(0) ?? 0) - 0x60);
  return character;
}

/** The digits of each script are ten consecutive characters. */
function latinDigit(codePoint: number): string {
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(codePoint - before - 1))) before += 1;
  return String(before % 10);
}

function compoundsIn(normalized: string): string[][] {
  const spelled = normalized.replaceAll(/([0-9]),(?=[0-9])/g, "$1-").replaceAll("&", `-${AND}-`);
  return Array.from(spelled.matchAll(COMPOUNDS), ([compound]) =>
    Array.from(compound.matchAll(PARTS), ([part]) => part),
  );
}

function symbolsIn(normalized: string): string {
  return Array.from(normalized.matchAll(SYMBOLS), ([symbol]) => symbol).join("");
}

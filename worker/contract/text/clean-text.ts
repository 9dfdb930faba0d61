/**
 * Removes characters that people paste from a document or a chat without seeing them. We drop those instead of refusing
 * the text. Both functions take any string and return it in NFC, with line breaks as `\n`. Cleaning twice changes
 * nothing. They don't trim or check lengths, and take linear time.
 */

/** Line breaks from other systems and from documents: vertical tab, form feed, next line, and Unicode's own. */
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * Characters that show nothing and mean nothing to a reader: controls, lone surrogates, noncharacters, places
 * where a word may or may not break, byte order marks, notes for other software, and overrides, which reorder text on
 * screen. U+2060 to U+2064 and U+206A to U+206F belong to formulas and old software.
 */
const REMOVED_CODE_POINTS =
  // oxlint-disable-next-line no-control-regex -- naming the control characters is the point
  /[\0-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b\u202d\u202e\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffc\p{Cs}\p{Noncharacter_Code_Point}]/gu;

/** Tags, except the few after a black flag that make it a region's flag. */
const STRAY_TAGS = /(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,6})[\u{e0000}-\u{e007f}]/gu;
/**
 * Joiners, except in emoji and after letters (with their marks) of scripts that use them, such as Persian and Hindi.
 */
const STRAY_JOINERS =
  /(?<!\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?|(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})\p{L}\p{M}{0,8})[\u200c\u200d]/gu;
/** Variation selectors without a character before them. */
const STRAY_VARIATION_SELECTORS = /(?<![^\s\u061c\u200e\u200f\p{Variation_Selector}])\p{Variation_Selector}/gu;

const DIRECTION_MARKS = /[\u061c\u200e\u200f]/g;
// Unicode also counts U+061C as Arabic.
const RIGHT_TO_LEFT =
  /(?=\p{L})[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const REPEATED_DIRECTION_MARKS = /[\u061c\u200e\u200f]+(?=[\u061c\u200e\u200f])/g;
/**
 * Direction marks with no effect: at the ends of a line, beside a space, between letters. Others may set the order of
 * brackets and numbers in a right-to-left text.
 */
const STRAY_DIRECTION_MARKS =
  /(?<=^|\s)[\u061c\u200e\u200f]|[\u061c\u200e\u200f](?=$|\s)|(?<=[\p{L}\p{M}])[\u061c\u200e\u200f](?=[\p{L}\p{M}])/gu;

/** Characters that start embeddings and isolates, each with the one that ends it. */
const CLOSING_MARKS = new Map([
  ["\u202a", "\u202c"],
  ["\u202b", "\u202c"],
  ["\u2066", "\u2069"],
  ["\u2067", "\u2069"],
  ["\u2068", "\u2069"],
]);
const DIRECTION_CONTROLS = /[\u202a-\u202c\u2066-\u2069]/;
/** Text renderers ignore deeper nesting than this (UAX 9, `max_depth`). */
const MAX_DEPTH = 125;

/** Text that may have several lines. */
export function cleanLines(text: string): string {
  const visibleText = text
    .replace(LINE_BREAKS, "\n")
    .replace(REMOVED_CODE_POINTS, "")
    .split("\n")
    .map(dropUnpairedEmbeddings)
    .join("\n");
  // NFC orders the combining marks. Without that, we can't tell which characters are next to a joiner.
  const ordered = visibleText.replace(STRAY_TAGS, "").normalize("NFC");
  const joined = ordered.replace(STRAY_JOINERS, "").replace(STRAY_VARIATION_SELECTORS, "");
  return joined.split("\n").map(dropStrayDirectionMarks).join("\n").normalize("NFC");
}

/** Text of one line. Line breaks and tabs become one space, together with the spaces around them. */
export function cleanLine(text: string): string {
  return cleanLines(text.replace(LINE_BREAKS, "\n").replace(/[\n\t ]+/g, (run) => (/[\n\t]/.test(run) ? " " : run)));
}

/** The number of Unicode characters in a string. An emoji of two UTF-16 units counts once, as in JSON Schema. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** Drops embeddings and isolates that aren't closed on the same line, and closing marks without an opening one. */
function dropUnpairedEmbeddings(line: string): string {
  if (!DIRECTION_CONTROLS.test(line)) return line;
  const characters = Array.from(line);
  const open: number[] = [];
  const paired = new Set<number>();
  for (const [at, character] of characters.entries()) {
    if (CLOSING_MARKS.has(character) && open.length < MAX_DEPTH) open.push(at);
    const startIndex = open.findLast((before) => CLOSING_MARKS.get(characters[before] ?? "") === character);
    if (startIndex === undefined) continue;
    paired.add(startIndex).add(at);
    // Nested embeddings end here, too.
    open.length = open.indexOf(startIndex);
  }
  return characters.filter((character, at) => !DIRECTION_CONTROLS.test(character) || paired.has(at)).join("");
}

function dropStrayDirectionMarks(line: string): string {
  if (!RIGHT_TO_LEFT.test(line)) return line.replace(DIRECTION_MARKS, "");
  return line.replace(REPEATED_DIRECTION_MARKS, "").replace(STRAY_DIRECTION_MARKS, "");
}

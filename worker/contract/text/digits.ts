/** Digits of all scripts. */

let digitValues: ReadonlyMap<string, string> | undefined;

/** The digits of every script that `Intl` can write, as 0 to 9: `১০০` is 100, and so are `１００` and `一〇〇`. */
export function withPlainDigits(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text;
  digitValues ??= new Map(Intl.supportedValuesOf("numberingSystem").flatMap(digitsOf));
  return Array.from(text, (character) => digitValues?.get(character) ?? character).join("");
}

/** The digits of one system, each with its value. */
function digitsOf(numberingSystem: string): (readonly [string, string])[] {
  const format = new Intl.NumberFormat("en", { numberingSystem, useGrouping: false });
  return Array.from({ length: 10 }, (_, value) => [format.format(value), String(value)] as const);
}

import * as fc from "fast-check";
import { expect, it } from "vitest";

import { cleanLine, cleanLines, lengthOf } from "./clean-text.ts";

it.each([
  ["a right-to-left mark before Hebrew", "\u200fשעון זהב", "שעון זהב"],
  ["a left-to-right mark", "\u200eRolex\u200e", "Rolex"],
  ["an Arabic letter mark", "\u061cساعة\u061c", "ساعة"],
  ["marks between letters", "שע\u200fון Rolex\u200e", "שעון Rolex"],
  ["zero-width spaces", "\u200bGold\u200b watch\u200b", "Gold watch"],
  ["a byte order mark", "\ufeffGold", "Gold"],
  ["soft hyphens and word joiners", "Chrono\u00adgraph\u2060", "Chronograph"],
  ["null and other controls", "Go\u0000ld\u0007\u001b\u009d\u007f", "Gold"],
  ["half an emoji", "Gold \ud83d", "Gold "],
  ["an override", "invoice\u202efdp.exe", "invoicefdp.exe"],
  ["an override with its end", "a\u202dbc\u202cd", "abcd"],
  ["an embedding without an end", "a\u202bbc", "abc"],
  ["an isolate without an end", "\u2067Rolex", "Rolex"],
  ["an end without a beginning", "Rolex\u2069\u202c", "Rolex"],
  ["an isolate that is closed by another kind", "\u2067a\u202c", "a"],
  ["a joiner after Latin letters", "Rolex\u200d\u200c 1", "Rolex 1"],
  ["hidden tags", "Gold\u{e0041}\u{e0042}", "Gold"],
  ["variation selectors in a row", "\ufe0fa\ufe0f\ufe0f\ufe01", "a\ufe0f"],
  ["an object replacement character", "\ufffcGold", "Gold"],
  ["a noncharacter", "Gold\uffff\u{1fffe}", "Gold"],
])("cleaning removes invisible characters: %s", (_, pasted, clean) => {
  expect(cleanLines(pasted)).toBe(clean);
  expect(cleanLine(pasted)).toBe(clean);
});

it.each([
  ["a family of emoji", "👩\u200d👩\u200d👧 👨🏽\u200d🔧 ❤️\u200d🔥 🏳️\u200d🌈"],
  ["the flag of Scotland", "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"],
  ["a Persian verb", "می\u200cخواهم"],
  ["a Hindi and a Malayalam word", "क\u094d\u200dष ന\u0d4d\u200d"],
  ["closed isolates, inside each other", "\u2067עברית \u2066Rolex\u2069 (1965)\u2069"],
  ["a closed embedding", "\u202bעברית\u202c"],
  ["a mark that orders Hebrew text", "שפת C++\u200e.1965"],
  ["non-breaking spaces", "12\u00a0km\u202f!"],
  ["Vietnamese, Thai and Arabic marks", "Đồng hồ cổ นาฬิกา سَاعَة"],
])("cleaning keeps characters that text needs: %s", (_, text) => {
  expect(cleanLines(text)).toBe(text.normalize("NFC"));
  expect(cleanLine(text)).toBe(text.normalize("NFC"));
});

it.each(["\r\n", "\r", "\n", "\v", "\f", "\u0085", "\u2028", "\u2029"])(
  "cleaning turns %j into a line break, or a space in one-line text",
  (mark) => {
    expect(cleanLines(`one${mark}\ttwo`)).toBe("one\n\ttwo");
    expect(cleanLine(`one${mark}\ttwo `)).toBe("one two ");
  },
);

it("cleaning composes letters and their accents", () => {
  expect(cleanLine("Cafe\u0301 Å 가".normalize("NFD"))).toBe("Café Å 가");
});

it("an emoji counts as one character", () => {
  expect(lengthOf("📷 TV")).toBe(4);
});

/** All kinds of characters that the rules cover, and letters from several scripts. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...Array.from(
          "\u200b\u200c\u200d\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufe0f\ufeff\u00ad\u0301",
        ),
      ),
      fc.constantFrom(
        "a",
        " ",
        "1",
        "(",
        "\n",
        "\r",
        "\t",
        "\v",
        "\ud83d",
        "❤",
        "🏴",
        "\u{e0067}",
        "ש",
        "م",
        "क",
        "가",
      ),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    ),
    { maxLength: 14 },
  )
  .map((characters) => characters.join(""));

it("cleaning clean text changes nothing, and the result is well-formed", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const clean of [cleanLine, cleanLines]) {
        const cleaned = clean(text);
        expect(clean(cleaned)).toBe(cleaned);
        expect(cleaned.isWellFormed()).toBe(true);
        expect(cleaned).toBe(cleaned.normalize("NFC"));
      }
    }),
    { numRuns: 20_000 },
  );
});

// Rules that look back at each character would take minutes.
it("cleaning is fast on the longest body, even if it repeats special characters", { timeout: 20_000 }, () => {
  for (const mark of [
    "\u2067",
    "\u{e0041}",
    "\u200d",
    "\u2067\u202c",
    "\u200f(",
    "ש\u200f",
    "\u200f",
    " \t",
    " ",
    "\ufe0f",
  ]) {
    expect(cleanLine(mark.repeat(65_536 / mark.length)).length).toBeLessThan(65_537);
  }
});

import { expect, it } from "vitest";

import { containsText, normalize, normalizeQuery, normalizeToText, nameKey } from "./normalize-text.ts";

/** Strings that read as the same words, by what makes them differ. */
const EQUIVALENT_TEXTS: Readonly<Record<string, readonly string[]>> = {
  case: ["Grandfather Clock", "GRANDFATHER CLOCK", "grandfather clock"],
  "the Turkish i": ["İstanbul kılıç", "ISTANBUL KILIC", "istanbul kiliç", "İSTANBUL KILIÇ"],
  "the German sharp s": ["Straßenbahn", "STRASSENBAHN", "STRAẞENBAHN", "strassenbahn"],
  accents: ["Crème brûlée", "Creme brulee", "CRE\u0300ME BRU\u0302LE\u0301E"],
  "Vietnamese marks": ["Đồng hồ cổ", "dong ho co", "ĐỒNG HỒ CỔ"],
  ligatures: ["Œuvre signée, ﬁne æther, ĳs", "oeuvre signee fine aether ijs", "ŒUVRE SIGNÉE FINE ÆTHER IJS"],
  "letters with strokes": ["Sømandskiste Łódź đèn ðar þing ħal ŧe", "somandskiste lodz den dar thing hal te"],
  "final sigma and tonos": ["ΟΔΟΣ ΑΘΗΝΑΣ", "Οδός Αθηνάς", "οδοσ αθηνασ"],
  "Cyrillic ё and й": ["Ёлочная йод", "елочная иод", "ЁЛОЧНАЯ ЙОД"],
  "Arabic vowels, elongation and variants": ["سَاعَةٌ ذَهَبِيَّة", "ســاعة ذهبية", "ساعه ذهبيه", "ساعة ذهبیة"],
  "Arabic alef and kaf": ["أحمد كتاب إيران", "احمد کتاب ایران"],
  "Hebrew points and final letters": ["שָׁעוֹן זָהָב", "שעון זהב", "שעונ זהב"],
  "Devanagari nukta": ["घड़ी", "घड\u093cी", "घडी"],
  "digits in other scripts": [
    "Lot 1234567890",
    "Lot ١٢٣٤٥٦٧٨٩٠",
    "Lot ۱۲۳۴۵۶۷۸۹۰",
    "Lot १२३४५६७८९०",
    "Lot ১২৩৪৫৬৭৮৯০",
    "Lot １２３４５６７８９０",
  ],
  "Thai tones": ["น้ำหอม", "นํ้าหอม", "นำหอม"],
  "full width": ["ｃｌｏｃｋ　ＡＢＣ", "clock abc", "CLOCK ABC"],
  "half-width kana": [
    "ｶﾞﾗｽ ﾊﾟｲﾌﾟ",
    "ガラス パイプ",
    "がらす ぱいぷ",
    "か\u3099らす は\u309aいふ\u309a",
    "か゛らす は゜いふ゜",
  ],
  "Korean jamo": ["한국 시계", "한국 시계".normalize("NFD")],
  apostrophes: ["O’Keeffe's", "O'Keeffe's", "OʼKeeffeʼs", "O`Keeffe`s", "O´Keeffe´s", "O＇Keeffe＇s", "o keeffe s"],
  "hyphens and dashes": [
    "art-deco",
    "art‐deco",
    "art‑deco",
    "art–deco",
    "art—deco",
    "art−deco",
    "art － deco",
    "art deco",
  ],
  "invisible characters": [
    "wrist\u00adwatch",
    "wrist\u200bwatch",
    "wrist\u2060watch",
    "\u200fwristwatch\u200e",
    "\u202awristwatch\u202c",
  ],
  spaces: ["gold\u00a0watch", "gold\u3000watch", "gold\u000bwatch", "gold\u202fwatch", " gold \t\n watch "],
  "superscripts, signs and fractions": ["№5 m² ½ Lego™ ®", "No 5 m2 1/2 Lego"],
  ampersands: ["Salt & Pepper", "salt and pepper", "Salt&Pepper", "SALT ＆ PEPPER"],
  "letters next to digits": ["iPhone13 Pro", "iPhone 13 Pro", "IPHONE-13 PRO"],
  "roman and circled numbers": ["Ⅳ ①", "iv 1"],
};

it.each(Object.entries(EQUIVALENT_TEXTS))("normalization ignores differences in %s", (_, [first = "", ...others]) => {
  for (const other of others)
    expect({ other, folded: normalizeToText(other) }).toEqual({ other, folded: normalizeToText(first) });
});

it("normalization keeps words with different meanings apart", () => {
  const distinctPairs = [
    ["カラス", "ガラス"],
    ["की", "का"],
    ["นา", "นี"],
    ["cat", "cot"],
    ["13", "31"],
    ["ばら", "はら"],
  ] as const;
  for (const [text, other] of distinctPairs) expect(normalizeToText(text)).not.toBe(normalizeToText(other));
});

// Capital letters of ancient Greek write the iota beside the vowel. No one types that.
const hasIotaSubscript = (character: string) => character.normalize("NFD").includes("\u0345");
/** Compatibility decomposition removes the sign, or the space, that distinguishes these characters. */
const LOSES_ITS_SIGN = /[™℠\u00bc-\u00be\u2150-\u215e\u2189]/u;

const NOT_A_CHARACTER = /[\p{Cn}\p{Co}\p{Cs}]/u;
/** A hundred thousand ideographs have no other form. */
const isPlainIdeograph = (character: string) =>
  /\p{Script=Han}/u.test(character) && character.normalize("NFKD") === character;

it("normalizing again changes nothing, in any letter case or Unicode form", () => {
  const wrong: string[] = [];
  const characters = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(
    (character) => !NOT_A_CHARACTER.test(character) && !isPlainIdeograph(character) && !hasIotaSubscript(character),
  );
  expect(characters.length).toBeGreaterThan(50_000);
  const [losing, keeping] = [true, false].map((loses) =>
    characters.filter((character) => LOSES_ITS_SIGN.test(character) === loses),
  );
  const check = (checked: readonly string[], unicodeForms: readonly string[]) => {
    // Check 500 characters at a time, each with letters on both sides.
    for (let start = 0; start < checked.length; start += 500) {
      const text = checked
        .slice(start, start + 500)
        .map((character) => `a${character}b`)
        .join(" ");
      const normalized = normalizeToText(text).split(" ");
      const forms = [
        ...unicodeForms.map((form) => text.normalize(form)),
        text.toLowerCase(),
        text.toUpperCase(),
        normalized.join(" "),
      ];
      for (const form of forms) {
        const other = normalizeToText(form).split(" ");
        const index = normalized.findIndex((word, at) => word !== other[at]);
        if (index >= 0)
          wrong.push(
            `${normalized[index]} and ${other[index]}, from U+${characters[start]?.codePointAt(0)?.toString(16)} on`,
          );
      }
    }
  };
  check(keeping ?? [], ["NFC", "NFD", "NFKC", "NFKD"]);
  check(losing ?? [], ["NFC", "NFD"]);
  expect(wrong).toEqual([]);
});

it("normalization accepts any text, even invalid characters", () => {
  for (const text of ["", "\ud800", "\u0000", "\udc00a\ud800", "\u202e", "a".repeat(10_000)]) {
    expect(normalizeToText(normalizeToText(text))).toBe(normalizeToText(text));
  }
});

it("normalization keeps symbols in text without letters, but not skin tones", () => {
  expect(normalizeToText("???")).toBe("???");
  expect(normalizeToText("❤️ 👍🏽")).toBe("❤👍");
  expect(normalizeToText("Teddy 🧸")).toBe("teddy");
  expect(normalize("Teddy 🧸!").symbols).toBe("🧸!");
});

it("normalization finds the parts of compound words", () => {
  expect(normalize("O’Keeffe's t-shirt, iPhone13 H&M 1,000.50 U.S.A. LEDテレビ").compounds).toEqual([
    ["o", "keeffe", "s"],
    ["t", "shirt"],
    ["iphone", "13"],
    ["h", "and", "m"],
    ["1", "000", "50"],
    ["u", "s", "a"],
    ["led", "てれび"],
  ]);
  expect(normalizeQuery("Diver’s 1960's 90s").compounds).toEqual([["diver"], ["1960"], ["90"]]);
});

it.each([
  ["Möbel", "MÖBEL", "mobel", "Mo\u0308bel", " möbel "],
  ["T-Shirts", "T Shirts", "tshirts"],
  ["Art & Collectibles", "ART AND COLLECTIBLES"],
  ["Straße", "STRASSE"],
])("names that look the same to a reader get the same key: %s", (first, ...others) => {
  for (const other of others) expect(nameKey(other)).toBe(nameKey(first));
});

it("names that differ in a symbol get different keys", () => {
  expect(new Set(["C", "C++", "C#", "♥", "★"].map(nameKey)).size).toBe(5);
});

it("searching text for a phrase ignores differences in spelling", () => {
  expect(containsText("Jewelry & Watches", "WATCH")).toBe(true);
  expect(containsText("Bücher", "bucher")).toBe(true);
  expect(containsText("T-Shirts", "tshirt")).toBe(true);
  expect(containsText("Tshirts", "t-shirt")).toBe(true);
  expect(containsText("時計", "時")).toBe(true);
  expect(containsText("Art & Collectibles", "art and coll")).toBe(true);
  expect(containsText("Art & Collectibles", "an")).toBe(false);
  expect(containsText("Vehicles", "boat")).toBe(false);
  expect(containsText("Vehicles", "?")).toBe(false);
});

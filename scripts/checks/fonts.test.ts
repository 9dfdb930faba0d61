/** The cost of a single letter in another script. One name or title on a page must not double its weight. */
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { expect, it } from "vitest";

import { ROOT } from "../command-line/project.ts";

/** The largest of the extra font files, inter-european.woff2, is 14.2 KiB. */
const MAX_KIB = 15;

const web = path.join(ROOT, "web");
const fromWeb = createRequire(path.join(web, "app/main.tsx"));

/** The font files, with the characters that the browser fetches each file for. */
const faces = Array.from(
  readFileSync(path.join(web, "styles.css"), "utf8").matchAll(/@font-face \{([^}]*url\("([^"]+)"\)[^}]*)\}/g),
  ([, face = "", file = ""]) => ({
    file: file.startsWith(".") ? path.join(web, file.replace(/\?.*/, "")) : fromWeb.resolve(file),
    ranges: Array.from(face.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g), ([, first = "", last = first]) => [
      Number.parseInt(first, 16),
      Number.parseInt(last, 16),
    ]),
  }),
);

function filesFor(character: string): string[] {
  const point = character.codePointAt(0) ?? 0;
  return faces.flatMap(({ file, ranges }) =>
    ranges.some(([first = 0, last = 0]) => first <= point && point <= last) ? [file] : [],
  );
}

it.each(["ū", "ō", "ř", "ł", "ą", "ğ", "ş", "ț", "ő", "₹", "₺", "₽", "₩"])(
  "each font family has the character %s in one small file",
  (character) => {
    const files = filesFor(character);
    expect(files).toHaveLength(2);
    for (const file of files) expect(statSync(file).size / 1_024).toBeLessThanOrEqual(MAX_KIB);
  },
);

it.each(["a", "é", "€", "ß"])("the font files that every page loads contain the character %s", (character) => {
  for (const file of filesFor(character)) expect(path.basename(file)).toMatch(/-latin-(?:wght|500)-normal\.woff2$/);
});

/** `npm run scale`: prints the tables of docs/scale.md, and writes them into it. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { markdownOf, withTable } from "./document.ts";
import { TABLES } from "./tables.ts";

const DOCUMENT = path.resolve(import.meta.dirname, "../../../docs/scale.md");

let text = readFileSync(DOCUMENT, "utf8");
for (const [name, make] of Object.entries(TABLES)) {
  const table = make();
  console.log(`${name}\n\n${markdownOf(table)}\n`);
  text = withTable(text, name, table);
}
writeFileSync(DOCUMENT, text);

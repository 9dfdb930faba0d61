import { readFileSync } from "node:fs";
import path from "node:path";

import { expect, it } from "vitest";

import { boldFigures, tableIn } from "./document.ts";
import { TABLES } from "./tables.ts";

const text = readFileSync(path.resolve(import.meta.dirname, "../../../docs/scale.md"), "utf8");

it.each(Object.entries(TABLES))("docs/scale.md has the table that `npm run scale` makes: %s", (name, make) => {
  const { head, rows } = make();
  expect(tableIn(text, name)).toEqual([head, ...rows]);
});

it("every figure in bold is in one of the tables", () => {
  const cells = Object.keys(TABLES).flatMap((name) => (tableIn(text, name) ?? []).flat());
  const figures = boldFigures(text);
  expect(figures.length).toBeGreaterThan(5);
  for (const figure of figures) expect(cells.some((cell) => cell.includes(figure))).toBe(true);
});

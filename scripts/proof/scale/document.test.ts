import { readFileSync } from "node:fs";
import path from "node:path";

import { expect, it } from "vitest";

import { boldFigures, figuresIn, tableIn } from "./document.ts";
import { TABLES } from "./tables.ts";

const text = readFileSync(path.resolve(import.meta.dirname, "../../../docs/scale.md"), "utf8");

it.each(Object.entries(TABLES))("docs/scale.md has the table that `npm run scale` makes: %s", (name, make) => {
  const { head, rows } = make();
  expect(tableIn(text, name)).toEqual([head, ...rows]);
});

it("every figure in bold is in one of the tables", () => {
  const cells = Object.keys(TABLES).flatMap((name) => (tableIn(text, name) ?? []).flat());
  const known = new Set(cells.flatMap(figuresIn));
  const figures = boldFigures(text);
  expect(figures.length).toBeGreaterThan(5);
  expect(figures.filter((figure) => !known.has(figure))).toEqual([]);
});

it.each([
  ["1,160", ["1,160"]],
  ["$4.15", ["$4.15"]],
  ["$0.20 a million", ["$0.20"]],
  ["59 %", ["59 %"]],
  ["12 days", ["12 days"]],
  ["3.5 million", ["3.5 million"]],
  ["200 a second", ["200"]],
  ["2,592,000 s × 0.128 GB", ["2,592,000 s", "0.128"]],
  ["400 (160 rounds)", ["400", "160 rounds"]],
  ["over 2,500", ["2,500"]],
])("a figure is whole, with what it counts: those of %s", (cell, figures) => {
  expect(figuresIn(cell)).toEqual(figures);
});

import { readFileSync } from "node:fs";
import path from "node:path";

import { expect, it } from "vitest";

import { PLANTED, withMistake } from "./planted.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

it("every planted mistake has a name of its own", () => {
  expect(PLANTED.length).toBeGreaterThan(50);
  expect(new Set(PLANTED.map(({ name }) => name)).size).toBe(PLANTED.length);
});

it.each(PLANTED)("still fits its file, and changes it: $name", (planted) => {
  const text = readFileSync(path.join(ROOT, planted.file), "utf8");
  expect(withMistake(text, planted)).not.toBe(text);
});

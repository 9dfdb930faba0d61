/**
 * Each threat of docs/security.md is covered by a test with its number at the start of the title: `T14: …`, `T4, T6:
 * …`.
 */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";

import { expect, it } from "vitest";

import { ROOT } from "../server/project.ts";

const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

const threats = Array.from(read("docs/security.md").matchAll(/^\| (T\d+) +\|/gm), ([, number]) => number);
const attacked = globSync("{scripts,web,worker}/**/*.{test,spec}.{ts,tsx}", { cwd: ROOT }).flatMap((file) =>
  Array.from(read(file).matchAll(/["'`](T\d+(?:, T\d+)*): /g), ([, numbers = ""]) => numbers.split(", ")).flat(),
);

it("every threat is covered by a test, and every threat number in a title is described", () => {
  expect(threats.length).toBeGreaterThan(20);
  expect(new Set(attacked)).toEqual(new Set(threats));
});

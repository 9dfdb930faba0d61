/** Each threat of docs/security.md is attacked by a test that carries its number in its title: `T14: …`, `T4, T6: …`. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";

import { expect, it } from "vitest";

import { ROOT } from "../server/project.ts";

const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

const threats = Array.from(read("docs/security.md").matchAll(/^\| (T\d+) +\|/gm), ([, number]) => number);
const attacked = globSync("{scripts,web,worker}/**/*.{test,spec}.{ts,tsx}", { cwd: ROOT }).flatMap((file) =>
  Array.from(read(file).matchAll(/["'`](T\d+(?:, T\d+)*): /g), ([, numbers = ""]) => numbers.split(", ")).flat(),
);

it("every threat is attacked by a test, and no test attacks one that is not described", () => {
  expect(threats.length).toBeGreaterThan(20);
  expect(new Set(attacked)).toEqual(new Set(threats));
});

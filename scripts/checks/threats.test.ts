import { readFileSync } from "node:fs";
import path from "node:path";

import { expect, it } from "vitest";

import { ROOT } from "../server/project.ts";
import { THREATS } from "./threats.ts";

const NUMBERS = Array.from({ length: 27 }, (_, index) => `T${index + 1}`);
const contents = new Map<string, string>();

function contentOf(file: string): string {
  const content = contents.get(file) ?? readFileSync(path.join(ROOT, file), "utf8");
  contents.set(file, content);
  return content;
}

it("every threat is attacked by some test", () => {
  expect(Object.keys(THREATS)).toEqual(NUMBERS);
  for (const threat of NUMBERS) expect([threat, THREATS[threat]?.length ?? 0]).not.toEqual([threat, 0]);
});

it.each(Object.entries(THREATS))("%s: its tests are there, under their titles", (_, attacks) => {
  const gone = attacks.filter(([file, title]) => !contentOf(file).includes(JSON.stringify(title)));
  expect(gone).toEqual([]);
});

import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import { hasChangedSince } from "./pages.ts";

const BUILT_AT = 1_000_000;

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "lotline-pages-"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Creates a source folder in which everything but one file is older than the last build. */
function writeSources(changed: string): void {
  const [before, after] = [BUILT_AT / 1_000 - 1, BUILT_AT / 1_000 + 1];
  for (const folder of ["e2e", "pages"]) {
    mkdirSync(path.join(root, folder));
    writeFileSync(path.join(root, folder, "a.ts"), "");
  }
  const changedPaths = ["e2e/a.ts", "e2e", "pages/a.ts", "pages", ""];
  for (const changedPath of changedPaths) {
    const time = changedPath === changed ? after : before;
    utimesSync(path.join(root, changedPath), time, time);
  }
}

it.each([
  ["rebuilds", "a page", "pages/a.ts", true],
  ["rebuilds", "the folder of pages", "pages", true],
  ["keeps", "a browser test", "e2e/a.ts", false],
  ["keeps", "the folder of browser tests", "e2e", false],
])("npm start %s the pages after a change to %s", (_verb, _what, changed, expected) => {
  writeSources(changed);
  expect(hasChangedSince(root, BUILT_AT)).toBe(expected);
});

/** The docs name only pages, headings and files that exist, and sources mention only docs that exist. */
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";

import { expect, it } from "vitest";

import { ROOT } from "../command-line/project.ts";

const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
const exists = (file: string) => existsSync(path.join(ROOT, file));

const pages = globSync(["*.md", "docs/**/*.md"], { cwd: ROOT });
const sources = globSync(["{worker,web,scripts}/**/*.{ts,tsx,mjs}", "*.{ts,toml}"], { cwd: ROOT });

const withoutCode = (text: string) => text.replaceAll(/^ *```[^]*?^ *```/gm, "").replaceAll(/`[^`]*`/g, "");

/** GitHub's anchor for a heading: lowercase, hyphens for spaces, without punctuation. */
function anchorsOf(page: string): string[] {
  const headings = read(page)
    .replaceAll(/^ *```[^]*?^ *```/gm, "")
    .matchAll(/^#+ (.+)$/gm);
  return Array.from(headings, ([, heading = ""]) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function isBroken(page: string, link: string): boolean {
  const [file = "", anchor] = decodeURI(link).split("#");
  const target = file === "" ? page : path.join(path.dirname(page), file);
  if (!exists(target)) return true;
  return anchor !== undefined && !anchorsOf(target).includes(anchor);
}

it("every relative link in the docs leads to an existing file and heading", () => {
  const links = pages.flatMap((page) =>
    Array.from(withoutCode(read(page)).matchAll(/\]\((?!\w+:)([^\s)]+)\)/g), ([, link = ""]) => ({ page, link })),
  );
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(({ page, link }) => isBroken(page, link))).toEqual([]);
});

it("every file named in the docs exists", () => {
  const files = pages.flatMap((page) =>
    Array.from(
      read(page).matchAll(/`((?:worker|web|scripts|docs|migrations|\.github)\/[\w./-]*\w)`/g),
      ([, file = ""]) => ({ page, file }),
    ),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter(({ file }) => !exists(file))).toEqual([]);
});

it("each name that the docs attribute to a file exists in that file", () => {
  const namesInFiles = pages.flatMap((page) =>
    Array.from(
      read(page).matchAll(/`([A-Za-z]\w+)`\s+(?:in|of)\s+`((?:worker|web|scripts)\/[\w./-]+\.\w+)`/g),
      ([, name = "", file = ""]) => ({ page, name, file }),
    ),
  );
  expect(namesInFiles.length).toBeGreaterThan(10);
  expect(namesInFiles.filter(({ name, file }) => exists(file) && !read(file).includes(name))).toEqual([]);
});

it("every doc named in a source file exists", () => {
  const citedDocs = sources.flatMap((source) =>
    Array.from(read(source).matchAll(/\bdocs\/[\w/-]+\.md\b/g), ([page]) => ({ source, page })),
  );
  expect(citedDocs.length).toBeGreaterThan(20);
  expect(citedDocs.filter(({ page }) => !exists(page))).toEqual([]);
});

it("every decision that is cited by number exists", () => {
  const decisions = globSync("docs/decisions/[0-9]*.md", { cwd: ROOT }).map((file) =>
    Number(path.basename(file).slice(0, 4)),
  );
  const citations = [...pages, ...sources].flatMap((file) =>
    Array.from(
      read(file).matchAll(/\b(?:decisions?|records?) (\d{1,3})(?: and (\d{1,3}))?\b/g),
      ([, first, second]) => ({
        file,
        numbers: [first, second].filter((number) => number !== undefined).map(Number),
      }),
    ),
  );
  expect(citations.length).toBeGreaterThan(0);
  expect(citations.filter((named) => named.numbers.some((number) => !decisions.includes(number)))).toEqual([]);
});

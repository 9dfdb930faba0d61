/** The pages as they're built for a site with another name. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { build } from "vite";
import { beforeAll, expect, it, vi } from "vitest";

import { isNamed } from "../build/site-name.ts";
import { ROOT } from "../command-line/project.ts";

const NAME = "Gavel & Sons";
const ESCAPED = "Gavel &amp; Sons";
/** The names of signed formats, which are the same on every site. */
const FORMATS = /lotline-journal\/1/g;
const PUBLIC = path.join(ROOT, "web/public");

let files: ReadonlyMap<string, string>;

beforeAll(async () => {
  vi.stubEnv("NODE_ENV", "production");
  vi.stubEnv("LOTLINE_SITE_NAME", NAME);
  const built = await build({ logLevel: "error", build: { write: false, emptyOutDir: false } });
  if (!("output" in built)) throw new Error("expected a single build output");
  const builtFiles = built.output.map(
    (file) => [file.fileName, file.type === "chunk" ? file.code : Buffer.from(file.source).toString()] as const,
  );
  const copiedFiles = readdirSync(PUBLIC, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => [name, readFileSync(path.join(parentPath, name), "utf8")] as const);
  files = new Map([...builtFiles, ...copiedFiles]);
  vi.unstubAllEnvs();
});

const fileNamed = (name: string) => files.get(name) ?? "";

it("a renamed site's files contain the default name only in names of file formats", () => {
  expect(files.size).toBeGreaterThan(50);
  const found = Array.from(files, ([name, text]) => [
    name,
    /.{0,30}lotline.{0,30}/i.exec(text.replace(FORMATS, ""))?.[0],
  ]);
  expect(found.filter(([, text]) => text !== undefined)).toEqual([]);
});

it("a page has the escaped site name in its title, description, header and noscript", () => {
  const page = fileNamed("index.html");
  expect(page).not.toContain(NAME);
  for (const expected of [
    `<title>${ESCAPED}<`,
    `content="${ESCAPED} is`,
    `>${ESCAPED}</span>`,
    `<noscript>${ESCAPED} needs`,
  ]) {
    expect(page).toContain(expected);
  }
  expect([isNamed(page, NAME), isNamed(page, "Gavel")]).toEqual([true, false]);
});

it("the landing page's first screen has the same site name as its script", () => {
  expect(fileNamed("index.html")).toContain(`${ESCAPED} is an auction house without walls`);
  expect(Array.from(files).filter(([name, text]) => name.endsWith(".js") && text.includes(NAME))).not.toEqual([]);
});

it("the API document and its page have the site name", () => {
  expect(JSON.parse(fileNamed("api/v1/openapi.json"))).toMatchObject({ info: { title: NAME } });
  expect(fileNamed("api/v1/docs.html")).toContain(`<title>${ESCAPED} API</title>`);
});

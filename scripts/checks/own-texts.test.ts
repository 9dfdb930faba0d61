/**
 * A deployment's own text files. The build uses a file in its `texts` folder instead of the default with the same name.
 */
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { build } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";

import { siteName } from "../build/site-name.ts";

type BuiltModule = { loadText: (pagePath: string) => Promise<{ title: string; blocks: readonly object[] }> };

const REPOSITORY = path.join(import.meta.dirname, "../..");
/** The folder with the code that looks up these files, relative to the repository. */
const SOURCE = "web/features/texts";
const NAME = "**Gavel** & [Sons](/help)";

let copy: string;
let loadText: BuiltModule["loadText"];

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), "own-texts-"));
  for (const folder of [SOURCE, "web/texts", "web/site-name.ts"]) {
    await cp(path.join(REPOSITORY, folder), path.join(copy, folder), { recursive: true });
  }
  await mkdir(path.join(copy, "texts"));
  await writeFile(path.join(copy, "texts/imprint.md"), "# Who we are\n\nAuctions of {site name}, Example Street\n");
  const outDir = path.join(copy, "built");
  const entry = path.join(copy, SOURCE, "text-source.ts");
  await build({
    root: copy,
    configFile: false,
    plugins: [siteName(NAME)],
    logLevel: "error",
    build: { ssr: entry, outDir },
  });
  const built: BuiltModule = await import(pathToFileURL(path.join(outDir, "text-source.mjs")).href);
  loadText = built.loadText;
});

afterAll(() => rm(copy, { recursive: true }));

it("a deployment's own text replaces the default text in the file of the same name", async () => {
  expect(await loadText("/imprint")).toEqual({
    title: "Who we are",
    blocks: [{ type: "paragraph", content: [{ type: "text", text: `Auctions of ${NAME}, Example Street` }] }],
  });
});

it("the site keeps each default text that the deployment doesn't replace", async () => {
  const { title, blocks } = await loadText("/privacy");
  expect(title).toBe("Privacy");
  expect(blocks.length).toBeGreaterThan(1);
});

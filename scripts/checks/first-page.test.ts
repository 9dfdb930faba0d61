/**
 * The size of a first visit to the landing page, the list and an auction's page: every script and stylesheet they need,
 * built and compressed.
 */
import { gzipSync } from "node:zlib";

import { build, type Rolldown } from "vite";
import { beforeAll, expect, it, vi } from "vitest";

const KIB = 1_024;

let files: Rolldown.RolldownOutput["output"];

beforeAll(async () => {
  // Without this, NODE_ENV=test selects the development builds of the libraries.
  vi.stubEnv("NODE_ENV", "production");
  const built = await build({ logLevel: "error", build: { write: false, emptyOutDir: false } });
  if (!("output" in built)) throw new Error("expected a single build output");
  files = built.output;
  vi.unstubAllEnvs();
});

/**
 * `script` is the most KiB of script, with enough room that no page needs clever code to stay small. `own` lists the
 * files besides the landing page's own. If there's one file too many, add its modules to a group in
 * scripts/build/shared-files.ts, or load them with `lazyComponent`.
 */
it.each([
  ["landing-page", { script: 110, own: [] }],
  [
    "auctions-page",
    { script: 132, own: ["auctions-page", "auction-grid", "paged-auction-grid", "calls", "parts", "tiles"] },
  ],
  ["auction-page", { script: 160, own: ["auction-page", "calls", "persistent-socket", "parts", "tiles"] }],
])("the %s stays within its script budget and loads only its own files", (page, budget) => {
  const [scripts, shared] = [scriptsOf(page), scriptsOf("landing-page")];
  expect(scripts).toContainEqual(expect.objectContaining({ isEntry: true }));
  const weight = scripts.reduce((sum, { code }) => sum + compressedSize(code), 0);
  expect(weight / KIB).toBeLessThanOrEqual(budget.script);
  const own = scripts.filter((script) => !shared.includes(script)).map(({ name }) => name);
  expect(own.toSorted()).toEqual(budget.own.toSorted());
});

it.each(["landing-page", "auctions-page", "auction-page"])(
  "the %s opens without loading code for dialogs, forms or schemas",
  (page) => {
    const modules = scriptsOf(page).flatMap(({ moduleIds }) => moduleIds);
    expect(modules.some((id) => id.endsWith(`/${page}.tsx`))).toBe(true);
    expect(modules.filter((id) => /@base-ui|react-hook-form|\/node_modules\/zod\//.test(id))).toEqual([]);
  },
);

it("the pages' stylesheet is at most 20 KiB compressed", () => {
  const sheets = files.flatMap((file) =>
    file.type === "asset" && /^assets\/.*\.css$/.test(file.fileName) ? [Buffer.from(file.source)] : [],
  );
  expect(sheets).not.toHaveLength(0);
  expect(sheets.reduce((sum, sheet) => sum + compressedSize(sheet), 0) / KIB).toBeLessThanOrEqual(20);
});

it("no scripts import each other in a cycle, which would keep pages from starting", () => {
  const importsOf = new Map(files.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file.imports]] : [])));
  const reachedFrom = (first: string) => {
    const reached = new Set(importsOf.get(first));
    for (const name of reached) for (const next of importsOf.get(name) ?? []) reached.add(next);
    return reached;
  };
  expect(importsOf.size).toBeGreaterThan(20);
  expect(Array.from(importsOf.keys()).filter((name) => reachedFrom(name).has(name))).toEqual([]);
});

/** The entry, the page's chunk, and everything that these import. */
function scriptsOf(page: string): Rolldown.OutputChunk[] {
  const chunks = files.filter((file) => file.type === "chunk");
  const needed = new Set(
    chunks.filter(({ isEntry, moduleIds }) => isEntry || moduleIds.some((id) => id.endsWith(`/${page}.tsx`))),
  );
  // Iterating over a set includes elements that are added along the way.
  for (const { imports } of needed) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) needed.add(chunk);
  }
  return [...needed];
}

function compressedSize(content: string | Uint8Array): number {
  return gzipSync(content, { level: 9 }).byteLength;
}

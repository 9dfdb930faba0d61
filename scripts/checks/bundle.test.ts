/** T24: the deployed Worker contains no test code, and no code that generates the API document. */
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";

import { expect, it, onTestFinished } from "vitest";

import { ROOT, runTool, WRANGLER } from "../command-line/project.ts";

/** Names that only occur in tests, proofs and the seeding. */
const TEST_ONLY = [
  "cloudflare:test",
  "TEST_MIGRATIONS",
  "LOTLINE_SEED",
  "LOTLINE_LONG",
  "SEED_TOKEN",
  "runInDurableObject",
  "vitest",
  "useFakeTimers",
];

/** Names from the code that generates the API document, and from zod's messages, because the contract has its own. */
const BUILD_ONLY = ["hono-openapi", "securitySchemes", "toOpenAPISchema", "Ongeldig"];

/**
 * A little more than today's size in bytes, so that we notice a library that slips in. Each isolate reads the whole
 * Worker when it starts. A third of it verifies passkeys, and runs only when it's needed.
 */
const MAX_GZIP = 366_000;

it("T24: the Worker stays within its size limit and has no test, seed or build code", async () => {
  const outdir = await mkdtemp(path.join(tmpdir(), "lotline-bundle-"));
  onTestFinished(() => rm(outdir, { recursive: true, force: true }));
  await mkdir(path.join(ROOT, "dist"), { recursive: true });
  await runTool(WRANGLER, ["deploy", "--dry-run", "--outdir", outdir]);
  const files = (await readdir(outdir)).filter((file) => file.endsWith(".js"));
  const bundle = (await Promise.all(files.map((file) => readFile(path.join(outdir, file), "utf8")))).join("\n");
  expect(bundle).toContain("AuctionRoom");
  expect([...TEST_ONLY, ...BUILD_ONLY].filter((word) => bundle.includes(word))).toEqual([]);
  // The site's name is a setting. This is its default.
  expect(bundle.match(/Lotline/g)).toEqual(["Lotline"]);
  expect(gzipSync(bundle).byteLength).toBeLessThan(MAX_GZIP);
});

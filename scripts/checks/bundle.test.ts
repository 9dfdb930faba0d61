/** T24: test code is not part of the deployed Worker, nor is what makes the API's document. */
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";

import { expect, it, onTestFinished } from "vitest";

import { ROOT, runTool, WRANGLER } from "../server/project.ts";

/** Names that only occur in tests, proofs and the seeding. */
const FOREIGN = [
  "cloudflare:test",
  "TEST_MIGRATIONS",
  "LOTLINE_SEED",
  "LOTLINE_LONG",
  "SEED_TOKEN",
  "runInDurableObject",
  "vitest",
  "useFakeTimers",
];

/** Names from the code that makes the API's document, and from zod's texts: the contract has its own texts. */
const BUILD_ONLY = ["hono-openapi", "securitySchemes", "toOpenAPISchema", "Ongeldig"];

/**
 * A little more than today, in bytes, so that a library that slips in is noticed. The whole Worker is read at each
 * start of an isolate; a third of it, which verifies passkeys, does not run before it is needed.
 */
const MAX_GZIP = 364_000;

it("T24: the deployed Worker contains no names from tests, proofs or seeding", async () => {
  const outdir = await mkdtemp(path.join(tmpdir(), "lotline-bundle-"));
  onTestFinished(() => rm(outdir, { recursive: true, force: true }));
  await mkdir(path.join(ROOT, "dist"), { recursive: true });
  await runTool(WRANGLER, ["deploy", "--dry-run", "--outdir", outdir]);
  const files = (await readdir(outdir)).filter((file) => file.endsWith(".js"));
  const bundle = (await Promise.all(files.map((file) => readFile(path.join(outdir, file), "utf8")))).join("\n");
  expect(bundle).toContain("AuctionRoom");
  expect([...FOREIGN, ...BUILD_ONLY].filter((word) => bundle.includes(word))).toEqual([]);
  // The site's name is a setting: this is its default.
  expect(bundle.match(/Lotline/g)).toEqual(["Lotline"]);
  expect(gzipSync(bundle).byteLength).toBeLessThan(MAX_GZIP);
});

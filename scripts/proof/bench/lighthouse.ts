/**
 * `npm run bench:lighthouse`: Lighthouse's four scores of the landing page, the list and an auction's page, as a phone
 * opens them, from a real Chromium against the built Worker with the demo's marketplace. Only a quiet machine gives
 * figures to keep: Lighthouse computes a slow phone's times from what it saw here.
 *
 *   --runs n  how often each page is opened (5); the run with the middle score for speed is printed
 */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs, promisify } from "node:util";

import { z } from "zod";

import { featuredAnswer } from "../../../worker/contract/catalogue.ts";
import { findChromium } from "../../checks/chromium.ts";
import { seed } from "../../seed/seed.ts";
import { buildPages } from "../../server/pages.ts";
import { freePort } from "../../server/ports.mjs";
import { serve } from "../../server/serve.ts";
import { migrate } from "../../server/state.ts";
import { compress } from "./compressing-proxy.ts";

/** It is fetched when it is needed: it is larger than all the tools of the project together. */
const LIGHTHOUSE = "lighthouse@13.5.0";
/** Chromium sometimes leaves the beginning of a visit out of what it recorded; Lighthouse then asks for another run. */
const NOT_RECORDED = "NO_NAVSTART";
const CHROMIUM_FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-background-networking";

const score = z.object({ score: z.number() });
const timing = z.object({ numericValue: z.number() });
const lighthouseReport = z.object({
  categories: z.object({ performance: score, accessibility: score, "best-practices": score, seo: score }),
  audits: z.object({
    "first-contentful-paint": timing,
    "largest-contentful-paint": timing,
    "total-blocking-time": timing,
    "cumulative-layout-shift": timing,
  }),
});
type LighthouseReport = z.infer<typeof lighthouseReport>;

const { values } = parseArgs({ options: { runs: { type: "string", default: "5" } } });
const chromium = findChromium() ?? undefined;
if (chromium === undefined) throw new Error("no Chromium to measure with");
await buildPages();
const folder = await mkdtemp(path.join(tmpdir(), "lotline-lighthouse-"));
await migrate(folder);
await seed({ persistTo: folder });
const server = await serve({ port: await freePort(), persistTo: folder, vars: { LIMIT_SCALE: "1000" } });
const proxy = await compress(server.url);
try {
  console.log(
    "| page | speed | lowest | accessibility | practices | search | first paint, s | largest, s | blocked, ms | shift |",
  );
  console.log("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
  const pages = { landing: "/", list: "/auctions", auction: `/auction/${await anOpenAuction()}` };
  for (const [name, address] of Object.entries(pages)) {
    const reports: LighthouseReport[] = [];
    const runs = Number(values.runs);
    for (let tries = 0; reports.length < runs && tries < 2 * runs; tries += 1) {
      const report = await visit(address);
      if (report) reports.push(report);
    }
    console.log(row(name, reports));
  }
} finally {
  await proxy.stop();
  await server.stop();
  await rm(folder, { recursive: true });
}

async function anOpenAuction(): Promise<string> {
  const answer = await fetch(`${server.url}/api/v1/auction/featured`);
  const [first] = featuredAnswer.parse(await answer.json()).featured;
  if (!first) throw new Error("the demo's marketplace has open auctions");
  return first._id;
}

/** Null if Chromium's record of the visit is incomplete. */
async function visit(address: string): Promise<LighthouseReport | null> {
  const file = path.join(folder, "lighthouse.json");
  const options = ["--quiet", "--output=json", `--output-path=${file}`, `--chrome-flags=${CHROMIUM_FLAGS}`];
  const command = ["exec", "--yes", `--package=${LIGHTHOUSE}`, "--", "lighthouse", proxy.url + address, ...options];
  try {
    await promisify(execFile)("npm", command, { cwd: folder, env: { ...process.env, CHROME_PATH: chromium } });
  } catch (error) {
    if (error instanceof Error && error.message.includes(NOT_RECORDED)) return null;
    throw error;
  }
  return lighthouseReport.parse(JSON.parse(await readFile(file, "utf8")));
}

function row(name: string, reports: readonly LighthouseReport[]): string {
  const sorted = reports.toSorted((a, b) => a.categories.performance.score - b.categories.performance.score);
  const lowest = sorted[0];
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!lowest || !middle) throw new Error("no visit was recorded");
  const { categories, audits } = middle;
  const scores = [
    categories.performance,
    lowest.categories.performance,
    categories.accessibility,
    categories["best-practices"],
    categories.seo,
  ].map((one) => Math.round(one.score * 100));
  const seconds = [audits["first-contentful-paint"], audits["largest-contentful-paint"]].map(({ numericValue }) =>
    (numericValue / 1_000).toFixed(1),
  );
  const blockedMs = Math.round(audits["total-blocking-time"].numericValue);
  const shift = audits["cumulative-layout-shift"].numericValue.toFixed(2);
  return `| ${[name, ...scores, ...seconds, blockedMs, shift].join(" | ")} |`;
}

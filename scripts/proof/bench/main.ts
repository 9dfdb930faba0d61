/**
 * `npm run bench` measures the product on this machine and writes docs/results/benchmarks.md.
 *
 *   --quick          fewer and shorter rounds, no page written
 *   --only a,b       only these rows; no page written
 *   --against dir    compares with another checkout, whose libraries must be installed; the two alternate, and take
 *                    turns going first; no page written
 *   --port n         the first of two ports (8840)
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { writePage } from "../results.ts";
import { type BenchSide, buildProduct, type BenchBuild } from "./product.ts";
import { formatPage, type RowResult, formatTable } from "./report.ts";
import { bidRows } from "./rows/bids.ts";
import { closingRow } from "./rows/closing.ts";
import { creatingRow } from "./rows/creating.ts";
import { readRows } from "./rows/reads.ts";
import type { RowMetrics, BenchRow } from "./rows/row.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    against: { type: "string" },
    port: { type: "string", default: "8840" },
  },
});
const ROWS: readonly BenchRow[] = [...bidRows, closingRow, creatingRow, ...readRows];
const names = ROWS.map(({ name }) => name);
const rounds = values.quick ? 2 : 5;
const timing = values.quick ? { durationMs: 1_500, warmUpMs: 500 } : { durationMs: 4_000, warmUpMs: 1_000 };
const port = Number(values.port);
const only = values.only?.split(",");
const unknownNames = only?.filter((name) => !names.includes(name)) ?? [];
if (unknownNames.length > 0)
  throw new Error(`There is no row ${unknownNames.join(", ")}. The rows are ${names.join(", ")}.`);

/** Runs all rounds of a row. Two products alternate within a round, and take turns going first. */
async function run(row: BenchRow, products: readonly BenchBuild[]): Promise<RowResult> {
  const sides: BenchSide[] = [];
  try {
    for (const product of products) sides.push(await product.start());
    const measured = sides.map((): RowMetrics[] => []);
    for (let round = 0; round < rounds; round += 1) {
      const turns = sides.map((side, index) => ({ side, metrics: measured[index] }));
      for (const { side, metrics } of round % 2 === 0 ? turns : turns.toReversed()) {
        metrics?.push(await row.runRound(side, timing));
      }
      process.stdout.write(".");
    }
    const [current = [], baseline = []] = measured;
    return { row, current, baseline };
  } finally {
    for (const { runtime } of sides) await runtime.stop();
  }
}

const workspace = await mkdtemp(path.join(os.tmpdir(), "lotline-bench-"));
try {
  const products = [await buildProduct(path.join(workspace, "now"), port)];
  if (values.against !== undefined) {
    products.push(await buildProduct(path.join(workspace, "before"), port + 1, path.resolve(values.against)));
  }
  const results: RowResult[] = [];
  for (const row of ROWS.filter(({ name }) => !only || only.includes(name))) {
    process.stdout.write(`${row.name} `);
    const result = await run(row, products);
    results.push(result);
    process.stdout.write(`\n${formatTable(result)}\n`);
  }
  if (!values.quick && !only && values.against === undefined) {
    await writePage("benchmarks.md", formatPage(results, rounds, timing));
  }
} finally {
  await rm(workspace, { recursive: true, force: true });
}

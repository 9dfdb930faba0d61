/**
 * `npm run bench`: measures the product and the bare object in turns, on this machine, and writes
 * docs/results/benchmarks.md.
 *
 *   --quick          fewer and shorter rounds, no page written
 *   --only a,b       only these rows; no page written
 *   --rounds n       rounds of each row (5)
 *   --seconds n      length of a round (4)
 *   --profile        one round of ours under V8's sampling profiler: where the time goes; no page written
 *   --threads        clients in Node also where a C compiler is; no page written
 *   --against dir    beside the product of another checkout instead of the bare object, without the rows of filled catalogues;
 *                    no page written
 *   --list           the names of the rows, and nothing else
 *   --port n         the first of two ports (8840)
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs, promisify } from "node:util";

import { generator, useThreads } from "./load/load.ts";
import { sample } from "./profile.ts";
import { page, table } from "./report.ts";
import { coldStart } from "./rows/cold-start.ts";
import { EVERY_ROW, rowsOfTwoVersions } from "./rows/every-row.ts";
import type { Figures, Lane, Result, Row, Sides } from "./rows/row.ts";
import { root } from "./runtime.ts";
import { ceiling, type Kit, product, type Side } from "./sides.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    rounds: { type: "string" },
    seconds: { type: "string" },
    profile: { type: "boolean", default: false },
    threads: { type: "boolean", default: false },
    against: { type: "string" },
    list: { type: "boolean", default: false },
    port: { type: "string", default: "8840" },
  },
});
const rounds = Number(values.rounds ?? (values.quick ? 2 : 5));
const seconds = Number(values.seconds ?? (values.quick ? 1.5 : 4));
const timing = { durationMs: seconds * 1_000, warmUpMs: values.quick ? 500 : 1_000 };
const port = Number(values.port);
const only = values.only?.split(",");
const all = values.against === undefined ? EVERY_ROW : rowsOfTwoVersions();
const names = [...all.map(({ name }) => name), "cold-start"];
if (values.list) {
  console.log(names.join("\n"));
  process.exit();
}
const unknown = only?.filter((name) => !names.includes(name)) ?? [];
if (unknown.length > 0) throw new Error(`no row is called ${unknown.join(", ")}; --list names them`);
const rows = all.filter(({ name }) => !only || only.includes(name));

const workspace = await mkdtemp(path.join(os.tmpdir(), "lotline-bench-"));
let states = 0;

async function start(kit: Kit, offset: number, vars: Row["vars"] = {}): Promise<Side> {
  states += 1;
  return kit.start({ port: port + offset, stateDir: path.join(workspace, `state-${states}`), vars });
}

type Kits = { readonly ours: Kit; readonly bare: Kit };

/** The other side. The bare object has no settings; another checkout's product has the row's, as ours has. */
async function startOther(row: Row, { bare }: Kits): Promise<Side> {
  return start(bare, 1, values.against === undefined ? {} : row.vars);
}

/** The running sides, kept for the next row if that needs the same start. */
let open: { readonly sides: Sides; readonly by: Row } | null = null;

async function sidesFor(row: Row, kits: Kits): Promise<Sides> {
  if (open?.by === row && !row.fresh) return open.sides;
  if (open && row.prepare && row.prepare === open.by.prepare) {
    open = { ...open, by: row };
    return open.sides;
  }
  await close();
  const sides = { ours: await start(kits.ours, 0, row.vars), ceiling: await startOther(row, kits) };
  await row.prepare?.(sides);
  open = { sides, by: row };
  return sides;
}

async function close(): Promise<void> {
  await stop(open?.sides ?? null);
  open = null;
}

/** All rounds of a row: the lanes take turns, and each round begins with another one. */
async function run(row: Row, kits: Kits): Promise<Result> {
  const measured = new Map<Lane, Figures[]>(row.lanes.map((lane) => [lane, []]));
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? row.lanes : row.lanes.toReversed();
    for (const lane of order) {
      const sides = await sidesFor(row, kits);
      measured.get(lane)?.push(await row.round(sides, lane, timing));
    }
    process.stdout.write(".");
  }
  return { row, measured };
}

/** One round of ours, sampled. */
async function profileOf(row: Row, kits: Kits): Promise<string> {
  const stateDir = path.join(workspace, `profile-${row.name}`);
  const inspected = { port, stateDir, inspectorPort: port + 2, ...(row.vars && { vars: row.vars }) };
  const sides = { ours: await kits.ours.start(inspected), ceiling: await startOther(row, kits) };
  await row.prepare?.(sides);
  const finish = await sample(await sides.ours.runtime.inspector());
  const figures = await row.round(sides, "ours", timing);
  const text = await finish();
  await stop(sides);
  return `${row.title}\n${JSON.stringify(figures)}\n${text}\n`;
}

async function stop(sides: Sides | null): Promise<void> {
  await sides?.ours.runtime.stop();
  await sides?.ceiling.runtime.stop();
}

try {
  const kits = {
    ours: await product(path.join(workspace, "product"), { readable: values.profile }),
    bare:
      values.against !== undefined
        ? await product(path.join(workspace, "before"), { from: path.resolve(values.against) })
        : await ceiling(path.join(workspace, "ceiling")),
  };
  if (values.threads) useThreads();
  const clients = (await generator()).description;
  console.log(`clients: ${clients}`);
  const results: Result[] = [];
  for (const row of rows) {
    if (values.profile) {
      console.log(await profileOf(row, kits));
      continue;
    }
    const from = performance.now();
    process.stdout.write(`${row.name} `);
    const result = await run(row, kits);
    results.push(result);
    const took = (performance.now() - from) / 1_000;
    process.stdout.write(` ${took.toFixed(0)} s\n${table(result)}\n`);
  }
  await close();
  if (!values.profile && values.against === undefined && (!only || only.includes("cold-start"))) {
    const options = (name: string) => ({ port, stateDir: path.join(workspace, `cold-${name}`) });
    const cold = {
      ours: await coldStart(kits.ours, options("ours"), rounds),
      bare: await coldStart(kits.bare, options("bare"), rounds),
      gzipBytes: { ours: kits.ours.bundle.gzipBytes, bare: kits.bare.bundle.gzipBytes },
    };
    console.log(cold);
    if (!values.quick && !values.threads && !only) {
      const file = path.join(root, "docs/results/benchmarks.md");
      await writeFile(file, page(results, cold, { rounds, timing, clients }));
      await promisify(execFile)(path.join(root, "node_modules/.bin/oxfmt"), [file], { cwd: root });
    }
  }
} finally {
  await close();
  await rm(workspace, { recursive: true, force: true });
}

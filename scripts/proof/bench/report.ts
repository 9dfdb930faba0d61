/**
 * Formats the results for the terminal and for docs/results/benchmarks.md. A ratio is the median of the rounds' ratios.
 */
import os from "node:os";

import { manyWatchers } from "./many-watchers.ts";
import { type Figure, type Figures, type Lane, median, type Result, type Timing } from "./rows/row.ts";

export type ColdStart = {
  readonly ours: Figures;
  readonly bare: Figures;
  readonly gzipBytes: { readonly ours: number; readonly bare: number };
};
type Run = { readonly rounds: number; readonly timing: Timing; readonly clients: string };

type Line = {
  readonly figure: string;
  readonly byLane: ReadonlyMap<Lane, string>;
  readonly ratio: string;
  readonly aim: string;
  readonly reached: boolean | null;
  /** A target that this benchmark cannot judge. */
  readonly elsewhere: string | undefined;
};

function linesOf({ row, measured }: Result): Line[] {
  const valuesOf = (lane: Lane, { name }: Figure) => (measured.get(lane) ?? []).map((figures) => figures[name] ?? NaN);
  return row.figures.map((figure) => {
    const ours = valuesOf("ours", figure);
    const byLane = new Map(row.lanes.map((lane) => [lane, show(median(valuesOf(lane, figure)), figure.digits)]));
    const base = figure.ratio && valuesOf(figure.ratio.of, figure);
    const ratio = base ? median(ours.map((value, round) => value / (base[round] ?? NaN))) : null;
    const { aim, reached } = judged(figure, median(ours), ratio);
    return {
      figure: figure.name,
      byLane,
      ratio: ratio === null ? "" : ratio.toFixed(2),
      aim,
      reached,
      elsewhere: figure.elsewhere,
    };
  });
}

function judged({ ratio: asked, atLeast, atMost, digits }: Figure, ours: number, ratio: number | null) {
  const aims = [
    asked?.atLeast === undefined ? null : { text: `≥ ${asked.atLeast} ×`, met: (ratio ?? 0) >= asked.atLeast },
    asked?.atMost === undefined ? null : { text: `≤ ${asked.atMost} ×`, met: (ratio ?? Infinity) <= asked.atMost },
    atLeast === undefined ? null : { text: `≥ ${show(atLeast, digits)}`, met: ours >= atLeast },
    atMost === undefined ? null : { text: `≤ ${show(atMost, digits)}`, met: ours <= atMost },
  ].filter((aim) => aim !== null);
  return {
    aim: aims.map(({ text }) => text).join(", "),
    reached: aims.length === 0 ? null : aims.every(({ met }) => met),
  };
}

function show(value: number, digits = 0): string {
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** The columns of the aim and of whether it is reached. */
function aimTexts({ aim, reached, elsewhere }: Line): readonly [string, string] {
  const aims = [aim, elsewhere ?? ""].filter((text) => text !== "");
  const answers = [
    reached === null ? "" : reached ? "yes" : "no",
    elsewhere === undefined ? "" : "not measured here",
  ].filter((text) => text !== "");
  return [aims.join(", "), answers.join(", ")];
}

/** One row, for the terminal. */
export function table(result: Result): string {
  return linesOf(result)
    .map((line) => {
      const lanes = Array.from(line.byLane, ([lane, value]) => `${lane} ${value}`).join("  ");
      return `  ${line.figure.padEnd(30)} ${lanes}  ratio ${line.ratio || "-"}  ${aimTexts(line).join(" ")}`;
    })
    .join("\n");
}

export function page(results: readonly Result[], cold: ColdStart, { rounds, timing, clients }: Run): string {
  const sections = results.map(section);
  const kib = (bytes: number) => show(bytes / 1_024);
  return `# Benchmarks

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}; every figure is from that one run. ${os.availableParallelism()} cores (${os.cpus()[0]?.model ?? "unknown"}),
Node ${process.versions.node}, ${os.type()} ${os.release()}; other work ran on the machine at the same time, so ratios say more than figures.

The product, as \`wrangler deploy\` would upload it, and a bare Durable Object of the same shape
(\`scripts/proof/bench/ceiling\`) run in the same pinned workerd, started in the same way, without \`wrangler dev\` before
them. They run in turns: ${rounds} rounds of ${timing.durationMs / 1_000} s after ${timing.warmUpMs / 1_000} s of warm-up, and the first one changes. Figures are medians; a
ratio is the median of the rounds' ratios. Objects and D1 are durable on disk. Clients run on the same machine and check
every number that a watcher receives. Here they were ${clients}.
Each row says how much of a processor they used: near 1 they were the limit, not the server, whose Worker and objects
share one thread. In the rows of overload the clients are Node's in every case. The bare object does less for each bid:
it has no journal, hashes, keys, names, closing, delivery, accounts or limits. **grouped** shares one commit among the
bids of a turn, which always begins with the platform's timer (decision 99), and publishes as fast as it can; **paced**
publishes at most every 100 ms; **naive** commits and publishes once a bid. An aim beside PostgreSQL means a usual Node
server (Express, socket.io, PostgreSQL) on the same machine, which is not part of this benchmark.

${sections.join("\n\n")}

${manyWatchers(results)}
## Cold start and size

From a runtime that is up to the answer of an auction's own page, its room asleep on disk.

| | ours | bare |
| --- | ---: | ---: |
| first answer, ms | ${show(cold.ours["first answer, ms"] ?? NaN, 1)} | ${show(cold.bare["first answer, ms"] ?? NaN, 1)} |
| second answer, ms | ${show(cold.ours["second answer, ms"] ?? NaN, 1)} | ${show(cold.bare["second answer, ms"] ?? NaN, 1)} |
| bundle, gzip, KiB | ${kib(cold.gzipBytes.ours)} | ${kib(cold.gzipBytes.bare)} |
`;
}

function section(result: Result): string {
  const { lanes, title } = result.row;
  const head = `| | ${lanes.join(" | ")} | ratio | aim | reached |\n| --- | ${lanes.map(() => "---:").join(" | ")} | ---: | --- | --- |`;
  const lines = linesOf(result).map((line) => {
    const cells = lanes.map((lane) => line.byLane.get(lane) ?? "").join(" | ");
    return `| ${line.figure} | ${cells} | ${line.ratio} | ${aimTexts(line).join(" | ")} |`;
  });
  return `## ${title.slice(0, 1).toUpperCase()}${title.slice(1)}\n\n${head}\n${lines.join("\n")}`;
}

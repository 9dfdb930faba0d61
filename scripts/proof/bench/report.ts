/**
 * Formats the results for the terminal and for docs/results/benchmarks.md. A ratio is the median of the rounds' ratios.
 */
import { median, runDescription } from "../results.ts";
import type { Timing } from "./load/loop.ts";
import type { BenchRow, RowMetrics } from "./rows/row.ts";

/** A row's metrics from all rounds, for this checkout and for the one it's compared with. */
export type RowResult = {
  readonly row: BenchRow;
  readonly current: readonly RowMetrics[];
  readonly baseline: readonly RowMetrics[];
};

/** Three digits are enough, because runs differ by a few percent. */
const formatNumber = (value: number) =>
  value.toLocaleString("en", {
    maximumSignificantDigits: 3,
    maximumFractionDigits: 2,
    roundingPriority: "lessPrecision",
  });

type ReportLine = {
  readonly metric: string;
  readonly current: string;
  readonly baseline: string;
  readonly ratio: string;
};

function linesOf({ current, baseline }: RowResult): ReportLine[] {
  return Object.keys(current[0] ?? {}).map((metric) => {
    const valuesOf = (rounds: readonly RowMetrics[]) => rounds.map((metrics) => metrics[metric] ?? Number.NaN);
    const [ours, others] = [valuesOf(current), valuesOf(baseline)];
    const ratio = median(ours.map((value, round) => value / (others[round] ?? Number.NaN)));
    return {
      metric,
      current: formatNumber(median(ours)),
      baseline: formatNumber(median(others)),
      ratio: ratio.toFixed(2),
    };
  });
}

/** Formats one row for the terminal. */
export function formatTable(result: RowResult): string {
  return linesOf(result)
    .map(({ metric, current, baseline, ratio }) => {
      const comparison = result.baseline.length > 0 ? `  before ${baseline}  ratio ${ratio}` : "";
      return `  ${metric.padEnd(36)} ${current}${comparison}`;
    })
    .join("\n");
}

export function formatPage(results: readonly RowResult[], rounds: number, { durationMs, warmUpMs }: Timing): string {
  const sections = results.map((result) => {
    const [first = "", ...others] = result.row.title;
    const lines = linesOf(result).map(({ metric, current }) => `| ${metric} | ${current} |`);
    return `## ${first.toUpperCase()}${others.join("")}\n\n| | |\n| --- | ---: |\n${lines.join("\n")}\n`;
  });
  return `# Benchmarks

Written by \`npm run bench\` ${runDescription()}.

We run the build that \`wrangler deploy\` would upload. It runs in the pinned workerd, not behind \`wrangler dev\`.
Numbers are medians of ${rounds} rounds of ${durationMs / 1_000} s, each after ${warmUpMs / 1_000} s of warm-up.
Durable Objects and D1 write to disk. All clients run on the same machine, in one Node thread, and check every number
that a watcher receives. The last line of each table says what share of a core they used. Near 1, the clients are the
limit, not the server. The server's Worker and objects share one thread, too.

${sections.join("\n")}`;
}

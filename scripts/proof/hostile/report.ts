/** Formats the figures of hostile inputs for the terminal and for docs/results/hostile-inputs.md. */
import os from "node:os";

import type { Figures } from "./measure.ts";

const MAX_CPU_MS = 50;
const MAX_MIB = 16;
const MIB = 1_024 * 1_024;

function isWithin({ cpuMs, peakBytes }: Figures): boolean {
  return cpuMs <= MAX_CPU_MS && peakBytes / MIB <= MAX_MIB;
}

function sizeOf(bytes: number): string {
  return bytes < 100_000 ? `${(bytes / 1_024).toFixed(1)} KiB` : `${(bytes / MIB).toFixed(1)} MiB`;
}

const cellsOf = (figures: Figures) => [
  figures.name,
  sizeOf(figures.bytes),
  figures.answer,
  figures.cpuMs.toFixed(figures.cpuMs < 10 ? 2 : 0),
  (figures.peakBytes / MIB).toFixed(1),
  isWithin(figures) ? "yes" : "no",
];

export function line(figures: Figures): string {
  const [name = "", ...cells] = cellsOf(figures);
  return `${name.padEnd(52)} ${cells.join("  ")}`;
}

export function page(results: readonly Figures[]): string {
  const sections = Array.from(
    Map.groupBy(results, ({ group }) => group),
    ([group, inGroup]) => {
      const head =
        "| input | length | answer | CPU, ms | memory, MiB | within the bounds |\n| --- | ---: | --- | ---: | ---: | --- |";
      return `## ${group}\n\n${head}\n${inGroup.map((figures) => `| ${cellsOf(figures).join(" | ")} |`).join("\n")}`;
    },
  );
  return `# What hostile inputs cost

Written by \`npm run hostile\` on ${new Date().toISOString().slice(0, 10)}; every figure is from that one run. ${os.availableParallelism()} cores (${os.cpus()[0]?.model ?? "unknown"}),
Node ${process.versions.node}, ${os.type()} ${os.release()}, load ${(os.loadavg()[0] ?? 0).toFixed(1)} when it was written.

Each input of \`scripts/proof/hostile/inputs.ts\` is sent to the product, as \`wrangler deploy\` would upload it, in a workerd
that has met only ordinary requests and frames before. Files are sent with a sign-up, without a session. **CPU** is the processor
time of the whole runtime for one input, from its first byte to the answer: the median of five rounds. **Memory** is how
much more was resident at the peak of the first round than before it, the received bytes included; in a round a small input is sent 50 times, and a frame of a megabyte ten
times. The bounds are ${MAX_CPU_MS} ms
and ${MAX_MIB} MiB. "Ten megabytes of zeros" is refused by its first bytes: it shows what receiving that much costs alone.

${sections.join("\n\n")}
`;
}

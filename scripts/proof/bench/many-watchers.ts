import { PROCESSOR, REACHED, RELAYED } from "./rows/one-bid.ts";
/**
 * Extrapolates the measured rows to numbers of watchers that one machine cannot hold, with the formulas of
 * docs/notes/live-audience.md.
 */
import type { Result } from "./rows/row.ts";
import { median } from "./rows/row.ts";

/** Watchers of one object: the default of the setting RELAY_AFTER. */
const PER_OBJECT = 1_000;
const WATCHER_COUNTS = [1_000, 100_000, 200_000];

/** A section of docs/results/benchmarks.md, or an empty text when a row that it needs was not measured. */
export function manyWatchers(results: readonly Result[]): string {
  const figureOf = (row: string, figure: string) => {
    const rounds = results.find((result) => result.row.name === row)?.measured.get("ours") ?? [];
    return median(rounds.map((figures) => figures[figure] ?? Number.NaN));
  };
  const whole = { reachedMs: figureOf("one-bid-1000", REACHED), cpuMs: figureOf("one-bid-1000", PROCESSOR) };
  const relayed = figureOf("one-bid-relayed", PROCESSOR);
  const watcherKib = figureOf("memory", "memory, KiB");
  if (![whole.reachedMs, whole.cpuMs, relayed, watcherKib].every(Number.isFinite)) return "";
  // Dividing a thousand watchers among ten objects adds nine relays for the same frames.
  const perRelayMs = Math.max(0, relayed - whole.cpuMs) / (RELAYED.watchers / RELAYED.perObject - 1);
  const number = (value: number, digits = 0) => value.toLocaleString("en", { maximumFractionDigits: digits });
  const lines = WATCHER_COUNTS.map((watchers) => {
    const objects = Math.ceil(watchers / PER_OBJECT);
    const relaysMs = (objects - 1) * perRelayMs;
    const cells = [
      number(watchers),
      number(objects),
      number(relaysMs, 1),
      number(relaysMs + whole.reachedMs),
      number((objects * whole.cpuMs + relaysMs) / 1_000, 2),
      number((watchers * watcherKib) / 1_024 / objects),
      number((watchers * watcherKib) / 1_024 / 1_024, 1),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return `## Large audiences

Computed from the rows above as \`docs/notes/live-audience.md\` says, one object of ${number(PER_OBJECT)} watchers to a processor; nothing of it but
the first line was run. A relay costs ${number(perRelayMs, 2)} ms of processor time for each frame, beside what it sends.

| watchers | objects | room, ms a frame for its relays | last one reached, ms | processor, s a frame in all | memory, MiB an object | memory, GiB in all |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${lines.join("\n")}
`;
}

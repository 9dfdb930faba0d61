/** A row of the benchmark: what it measures, and how to run one round. */
import type { BenchSide } from "../product.ts";

const MADE_AT_ONCE = 10;

/** One round's metrics, by name. */
export type RowMetrics = Readonly<Record<string, number>>;

export type Timing = { readonly durationMs: number; readonly warmUpMs: number };

export type BenchRow = {
  /** The row's name for `--only`. */
  readonly name: string;
  readonly title: string;
  /** Runs one round. Throws if an answer or a frame is wrong. */
  readonly round: (side: BenchSide, timing: Timing) => Promise<RowMetrics>;
};

/** Creates auctions, a few at a time. This isn't measured. */
export async function auctionsOf(side: BenchSide, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const some = Array.from({ length: Math.min(MADE_AT_ONCE, count - ids.length) }, () => side.newAuction());
    ids.push(...(await Promise.all(some)));
  }
  return ids;
}

/**
 * Runs a part of a round, and adds two metrics to those it returns: the share of a processor that the server used, and
 * the share that its clients used. The part itself measures its clients.
 */
export async function withProcessors(
  { runtime }: BenchSide,
  part: () => Promise<{ readonly metrics: RowMetrics; readonly clients: readonly number[] }>,
): Promise<RowMetrics> {
  const before = await runtime.cpuMs();
  const from = performance.now();
  const { metrics, clients } = await part();
  const server = ((await runtime.cpuMs()) - before) / (performance.now() - from);
  return {
    ...metrics,
    "server, of a processor": server,
    "clients, of a processor": clients.reduce((sum, one) => sum + one, 0),
  };
}

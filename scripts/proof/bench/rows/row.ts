/** A row of the benchmark: what it measures, and how to run one round. */
import type { Timing } from "../load/loop.ts";
import type { BenchSide } from "../product.ts";

const CREATE_CONCURRENCY = 10;

/** One round's metrics, by name. */
export type RowMetrics = Readonly<Record<string, number>>;

export type BenchRow = {
  /** The row's name for `--only`. */
  readonly name: string;
  readonly title: string;
  /** Runs one round. Throws if a response or a frame is wrong. */
  readonly runRound: (side: BenchSide, timing: Timing) => Promise<RowMetrics>;
};

/** Creates auctions, a few at a time. This isn't measured. */
export async function createAuctions(side: BenchSide, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const batch = Array.from({ length: Math.min(CREATE_CONCURRENCY, count - ids.length) }, () => side.createAuction());
    ids.push(...(await Promise.all(batch)));
  }
  return ids;
}

/** Runs a part of a round, and adds the processor share of its clients, which run in this thread. */
export async function measureClientCpu(part: () => Promise<RowMetrics>): Promise<RowMetrics> {
  const before = process.threadCpuUsage();
  const startedAt = performance.now();
  const metrics = await part();
  const { user, system } = process.threadCpuUsage(before);
  return { ...metrics, "clients, share of a core": (user + system) / 1_000 / (performance.now() - startedAt) };
}

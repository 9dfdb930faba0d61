/** A row of the benchmark: what is measured, on which sides, and the targets. */
import type { Mode, Side } from "../sides.ts";

const MADE_AT_ONCE = 10;

/** `ours`, the product of another checkout, or the bare object in one of its modes. */
export type Lane = "ours" | "before" | Mode;

export type Sides = { readonly ours: Side; readonly ceiling: Side };

/** Figures of one round of one lane, by their names. */
export type Figures = Readonly<Record<string, number>>;

export type Figure = {
  readonly name: string;
  readonly unit: string;
  readonly digits?: number;
  /** The target for ours, as a share of a lane of the bare object. */
  readonly ratio?: { readonly of: Mode | "before"; readonly atLeast?: number; readonly atMost?: number };
  /** The absolute target for ours. */
  readonly atMost?: number;
  readonly atLeast?: number;
  /** A target beside a server that is not part of this benchmark: printed, not judged. */
  readonly elsewhere?: string;
};

export type Timing = { readonly durationMs: number; readonly warmUpMs: number };

export type Row = {
  /** For `--only`. */
  readonly name: string;
  readonly title: string;
  readonly lanes: readonly Lane[];
  readonly figures: readonly Figure[];
  /** Whether each round needs a fresh runtime. */
  readonly fresh?: boolean;
  /** Settings of the product for this row. */
  readonly vars?: Readonly<Record<string, string>>;
  /** Runs before the first round, on both sides. Consecutive rows with the same function share the runtimes. */
  readonly prepare?: (sides: Sides) => Promise<void>;
  readonly round: (sides: Sides, lane: Lane, timing: Timing) => Promise<Figures>;
};

/** The figures of all rounds of a row, by lane. */
export type Result = { readonly row: Row; readonly measured: ReadonlyMap<Lane, readonly Figures[]> };

export function sideOf(sides: Sides, lane: Lane): Side {
  return lane === "ours" ? sides.ours : sides.ceiling;
}

export async function auctionOf(sides: Sides, lane: Lane): Promise<string> {
  return sideOf(sides, lane).newAuction(lane === "ours" || lane === "before" ? "grouped" : lane);
}

/** The row beside an older product: what is better or worse, without the targets that are beside the bare object. */
export function asTwoVersions(row: Row): Row {
  const figures = row.figures.map(({ name, unit, digits }): Figure => ({
    name,
    unit,
    ...(digits !== undefined && { digits }),
    ratio: { of: "before" },
  }));
  return { ...row, lanes: ["before", "ours"], figures };
}

/** New auctions, created some at a time: their creation is not measured. */
export async function auctionsOf(sides: Sides, lane: Lane, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const some = Array.from({ length: Math.min(MADE_AT_ONCE, count - ids.length) }, () => auctionOf(sides, lane));
    ids.push(...(await Promise.all(some)));
  }
  return ids;
}

const GENERATOR = "clients, of a processor";
const SERVER = "server, of a processor";

/** Whether the server or the generator of the load was the limit. */
export const PROCESSORS: readonly Figure[] = [
  { name: SERVER, unit: "", digits: 2 },
  { name: GENERATOR, unit: "", digits: 2 },
];

/** The figures of `PROCESSORS` over a part of a round, which returns its own and the shares that its clients used. */
export async function withProcessors(
  { runtime }: Side,
  part: () => Promise<{ readonly figures: Figures; readonly clients: readonly number[] }>,
): Promise<Figures> {
  const before = await runtime.cpuMs();
  const from = performance.now();
  const { figures, clients } = await part();
  const server = ((await runtime.cpuMs()) - before) / (performance.now() - from);
  return { ...figures, [SERVER]: server, [GENERATOR]: clients.reduce((sum, one) => sum + one, 0) };
}

/** The value below which this share of the values lies. */
export function quantile(values: Float64Array | readonly number[], share: number): number {
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

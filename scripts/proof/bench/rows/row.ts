/** A row of the benchmark: what is measured, on which sides, and the targets. */
import type { Mode, Side } from "../sides.ts";

/** `ours`, or the bare object in one of its ways of working. */
export type Lane = "ours" | Mode;

export type Sides = { readonly ours: Side; readonly ceiling: Side };

/** Figures of one round of one lane, by their names. */
export type Figures = Readonly<Record<string, number>>;

export type Figure = {
  readonly name: string;
  readonly unit: string;
  readonly digits?: number;
  /** The target for ours, as a share of a lane of the bare object. */
  readonly ratio?: { readonly of: Mode; readonly atLeast?: number; readonly atMost?: number };
  /** The absolute target for ours. */
  readonly atMost?: number;
  readonly atLeast?: number;
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
  /** Settings of ours for this row. */
  readonly vars?: Readonly<Record<string, string>>;
  /** Before the first round, on both sides. */
  readonly prepare?: (sides: Sides) => Promise<void>;
  readonly round: (sides: Sides, lane: Lane, timing: Timing) => Promise<Figures>;
};

/** The figures of all rounds of a row, by lane. */
export type Result = { readonly row: Row; readonly measured: ReadonlyMap<Lane, readonly Figures[]> };

export function sideOf(sides: Sides, lane: Lane): Side {
  return lane === "ours" ? sides.ours : sides.ceiling;
}

export async function auctionOf(sides: Sides, lane: Lane): Promise<string> {
  return sideOf(sides, lane).newAuction(lane === "ours" ? "grouped" : lane);
}

/** The value below which this share of the values lies. */
export function quantile(values: Float64Array | readonly number[], share: number): number {
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

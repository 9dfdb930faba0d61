/**
 * The results of a run: rules that held or did not, and their figures. A phase that did too little proves nothing, so
 * minimum amounts of work are rules like the others.
 */
export type Check = { readonly rule: string; readonly held: boolean; readonly detail: string };
export type Shown = {
  readonly phase: string;
  seconds: number;
  readonly figures: Record<string, number>;
  readonly checks: Check[];
};

/** As many faults as are printed of one rule. */
const MAX_PRINTED = 8;

export class Checks {
  readonly shown: Shown[] = [];
  #current: Shown = { phase: "", seconds: 0, figures: {}, checks: [] };

  begin(phase: string): void {
    this.#current = { phase, seconds: 0, figures: {}, checks: [] };
    this.shown.push(this.#current);
    console.log(`\n${phase}`);
  }

  end(seconds: number): void {
    this.#current.seconds = Math.round(seconds);
    console.log(`  ${this.#current.seconds} s`);
  }

  figure(name: string, value: number): void {
    this.#current.figures[name] = value;
    console.log(`    ${name}: ${round(value)}`);
  }

  holds(rule: string, held: boolean, detail = ""): void {
    this.#current.checks.push({ rule, held, detail });
    console.log(`  ${held ? "✓" : "✗"} ${rule}${held || detail === "" ? "" : `: ${detail}`}`);
  }

  none(rule: string, faults: readonly string[]): void {
    const more = faults.length > MAX_PRINTED ? [`and ${faults.length - MAX_PRINTED} more`] : [];
    this.holds(rule, faults.length === 0, ["", ...faults.slice(0, MAX_PRINTED), ...more].join("\n      "));
  }

  /** A figure with what it must reach. */
  atLeast(name: string, value: number, least: number): void {
    this.#current.figures[name] = value;
    this.holds(`${name}: ${round(value)}, at least ${least}`, value >= least);
  }

  atMost(name: string, value: number, most: number): void {
    this.#current.figures[name] = value;
    this.holds(`${name}: ${round(value)}, at most ${most}`, value <= most);
  }

  count(): { readonly passed: number; readonly failed: number } {
    const all = this.shown.flatMap(({ checks }) => checks);
    const passed = all.filter(({ held }) => held).length;
    return { passed, failed: all.length - passed };
  }
}

export function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

export function round(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 2 });
}

/** The value below which this share of the values lies; NaN when there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

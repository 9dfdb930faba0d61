/**
 * The results of a run: which rules held, and the numbers behind them. A phase that did too little work proves nothing,
 * so each minimum amount of work is a rule too.
 */
import { runDescription } from "../results.ts";

export type Check = { readonly rule: string; readonly hasPassed: boolean; readonly detail: string };
type PhaseReport = {
  readonly phase: string;
  seconds: number;
  readonly metrics: Record<string, number>;
  readonly checks: Check[];
};

/** The most violations to print per rule. */
const MAX_PRINTED = 8;

export class Checks {
  readonly phases: PhaseReport[] = [];
  #current: PhaseReport = { phase: "", seconds: 0, metrics: {}, checks: [] };

  begin(phase: string): void {
    this.#current = { phase, seconds: 0, metrics: {}, checks: [] };
    this.phases.push(this.#current);
    console.log(`\n${phase}`);
  }

  end(seconds: number): void {
    this.#current.seconds = Math.round(seconds);
    console.log(`  ${this.#current.seconds} s`);
  }

  metric(name: string, value: number): void {
    this.#current.metrics[name] = value;
    console.log(`    ${name}: ${formatNumber(value)}`);
  }

  check(rule: string, hasPassed: boolean, detail = ""): void {
    this.#current.checks.push({ rule, hasPassed, detail });
    console.log(`  ${hasPassed ? "✓" : "✗"} ${rule}${hasPassed || detail === "" ? "" : `: ${detail}`}`);
  }

  noViolations(rule: string, violations: readonly string[]): void {
    const more = violations.length > MAX_PRINTED ? [`and ${violations.length - MAX_PRINTED} more`] : [];
    this.check(rule, violations.length === 0, ["", ...violations.slice(0, MAX_PRINTED), ...more].join("\n      "));
  }

  /** Records a number and checks that it reaches its minimum. */
  atLeast(name: string, value: number, min: number): void {
    this.#current.metrics[name] = value;
    this.check(`${name}: ${formatNumber(value)}, at least ${min}`, value >= min);
  }

  atMost(name: string, value: number, max: number): void {
    this.#current.metrics[name] = value;
    this.check(`${name}: ${formatNumber(value)}, at most ${max}`, value <= max);
  }

  count(): { readonly passed: number; readonly failed: number } {
    const all = this.phases.flatMap(({ checks }) => checks);
    const passed = all.filter(({ hasPassed }) => hasPassed).length;
    return { passed, failed: all.length - passed };
  }

  /** Formats the run as a page in `docs/results`. `settings` are the options that repeat it. */
  formatPage(settings: string): string {
    const { passed, failed } = this.count();
    const tables = this.phases.map(({ phase, seconds, metrics, checks }) => {
      const broken = checks.filter(({ hasPassed }) => !hasPassed).map(({ rule }) => `- failed: ${rule}\n`);
      const rows = Object.entries(metrics).map(([name, value]) => `| ${name} | ${formatNumber(value)} |`);
      const title = `## ${phase.slice(0, 1).toUpperCase()}${phase.slice(1)}`;
      const count = `${checks.length - broken.length} of ${checks.length} checks passed in ${seconds} s.`;
      return [title, count, ...broken, ["| metric | |", "| --- | ---: |", ...rows].join("\n")].join("\n\n");
    });
    return `# Torture results

Written by \`npm run torture -- --report\` ${runDescription()}.

With ${settings}, **${passed} checks passed and ${failed} failed**.
[Reliability](../reliability.md) lists the promises and says how we test them.

${tables.join("\n\n")}
`;
  }
}

function formatNumber(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 2 });
}

/**
 * Memory over time, for each run of the process between two kills.
 *
 * Two questions, because V8 here does not have the platform's limit of 128 MB: it keeps garbage for many minutes, and
 * SQLite fills the cache of each open database, so that a process still grows after ten minutes. How fast does what the
 * Worker holds after a collection grow within a run, and does the last run end larger than the first?
 */
const RESIDENT_EVERY_MS = 2_000;
const HELD_EVERY_MS = 30_000;
/** The share of a run in which code is compiled and pages are first made. */
const WARM_UP = 0.3;
const MIB = 1_024 * 1_024;

type Sample = { readonly at: number; readonly mib: number };
type ProcessRun = { readonly resident: Sample[]; readonly held: Sample[] };

type Readings = {
  readonly residentBytes: () => Promise<number>;
  /** After a collection. */
  readonly heldBytes: () => Promise<number>;
};

export class Memory {
  readonly #readings: Readings;
  readonly #runs: ProcessRun[] = [];
  #timers: ReturnType<typeof setInterval>[] = [];

  constructor(readings: Readings) {
    this.#readings = readings;
    this.beginRun();
  }

  beginRun(): void {
    const run: ProcessRun = { resident: [], held: [] };
    this.#runs.push(run);
    const { residentBytes, heldBytes } = this.#readings;
    this.#timers = [
      setInterval(() => note(run.resident, residentBytes), RESIDENT_EVERY_MS),
      setInterval(() => note(run.held, heldBytes), HELD_EVERY_MS),
    ];
  }

  endRun(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  /**
   * Growth of held memory in MiB a minute, fitted to each run without its beginning; the median. NaN if all are too
   * short.
   */
  growth(): number {
    const slopes = this.#runs.flatMap(({ held }) => {
      const settled = held.slice(Math.floor(held.length * WARM_UP));
      return settled.length < 4 ? [] : [slope(settled) * 60_000];
    });
    return slopes.toSorted((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? Number.NaN;
  }

  /**
   * Resident memory at the end of the last run, in parts of that at the end of the first. NaN when there was but one.
   */
  lastOfFirst(): number {
    if (this.#runs.length < 2) return Number.NaN;
    const [first, last] = [this.#runs.at(0), this.#runs.at(-1)].map((run) => run?.resident.at(-1)?.mib ?? Number.NaN);
    return last! / first!;
  }

  figures(): Record<string, number> {
    const last = (samples: readonly Sample[]) => samples.at(-1)?.mib ?? Number.NaN;
    const ends = this.#runs.map(({ resident }) => last(resident));
    const held = this.#runs.map((run) => last(run.held));
    return {
      "memory of workerd, most MiB": Math.max(...this.#runs.flatMap(({ resident }) => resident.map(({ mib }) => mib))),
      "memory of workerd at the end of the first run, MiB": ends[0] ?? Number.NaN,
      "memory of workerd at the end of the last run, MiB": ends.at(-1) ?? Number.NaN,
      "held by the Worker at the end of the first run, MiB": held[0] ?? Number.NaN,
      "held by the Worker at the end of the last run, MiB": held.at(-1) ?? Number.NaN,
    };
  }
}

/** A process that has just been killed has no memory to read. */
function note(samples: Sample[], read: () => Promise<number>): void {
  void read().then(
    (bytes) => samples.push({ at: Date.now(), mib: bytes / MIB }),
    () => undefined,
  );
}

/** Least squares, in MiB a millisecond. */
function slope(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const at = mean((sample) => sample.at);
  const mib = mean((sample) => sample.mib);
  const both = mean((sample) => (sample.at - at) * (sample.mib - mib));
  return both / mean((sample) => (sample.at - at) ** 2);
}

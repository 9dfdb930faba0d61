/**
 * Memory over time, life by life: a process that was killed and started again begins anew.
 *
 * Two questions, because V8 here has none of the platform's 128 MB to keep to: it lets garbage lie for many minutes, and
 * SQLite fills the cache of each open database, so that a process of ten minutes is never done growing. How fast does
 * what the Worker holds after a collection grow within a life, and does the last life end larger than the first?
 */
const RESIDENT_EVERY_MS = 2_000;
const HELD_EVERY_MS = 30_000;
/** The share of a life in which code is compiled and pages are made for the first time. */
const WARM_UP = 0.3;
const MIB = 1_024 * 1_024;

type Sample = { readonly at: number; readonly mib: number };
type Life = { readonly resident: Sample[]; readonly held: Sample[] };

type Readings = {
  readonly residentBytes: () => Promise<number>;
  /** After a collection. */
  readonly heldBytes: () => Promise<number>;
};

export class Memory {
  readonly #readings: Readings;
  readonly #lives: Life[] = [];
  #timers: ReturnType<typeof setInterval>[] = [];

  constructor(readings: Readings) {
    this.#readings = readings;
    this.beginLife();
  }

  beginLife(): void {
    const life: Life = { resident: [], held: [] };
    this.#lives.push(life);
    const { residentBytes, heldBytes } = this.#readings;
    this.#timers = [
      setInterval(() => note(life.resident, residentBytes), RESIDENT_EVERY_MS),
      setInterval(() => note(life.held, heldBytes), HELD_EVERY_MS),
    ];
  }

  endLife(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** What is held, MiB a minute, fitted to each life without its beginning; the median life. NaN when none was long enough. */
  growth(): number {
    const slopes = this.#lives.flatMap(({ held }) => {
      const settled = held.slice(Math.floor(held.length * WARM_UP));
      return settled.length < 4 ? [] : [slope(settled) * 60_000];
    });
    return slopes.toSorted((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? Number.NaN;
  }

  /** Resident memory at the end of the last life, in parts of that at the end of the first. NaN when there was but one. */
  lastOfFirst(): number {
    if (this.#lives.length < 2) return Number.NaN;
    const [first, last] = [this.#lives.at(0), this.#lives.at(-1)].map(
      (life) => life?.resident.at(-1)?.mib ?? Number.NaN,
    );
    return last! / first!;
  }

  figures(): Record<string, number> {
    const last = (samples: readonly Sample[]) => samples.at(-1)?.mib ?? Number.NaN;
    const ends = this.#lives.map(({ resident }) => last(resident));
    const held = this.#lives.map((life) => last(life.held));
    return {
      "memory of workerd, most MiB": Math.max(...this.#lives.flatMap(({ resident }) => resident.map(({ mib }) => mib))),
      "memory of workerd at the end of the first life, MiB": ends[0] ?? Number.NaN,
      "memory of workerd at the end of the last life, MiB": ends.at(-1) ?? Number.NaN,
      "held by the Worker at the end of the first life, MiB": held[0] ?? Number.NaN,
      "held by the Worker at the end of the last life, MiB": held.at(-1) ?? Number.NaN,
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

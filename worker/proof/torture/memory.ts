/** Resident memory over time, life by life: a process that was killed and started again begins anew. */
const SAMPLE_MS = 2_000;
/** The share of a life in which caches fill and code is compiled. */
const WARM_UP = 0.3;
const MIB = 1_024 * 1_024;

type Sample = { readonly at: number; readonly mib: number };

export class Memory {
  readonly #read: () => Promise<number>;
  readonly #lives: Sample[][] = [];
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(read: () => Promise<number>) {
    this.#read = read;
    this.beginLife();
  }

  beginLife(): void {
    const life: Sample[] = [];
    this.#lives.push(life);
    this.#timer = setInterval(() => {
      // A process that has just been killed has no memory to read.
      void this.#read().then(
        (bytes) => life.push({ at: Date.now(), mib: bytes / MIB }),
        () => undefined,
      );
    }, SAMPLE_MS);
  }

  endLife(): void {
    clearInterval(this.#timer);
  }

  /** MiB a minute, fitted to each life without its beginning; the median life. NaN when none was long enough. */
  growth(): number {
    const slopes = this.#lives.flatMap((life) => {
      const settled = life.slice(Math.floor(life.length * WARM_UP));
      return settled.length < 4 ? [] : [slope(settled) * 60_000];
    });
    return slopes.toSorted((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? Number.NaN;
  }

  figures(): Record<string, number> {
    const all = this.#lives.flat().map(({ mib }) => mib);
    const ends = this.#lives.flatMap((life) => life.at(-1)?.mib ?? []);
    return {
      "memory of workerd, most MiB": Math.max(...all),
      "memory of workerd at the end of the first life, MiB": ends[0] ?? Number.NaN,
      "memory of workerd at the end of the last life, MiB": ends.at(-1) ?? Number.NaN,
    };
  }
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

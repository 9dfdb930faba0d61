/**
 * Samples very frequent log lines: the first 20 of each minute, then one in 100. So no one can fill the log or hide
 * other lines in it. Each isolate counts in memory.
 */
const MINUTE_MS = 60_000;
const ALWAYS_LOGGED_LINES = 20;
const SAMPLE_RATE = 100;

export class LogSample {
  #minute = 0;
  #seen = 0;
  #skipped = 0;

  /** 0 for a line to skip. Otherwise the number of lines that it represents, including those skipped before it. */
  countLine(now: number): number {
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#seen = 0;
    }
    this.#seen += 1;
    if (this.#seen > ALWAYS_LOGGED_LINES && this.#seen % SAMPLE_RATE !== 0) {
      this.#skipped += 1;
      return 0;
    }
    const standsFor = 1 + this.#skipped;
    this.#skipped = 0;
    return standsFor;
  }
}

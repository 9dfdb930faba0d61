/** A job under way. Rows do not know which generator does it: the C program, or a thread where none can be compiled. */
import type {
  BidJob,
  BidResult,
  Generator,
  Job,
  RequestJob,
  RequestResult,
  Results,
  Running,
  WatchJob,
  WatchResult,
} from "./jobs.ts";
import { compiledProgram } from "./program.ts";
import { nodeThreads } from "./threads.ts";

let chosen: Promise<Generator> | null = null;

/** The generator of this machine. */
export function generator(): Promise<Generator> {
  chosen ??= compiledProgram().then((program) => program ?? nodeThreads);
  return chosen;
}

/** Uses threads from now on, even if the program can be compiled: to compare the two. */
export function useThreads(): void {
  chosen = Promise.resolve(nodeThreads);
}

export class Load<Result> {
  readonly ready: Promise<void>;
  readonly result: Promise<Result>;
  readonly #running: Promise<Running>;

  constructor(job: Job, by: Promise<Generator>, resultOf: (results: Results) => Result | undefined) {
    this.#running = by.then((one) => one.start(job));
    this.ready = this.#running.then(({ ready }) => ready);
    this.result = this.#running
      .then(({ results }) => results)
      .then((results) => {
        const own = resultOf(results);
        if (own === undefined) throw new Error(`no result of a ${job.kind} job`);
        return own;
      });
    // Some callers wait for one of the two only.
    this.ready.catch(() => {});
    this.result.catch(() => {});
  }

  static bid(job: Omit<BidJob, "kind">, by = generator()): Load<BidResult> {
    return new Load({ kind: "bid", ...job }, by, (results) => results.bid);
  }

  static watch(job: Omit<WatchJob, "kind">, by = generator()): Load<WatchResult> {
    return new Load({ kind: "watch", ...job }, by, (results) => results.watch);
  }

  static request(job: Omit<RequestJob, "kind">, by = generator()): Load<RequestResult> {
    return new Load({ kind: "request", ...job }, by, (results) => results.request);
  }

  /** Gives watchers the last number that they must have received. */
  finish(seq: number): void {
    void this.#running.then((running) => running.finish(seq));
  }
}

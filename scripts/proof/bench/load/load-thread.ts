/** Starts load threads and waits for them, with a time limit. */
import path from "node:path";
import { Worker } from "node:worker_threads";

import type {
  BidJob,
  BidResult,
  FromThread,
  Job,
  ReadJob,
  ReadResult,
  Results,
  ToThread,
  WatchJob,
  WatchResult,
} from "./jobs.ts";

/** Longer than any round: a thread that still runs then is stuck. */
const LONGEST_MS = 180_000;

export class LoadThread<Result> {
  readonly #thread: Worker;
  readonly ready: Promise<void>;
  readonly result: Promise<Result>;

  constructor(job: Job, resultOf: (results: Results) => Result | undefined) {
    this.#thread = new Worker(path.join(import.meta.dirname, "thread.ts"), { workerData: job });
    const ready = Promise.withResolvers<void>();
    const result = Promise.withResolvers<Result>();
    const deadline = setTimeout(() => {
      result.reject(new Error(`the ${job.kind} thread took too long`));
      void this.#thread.terminate();
    }, LONGEST_MS);
    this.#thread.on("message", (message: FromThread) => {
      if (message.type === "ready") return ready.resolve();
      const own = resultOf(message.results);
      if (own !== undefined) result.resolve(own);
    });
    this.#thread.on("error", (error) => {
      ready.reject(error);
      result.reject(error);
    });
    this.#thread.on("exit", () => {
      clearTimeout(deadline);
      ready.reject(new Error(`the ${job.kind} thread ended early`));
      result.reject(new Error(`the ${job.kind} thread ended early`));
    });
    this.ready = ready.promise;
    this.result = result.promise;
    this.result.catch(() => {});
    this.ready.catch(() => {});
  }

  static bid(job: Omit<BidJob, "kind">): LoadThread<BidResult> {
    return new LoadThread({ kind: "bid", ...job }, (results) => results.bid);
  }

  static watch(job: Omit<WatchJob, "kind">): LoadThread<WatchResult> {
    return new LoadThread({ kind: "watch", ...job }, (results) => results.watch);
  }

  static read(job: Omit<ReadJob, "kind">): LoadThread<ReadResult> {
    return new LoadThread({ kind: "read", ...job }, (results) => results.read);
  }

  /** Sends watchers the last number that they must have received. */
  finish(seq: number): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#thread.postMessage({ type: "finish", seq } satisfies ToThread);
  }
}

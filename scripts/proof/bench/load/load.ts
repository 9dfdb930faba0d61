/** A job running in its own thread, with the clients of `scripts/client`. */
import path from "node:path";
import { Worker } from "node:worker_threads";

import type { BidJob, BidResult, Job, RequestJob, RequestResult, Results, WatchJob, WatchResult } from "./jobs.ts";

/** Longer than any round takes. A thread that still runs after this time is stuck. */
const LONGEST_MS = 180_000;

export type ToThread = { readonly type: "finish"; readonly seq: number };
export type FromThread = { readonly type: "ready" } | { readonly type: "done"; readonly results: Results };

export class Load<Result> {
  /** Resolves once all connections are open. */
  readonly ready: Promise<void>;
  readonly result: Promise<Result>;
  readonly #thread: Worker;

  constructor(job: Job, resultOf: (results: Results) => Result | undefined) {
    const ready = Promise.withResolvers<void>();
    const result = Promise.withResolvers<Result>();
    const fail = (error: Error) => {
      ready.reject(error);
      result.reject(error);
    };
    const thread = new Worker(path.join(import.meta.dirname, "thread.ts"), { workerData: job });
    const deadline = setTimeout(() => {
      fail(new Error(`the ${job.kind} thread took too long`));
      void thread.terminate();
    }, LONGEST_MS);
    thread.on("message", (message: FromThread) => {
      if (message.type === "ready") return ready.resolve();
      const own = resultOf(message.results);
      return own === undefined ? fail(new Error(`no result of a ${job.kind} job`)) : result.resolve(own);
    });
    thread.on("error", fail);
    thread.on("exit", () => {
      clearTimeout(deadline);
      fail(new Error(`the ${job.kind} thread ended early`));
    });
    this.#thread = thread;
    this.ready = ready.promise;
    this.result = result.promise;
    // Some callers wait for only one of the two.
    this.ready.catch(() => {});
    this.result.catch(() => {});
  }

  static bid(job: Omit<BidJob, "kind">): Load<BidResult> {
    return new Load({ kind: "bid", ...job }, (results) => results.bid);
  }

  static watch(job: Omit<WatchJob, "kind">): Load<WatchResult> {
    return new Load({ kind: "watch", ...job }, (results) => results.watch);
  }

  static request(job: Omit<RequestJob, "kind">): Load<RequestResult> {
    return new Load({ kind: "request", ...job }, (results) => results.request);
  }

  /** Tells watchers the last number that they must receive. */
  finish(seq: number): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#thread.postMessage({ type: "finish", seq } satisfies ToThread);
  }
}

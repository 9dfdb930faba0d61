/** The load generator of a machine without a compiler: a thread for each job, with the clients of `scripts/client`. */
import path from "node:path";
import { Worker } from "node:worker_threads";

import type { Generator, Job, Results, Running } from "./jobs.ts";

/** Longer than any round: a thread that still runs then is stuck. */
const LONGEST_MS = 180_000;

export type ToThread = { readonly type: "finish"; readonly seq: number };
export type FromThread = { readonly type: "ready" } | { readonly type: "done"; readonly results: Results };

export const nodeThreads: Generator = {
  description: "threads of Node, because no C compiler was used: they take more of a processor, see each row",
  start,
};

function start(job: Job): Running {
  const thread = new Worker(path.join(import.meta.dirname, "thread.ts"), { workerData: job });
  const ready = Promise.withResolvers<void>();
  const results = Promise.withResolvers<Results>();
  const deadline = setTimeout(() => {
    results.reject(new Error(`the ${job.kind} thread took too long`));
    void thread.terminate();
  }, LONGEST_MS);
  thread.on("message", (message: FromThread) => {
    if (message.type === "ready") ready.resolve();
    else results.resolve(message.results);
  });
  thread.on("error", (error) => {
    ready.reject(error);
    results.reject(error);
  });
  thread.on("exit", () => {
    clearTimeout(deadline);
    ready.reject(new Error(`the ${job.kind} thread ended early`));
    results.reject(new Error(`the ${job.kind} thread ended early`));
  });
  return {
    ready: ready.promise,
    results: results.promise,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    finish: (seq) => thread.postMessage({ type: "finish", seq } satisfies ToThread),
  };
}

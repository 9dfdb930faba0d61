/** A load thread: does the one job that it was started with and ends. */
import { parentPort, workerData } from "node:worker_threads";

import { bid } from "./bid.ts";
import type { FromThread, Job, ToThread } from "./jobs.ts";
import { read } from "./read.ts";
import { watch } from "./watch.ts";

const job: Job = workerData;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
const post = (message: FromThread) => parentPort?.postMessage(message);
const ready = () => post({ type: "ready" });
const finish = new Promise<number>((resolve) => {
  parentPort?.once("message", ({ seq }: ToThread) => resolve(seq));
});

switch (job.kind) {
  case "bid":
    post({ type: "done", results: { bid: await bid(job, ready) } });
    break;
  case "watch":
    post({ type: "done", results: { watch: await watch(job, ready, finish) } });
    break;
  case "read":
    post({ type: "done", results: { read: await read(job, ready) } });
    break;
}
parentPort?.close();

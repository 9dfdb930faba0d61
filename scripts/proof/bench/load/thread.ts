/** A load thread. It does the one job it was started with, and then ends. */
import { parentPort, workerData } from "node:worker_threads";

import { bid } from "./bid.ts";
import type { Job } from "./jobs.ts";
import type { FromThread, ToThread } from "./load.ts";
import { request } from "./request.ts";
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
  case "request":
    post({ type: "done", results: { request: await request(job, ready) } });
    break;
}
parentPort?.close();

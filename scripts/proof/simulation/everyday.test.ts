/** What a bid costs when people bid on many auctions and outbid each other, counted and not timed (decision 82). */
import path from "node:path";
import { Worker } from "node:worker_threads";

import { expect, it } from "vitest";

import type { Costs } from "./everyday.worker.ts";

function costsOfABid(): Promise<Costs> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(path.join(import.meta.dirname, "everyday.worker.ts"));
    worker.once("message", (costs: Costs) => {
      resolve(costs);
      void worker.terminate();
    });
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the thread ended with ${code}`)));
  });
}

it("a bid on one of many auctions costs one commit of its room, and a fifth of a commit elsewhere", async () => {
  const { room, inboxes, D1, calls } = await costsOfABid();
  // The alarms of the room make it a little more than one.
  expect(room).toBeGreaterThanOrEqual(1);
  expect(room).toBeLessThan(1.03);
  expect(inboxes).toBeLessThan(0.15);
  expect(D1).toBeLessThan(0.055);
  // Nearly every bid outbids another bidder, who is notified within two seconds.
  expect(calls).toBeLessThan(0.85);
});

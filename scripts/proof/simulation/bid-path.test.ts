/** README lists every file of the Worker that a bid over a socket enters: this runs a bid and compares the files. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Worker } from "node:worker_threads";

import { expect, it } from "vitest";

/** More would be too many to follow (decision 71). */
const MAX_FILES = 25;

function enteredFiles(): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(path.join(import.meta.dirname, "bid-path.worker.ts"));
    worker.once("message", (files: readonly string[]) => {
      resolve(files);
      // Its room still waits for a call that is never answered.
      void worker.terminate();
    });
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the thread ended with ${code}`)));
  });
}

it("a bid enters the files that README numbers, at most twenty-five", async () => {
  const readme = await readFile(path.join(import.meta.dirname, "../../../README.md"), "utf8");
  const [, section = ""] = readme.split(/^## How a bid travels$|^## The tree$/m);
  const numbered = Array.from(section.matchAll(/^(\d+)\. `([^`]+)`/gm), ([, number, file = ""]) => ({
    number: Number(number),
    file,
  }));
  expect(numbered.map(({ number }) => number)).toEqual(numbered.map((_, index) => index + 1));
  // Those of other folders than the room's are named with their folder.
  const entered = (await enteredFiles()).map((file) => file.replace(/^worker\/(room\/)?/, ""));
  expect(numbered.map(({ file }) => file).toSorted()).toEqual(entered.toSorted());
  expect(entered.length).toBeLessThanOrEqual(MAX_FILES);
});

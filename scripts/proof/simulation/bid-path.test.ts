/** README lists every file of the Worker that a bid over a socket enters: this runs one, and looks which files it entered. */
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
      // Its room still waits for what never answers.
      void worker.terminate();
    });
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the thread ended with ${code}`)));
  });
}

it("a bid enters the files that README numbers, at most twenty-five, and those that it names as used by everything", async () => {
  const readme = await readFile(path.join(import.meta.dirname, "../../../README.md"), "utf8");
  const [, section = ""] = readme.split("## How a bid travels");
  const fullPath = (file: string) => (file.startsWith("rules/") ? `worker/${file}` : `worker/room/${file}`);
  const numbered = Array.from(section.matchAll(/^(\d+)\. `([^`]+)`/gm), ([, , file = ""]) => fullPath(file));
  const [, shared = ""] = /Files used by everything are not numbered:([^]*?)\n\n/.exec(section) ?? [];
  const used = Array.from(shared.matchAll(/`([^`]+)`/g), ([, file = ""]) => `worker/${file}`);
  const entered = await enteredFiles();
  expect(numbered.toSorted()).toEqual(entered.filter((file) => !used.includes(file)));
  expect(used).toHaveLength(new Set(used).size);
  expect(used.filter((file) => !entered.includes(file))).toEqual([]);
  expect(numbered.length).toBeLessThanOrEqual(MAX_FILES);
});

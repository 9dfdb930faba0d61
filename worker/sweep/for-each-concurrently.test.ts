import { expect, it, onTestFinished, vi } from "vitest";

import { forEachConcurrently } from "./for-each-concurrently.ts";

it("every item is processed once, twenty at a time, even if some fail", async () => {
  const errorSpy = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => errorSpy.mockRestore());
  const items = Array.from({ length: 45 }, (_, index) => index);
  const called: number[] = [];
  let activeCount = 0;
  let maxActive = 0;
  const failed = await forEachConcurrently(items, async (item) => {
    called.push(item);
    activeCount += 1;
    maxActive = Math.max(maxActive, activeCount);
    await new Promise((resolve) => setImmediate(resolve));
    activeCount -= 1;
    if (item === 3 || item === 21) throw new Error(`no answer from ${item}`);
  });
  expect(called).toEqual(items);
  expect(maxActive).toBe(20);
  expect(failed).toBe(2);
  expect(errorSpy).toHaveBeenCalledTimes(2);
  expect(errorSpy.mock.calls.join()).toMatch(/sweep_failed.*no answer from 3.*sweep_failed.*no answer from 21/s);
});

import { expect, it, onTestFinished, vi } from "vitest";

import { forEachConcurrently } from "./for-each-concurrently.ts";

it("every room is called once, twenty at a time, even if some calls fail", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => logged.mockRestore());
  const items = Array.from({ length: 45 }, (_, index) => index);
  const called: number[] = [];
  let underWay = 0;
  let most = 0;
  const failed = await forEachConcurrently(items, async (item) => {
    called.push(item);
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
    if (item === 3 || item === 21) throw new Error(`no answer from ${item}`);
  });
  expect(called).toEqual(items);
  expect(most).toBe(20);
  expect(failed).toBe(2);
  expect(logged).toHaveBeenCalledTimes(2);
  expect(logged.mock.calls.join()).toMatch(/sweep_failed.*no answer from 3.*sweep_failed.*no answer from 21/s);
});

import { expect, it, vi } from "vitest";

import { expectTooMany, anIpv6Address, requestFrom } from "../testing/strict-limits.ts";
import { LogSample } from "./log-sample.ts";

const MINUTE_MS = 60_000;

it("the log keeps a minute's first lines, then 1 in 100, weighted for the rest", () => {
  const sample = new LogSample();
  const weights = Array.from({ length: 500 }, () => sample.countLine(MINUTE_MS));
  const loggedWeights = weights.filter((weight) => weight > 0);
  expect(loggedWeights).toHaveLength(25);
  expect(loggedWeights.reduce((sum, weight) => sum + weight, 0)).toBe(500);
  // In the next minute the first lines are all logged again, and the first one also stands for those skipped before.
  for (let left = 0; left < 7; left += 1) sample.countLine(MINUTE_MS);
  expect([sample.countLine(2 * MINUTE_MS), sample.countLine(2 * MINUTE_MS)]).toEqual([8, 1]);
});

it("a burst of rate-limited calls leaves few lines in the log", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3 * MINUTE_MS });
  const log = vi.spyOn(console, "log");
  try {
    const address = anIpv6Address();
    for (let sent = 0; sent < 600; sent += 1) await requestFrom("/settings", { address });
    await expectTooMany(await requestFrom("/settings", { address }));
    for (let sent = 0; sent < 200; sent += 1) await requestFrom("/settings", { address });
    const lines = log.mock.calls.filter(([line]) => String(line).includes("too_many_requests"));
    expect(lines.length).toBeGreaterThanOrEqual(20);
    expect(lines.length).toBeLessThanOrEqual(25);
  } finally {
    log.mockRestore();
    vi.useRealTimers();
  }
});

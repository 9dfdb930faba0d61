/** The product logs the events that docs/operations.md sets up alerts for, in the situations described there. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";

import { aPerson, anAuction } from "../../testing/builders.ts";
import { AuctionRoom } from "../auction-room.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function linesOf(level: "warn" | "error", event: string) {
  const logSpy = vi.spyOn(console, level);
  return (): unknown[] =>
    logSpy.mock.calls
      .map(([line]): unknown => JSON.parse(String(line)))
      .filter((line) => typeof line === "object" && line !== null && "event" in line && line.event === event);
}

describe("alerts", () => {
  it("a room logs alarm_failed with the reason and sets the alarm again", async () => {
    const lines = linesOf("error", "alarm_failed");
    const { id, room } = await anAuction();
    await runInDurableObject(room, async (instance, { storage }) => {
      storage.sql.exec("ALTER TABLE responses RENAME TO lost");
      await storage.deleteAlarm();
      await instance.alarm();
      expect(await storage.getAlarm()).not.toBeNull();
      storage.sql.exec("ALTER TABLE lost RENAME TO responses");
    });
    expect(lines()).toEqual([
      { event: "alarm_failed", auction: id, reason: expect.stringContaining("no such table: responses") },
    ]);
  });

  it("a room logs delivery_stalled each minute once D1 has failed for a minute", async () => {
    const [stalledLines, failedLines] = [linesOf("error", "delivery_stalled"), linesOf("warn", "delivery_failed")];
    const { id, room } = await anAuction();
    await runInDurableObject(room, async (_room, state) => {
      const failingBatch = { batch: () => Promise.reject(new Error("D1 is away")) };
      const roomWithoutD1 = new AuctionRoom(state, { ...env, DB: Object.assign(Object.create(env.DB), failingBatch) });
      await roomWithoutD1.placeBid({ actor: aPerson(), amountMinor: 10_000 });
      const startedAt = Date.now();
      for (let second = 0; second <= 150; second += 5) {
        vi.useFakeTimers({ toFake: ["Date"], now: startedAt + second * 1_000 });
        await roomWithoutD1.reconcile();
      }
    });
    const isAboutRoom = (line: unknown) => JSON.stringify(line).includes(id);
    expect(failedLines().filter(isAboutRoom).length).toBeGreaterThan(20);
    expect(stalledLines().filter(isAboutRoom)).toMatchObject([
      { event: "delivery_stalled", subscriber: "catalogue", auction: id },
      { event: "delivery_stalled", subscriber: "catalogue", auction: id },
    ]);
  });
});

import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";

import { anAuction } from "../../testing/builders.ts";
import { JournalReads } from "./journal-reads.ts";

describe("a room's journal reads", () => {
  it("at most ten journal reads wait, and any others are refused as busy", async () => {
    const { room } = await anAuction();
    // Within the object, so that all of them arrive together, no matter how busy the machine is.
    const answers = await runInDurableObject(room, (instance) =>
      Promise.all(Array.from({ length: 50 }, () => instance.journal())),
    );
    const refused = answers.filter((answer) => !answer.ok);
    expect(refused).toHaveLength(40);
    for (const answer of refused) expect(answer).toMatchObject({ failure: { code: "busy", retryAfter: 1 } });
    expect(await room.journal()).toMatchObject({ ok: true });
  });

  it("a journal read waits after a full page, so bids get their turn", async () => {
    const reads = new JournalReads();
    const order: string[] = [];
    const page = { records: Array.from({ length: 1_000 }), next: null } as never;
    const read = (name: string) =>
      reads.serve(() => {
        order.push(name);
        return page;
      });
    const bothReads = [read("first"), read("second")];
    // A bid that arrives while the first page is read.
    setImmediate(() => order.push("bid"));
    await Promise.all(bothReads);
    expect(order).toEqual(["first", "bid", "second"]);
  });

  it("journal reads continue after one of them fails", async () => {
    const reads = new JournalReads();
    const failingRead = reads.serve(() => {
      throw new Error("the disk is broken");
    });
    await expect(failingRead).rejects.toThrow("the disk is broken");
    expect(await reads.serve(() => null)).toEqual({ page: null });
  });
});

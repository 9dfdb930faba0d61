import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { NoticeKind } from "../contract/notice-kinds.ts";
import { aNotice } from "../testing/notices.ts";
import { type RoomDelivery, Deliveries, STORE_PAUSE_MS } from "./deliveries.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function auctionsIn(deliveries: readonly RoomDelivery[]): string[] {
  return deliveries.flatMap(
    ({ notices, joinedAuctionId }) => joinedAuctionId ?? notices.map(({ auctionId }) => auctionId),
  );
}

/** Deliveries that record what is stored together. */
function recordingDeliveries() {
  const batches: string[][] = [];
  const store = (delivered: readonly RoomDelivery[]) => void batches.push(auctionsIn(delivered));
  const deliveries = new Deliveries(store, STORE_PAUSE_MS);
  const add = (auctionId: string, kind: NoticeKind = "newBid") =>
    void deliveries.add({ notices: [aNotice(2, kind, { auctionId })] });
  return { batches, deliveries, add };
}

it("deliveries from many rooms in one turn are stored together", async () => {
  const { batches, add } = recordingDeliveries();
  for (const auctionId of ["a", "b", "c"]) add(auctionId);
  await vi.advanceTimersByTimeAsync(0);
  expect(batches).toEqual([["a", "b", "c"]]);
});

it("an inbox stores the first bid notice right away, then every half second", async () => {
  const { batches, deliveries, add } = recordingDeliveries();
  add("a", "outbid");
  await vi.advanceTimersByTimeAsync(0);
  expect(batches).toEqual([["a"]]);
  add("b", "outbid");
  await vi.advanceTimersByTimeAsync(200);
  add("c");
  await vi.advanceTimersByTimeAsync(299);
  expect(batches).toEqual([["a"]]);
  const last = deliveries.add({ notices: [aNotice(2, "newBid", { auctionId: "d" })] });
  await vi.advanceTimersByTimeAsync(1);
  expect(batches).toEqual([["a"], ["b", "c", "d"]]);
  await last;
  // After a quiet time, the next one is stored right away again.
  await vi.advanceTimersByTimeAsync(STORE_PAUSE_MS);
  add("e");
  await vi.advanceTimersByTimeAsync(0);
  expect(batches.at(-1)).toEqual(["e"]);
});

it("a notice that doesn't come in bursts is stored right away with the waiting ones", async () => {
  const { batches, add } = recordingDeliveries();
  add("a");
  await vi.advanceTimersByTimeAsync(0);
  add("b");
  add("c", "won");
  add("d");
  await vi.advanceTimersByTimeAsync(0);
  expect(batches).toEqual([["a"], ["b", "c", "d"]]);
  await vi.advanceTimersByTimeAsync(10 * STORE_PAUSE_MS);
  expect(batches).toHaveLength(2);
});

it("setting the clock back doesn't make a notice wait longer than usual", async () => {
  const { batches, add } = recordingDeliveries();
  add("a");
  await vi.advanceTimersByTimeAsync(0);
  vi.setSystemTime(Date.now() - 3_600_000);
  add("b");
  await vi.advanceTimersByTimeAsync(STORE_PAUSE_MS);
  expect(batches).toEqual([["a"], ["b"]]);
});

it("a failing delivery is rejected, and the others in its batch are stored", async () => {
  const storedIds: string[] = [];
  const deliveries = new Deliveries((delivered) => {
    if (auctionsIn(delivered).includes("b")) throw new Error("a mistake in the inbox");
    storedIds.push(...auctionsIn(delivered));
  }, STORE_PAUSE_MS);
  const all = Promise.allSettled(
    ["a", "b", "c"].map((auctionId) => deliveries.add({ notices: [aNotice(2, "newBid", { auctionId })] })),
  );
  await vi.advanceTimersByTimeAsync(0);
  const outcomes = await all;
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(storedIds).toEqual(["a", "c"]);
});

it("an inbox lists a newly joined auction right away and stores it in the next batch", async () => {
  const { batches, deliveries, add } = recordingDeliveries();
  add("a");
  await vi.advanceTimersByTimeAsync(0);
  void deliveries.add({ notices: [], joinedAuctionId: "b" });
  add("c");
  expect(deliveries.joiningAuctionIds).toEqual(["b"]);
  await vi.advanceTimersByTimeAsync(STORE_PAUSE_MS);
  expect(batches).toEqual([["a"], ["b", "c"]]);
  expect(deliveries.joiningAuctionIds).toEqual([]);
});

/** The memory that an idle watcher costs. */
import { setTimeout as pause } from "node:timers/promises";

import { Load } from "../load/load.ts";
import { auctionOf, type Row, sideOf } from "./row.ts";

const WATCHERS = 5_000;
/** Long enough for all connections to be accepted and for garbage to be collected. */
const SETTLE_MS = 3_000;

export const footprintRows: readonly Row[] = [
  {
    name: "memory",
    title: "an idle watcher, of 5,000",
    lanes: ["grouped", "ours"],
    fresh: true,
    figures: [{ name: "memory, KiB", unit: "KiB", digits: 1, ratio: { of: "grouped", atMost: 1.15 } }],
    round: async (sides, lane) => {
      const { runtime } = sideOf(sides, lane);
      const auctionId = await auctionOf(sides, lane);
      const before = await runtime.residentBytes();
      const watching = Load.watch({ port: runtime.port, auctionId, count: WATCHERS });
      await watching.ready;
      await pause(SETTLE_MS);
      const after = await runtime.residentBytes();
      watching.finish(0);
      await watching.result;
      return { "memory, KiB": (after - before) / WATCHERS / 1_024 };
    },
  },
];

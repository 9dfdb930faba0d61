import { expect, it } from "vitest";

import { bid, view } from "../../../testing/auctions.ts";
import { callText, finalCallAt, wouldSell } from "./final-calls.ts";

const END = 1_800_000_000_000;

it.each([
  [3_600_000, "none"],
  [121_001, "none"],
  [121_000, "twoMinutes"],
  [60_001, "twoMinutes"],
  [60_000, "oneMinute"],
  [20_001, "oneMinute"],
  [20_000, "once"],
  [10_001, "once"],
  [10_000, "twice"],
  [1, "twice"],
  [0, "none"],
  [-5_000, "none"],
] as const)("the final call %d ms before the end is %s", (leftMs, call) => {
  expect(finalCallAt(END, END - leftMs)).toBe(call);
});

it("an auction that a late bid extends goes back to an earlier call", () => {
  const now = END - 4_000;
  expect([END, END + 12_000, END + 40_000, END + 116_000].map((endsAt) => finalCallAt(endsAt, now))).toEqual([
    "twice",
    "once",
    "oneMinute",
    "twoMinutes",
  ]);
});

it.each([
  ["twoMinutes", "Last two minutes", "Last two minutes"],
  ["oneMinute", "Last minute", "Last minute"],
  ["once", "Going once", "Last seconds"],
  ["twice", "Going twice", "Last seconds"],
] as const)("the call %s is “%s”, or “%s” without a buyer", (call, text, withoutBuyer) => {
  expect([callText(call, true), callText(call, false)]).toEqual([text, withoutBuyer]);
});

it("an auction wouldn't sell without a bid or below its reserve", () => {
  const bids = [bid("a", 110)];
  expect([
    wouldSell(view([])),
    wouldSell(view(bids)),
    wouldSell(view(bids, 1, { reserveMet: false })),
    wouldSell(view(bids, 1, { reserveMet: true })),
  ]).toEqual([false, true, false, true]);
});

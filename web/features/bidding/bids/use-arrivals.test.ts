import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";

import { bid } from "../../../testing/auctions.ts";
import { useArrivals } from "./use-arrivals.ts";

beforeEach(() => vi.useFakeTimers());

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

const first = [bid("a", 110)];
const arrivals = () => renderHook(({ bids }) => useArrivals(bids), { initialProps: { bids: first } });

it("a new bid is highlighted for 2200 ms", () => {
  const { result, rerender } = arrivals();
  expect([...result.current]).toEqual([]);
  rerender({ bids: [bid("b", 120), ...first] });
  expect([...result.current]).toEqual(["b"]);
  pass(2_199);
  expect([...result.current]).toEqual(["b"]);
  pass(1);
  expect([...result.current]).toEqual([]);
});

it("each new bid is highlighted for its own 2200 ms", () => {
  const { result, rerender } = arrivals();
  rerender({ bids: [bid("b", 120), ...first] });
  pass(1_000);
  rerender({ bids: [bid("c", 130), bid("b", 120), ...first] });
  pass(1_200);
  expect([...result.current]).toEqual(["c"]);
});

it("older bids that are loaded later are not highlighted", () => {
  const { result, rerender } = arrivals();
  rerender({ bids: [...first, bid("old", 90)] });
  expect([...result.current]).toEqual([]);
});

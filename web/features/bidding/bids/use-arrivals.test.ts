import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { bid } from "../../../testing/auctions.ts";
import { useArrivals } from "./use-arrivals.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

const first = [bid("a", 110)];
const arrivals = () => renderHook(({ bids }) => useArrivals(bids), { initialProps: { bids: first } });

it("highlights a newly arrived bid for 2200 ms", () => {
  const { result, rerender } = arrivals();
  expect([...result.current]).toEqual([]);
  rerender({ bids: [bid("b", 120), ...first] });
  expect([...result.current]).toEqual(["b"]);
  pass(2_199);
  expect([...result.current]).toEqual(["b"]);
  pass(1);
  expect([...result.current]).toEqual([]);
});

it("gives each of two bids its own time", () => {
  const { result, rerender } = arrivals();
  rerender({ bids: [bid("b", 120), ...first] });
  pass(1_000);
  rerender({ bids: [bid("c", 130), bid("b", 120), ...first] });
  pass(1_200);
  expect([...result.current]).toEqual(["c"]);
});

it("does not take older bids for new ones", () => {
  const { result, rerender } = arrivals();
  rerender({ bids: [...first, bid("old", 90)] });
  expect([...result.current]).toEqual([]);
});

import { renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";

import { bid } from "../../../testing/auctions.ts";
import { pass } from "../../../testing/clock.ts";
import { useArrivals } from "./use-arrivals.ts";

beforeEach(() => vi.useFakeTimers());

const first = [bid("a", 110)];
const arrivals = () => renderHook(({ bids }) => useArrivals(bids), { initialProps: { bids: first } });

it("the list highlights each new bid for 2200 ms, and no older bid", () => {
  const { result, rerender } = arrivals();
  const highlighted = () => [...result.current];
  rerender({ bids: [...first, bid("old", 90)] });
  expect(highlighted()).toEqual([]);
  rerender({ bids: [bid("b", 120), ...first] });
  pass(1_000);
  rerender({ bids: [bid("c", 130), bid("b", 120), ...first] });
  pass(1_199);
  expect(highlighted()).toEqual(["b", "c"]);
  pass(1);
  expect(highlighted()).toEqual(["c"]);
  pass(1_000);
  expect(highlighted()).toEqual([]);
});

import { renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";

import { bid } from "../../../testing/auctions.ts";
import { advanceTime } from "../../../testing/clock.ts";
import { useNewBidIds } from "./use-new-bid-ids.ts";

beforeEach(() => vi.useFakeTimers());

const first = [bid("a", 110)];
const renderNewBidIds = () => renderHook(({ bids }) => useNewBidIds(bids), { initialProps: { bids: first } });

it("the list highlights each new bid for 2200 ms, and no older bid", () => {
  const { result, rerender } = renderNewBidIds();
  const highlighted = () => [...result.current];
  rerender({ bids: [...first, bid("old", 90)] });
  expect(highlighted()).toEqual([]);
  rerender({ bids: [bid("b", 120), ...first] });
  advanceTime(1_000);
  rerender({ bids: [bid("c", 130), bid("b", 120), ...first] });
  advanceTime(1_199);
  expect(highlighted()).toEqual(["b", "c"]);
  advanceTime(1);
  expect(highlighted()).toEqual(["c"]);
  advanceTime(1_000);
  expect(highlighted()).toEqual([]);
});

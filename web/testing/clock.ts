/** Advances a test's fake clock (`vi.useFakeTimers`), and lets React render the result. */
import { act } from "@testing-library/react";
import { vi } from "vitest";

/** Lets this much time pass. */
export function advanceTime(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

/** Lets this much time pass, and lets the promises that wait for it settle. */
export function advanceTimeAsync(ms: number): Promise<unknown> {
  return act(() => vi.advanceTimersByTimeAsync(ms));
}

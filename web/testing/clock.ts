/** A test's own clock (`vi.useFakeTimers`), and what React draws of the time that passes on it. */
import { act } from "@testing-library/react";
import { vi } from "vitest";

/** So much time passes. */
export function advanceTime(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

/** So much time passes, and what waits for it in promises continues. */
export function advanceTimeAsync(ms: number): Promise<unknown> {
  return act(() => vi.advanceTimersByTimeAsync(ms));
}

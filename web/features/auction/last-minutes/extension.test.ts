import { renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";

import { advanceTime } from "../../../testing/clock.ts";
import { EXTENSION_SHOWN_MS, extensionText, useExtension } from "./extension.ts";

const END = 1_800_000_000_000;

beforeEach(() => vi.useFakeTimers());

it.each([
  [15_000, "+15 s"],
  [300, "+1 s"],
  [99_400, "+99 s"],
  [100_000, "+1m 40s"],
  [600_000, "+10m 00s"],
])("an extension of %d ms reads %s", (durationMs, text) => {
  expect(extensionText(durationMs)).toBe(text);
});

function watch() {
  const start = { extensions: 0, endsAt: END };
  const { result, rerender } = renderHook(({ extensions, endsAt }) => useExtension(extensions, endsAt), {
    initialProps: start,
  });
  return { result, change: (extensions: number, endsAt: number) => rerender({ extensions, endsAt }) };
}

it("the clock shows an extension for four seconds", () => {
  const { result, change } = watch();
  expect(result.current).toBeNull();
  change(1, END + 15_000);
  expect(result.current).toBe("+15 s");
  advanceTime(EXTENSION_SHOWN_MS - 1);
  expect(result.current).toBe("+15 s");
  advanceTime(1);
  expect(result.current).toBeNull();
});

it("the clock adds up extensions in a row, and starts over for a later one", () => {
  const { result, change } = watch();
  change(1, END + 15_000);
  advanceTime(2_000);
  change(2, END + 17_000);
  expect(result.current).toBe("+17 s");
  advanceTime(EXTENSION_SHOWN_MS);
  change(3, END + 20_000);
  expect(result.current).toBe("+3 s");
});

it("a later end set by the seller doesn't show as an extension", () => {
  const { result, change } = watch();
  change(0, END + 3_600_000);
  expect(result.current).toBeNull();
});

import { render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";

import { FaultBoundary } from "./fault-boundary.tsx";

/** React says what was caught. */
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

function Broken(): never {
  throw new Error("its code did not come");
}

it("keeps what stands around a part that cannot be drawn, and says so in its place", () => {
  render(
    <>
      <p>The header</p>
      <FaultBoundary fallback="It could not be loaded">
        <Broken />
      </FaultBoundary>
    </>,
  );
  expect(screen.getByText("The header")).toBeVisible();
  expect(screen.getByText("It could not be loaded")).toBeVisible();
  expect(console.error).toHaveBeenCalled();
});

it("starts anew at another place", () => {
  const at = (place: string) => (
    <FaultBoundary place={place} fallback="It could not be loaded">
      {place === "/broken" ? <Broken /> : "Another page"}
    </FaultBoundary>
  );
  const { rerender } = render(at("/broken"));
  expect(screen.getByText("It could not be loaded")).toBeVisible();
  rerender(at("/about"));
  expect(screen.getByText("Another page")).toBeVisible();
});

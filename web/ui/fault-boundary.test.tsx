import { render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";

import { FaultBoundary } from "./fault-boundary.tsx";

/** React logs the caught error. */
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

function BrokenPage(): never {
  throw new Error("its code was not loaded");
}

it("a fallback replaces a part that can't be rendered, and the page stays", () => {
  const onFault = vi.fn<() => void>();
  render(
    <>
      <p>The header</p>
      <FaultBoundary fallback="It could not be loaded" onFault={onFault}>
        <BrokenPage />
      </FaultBoundary>
    </>,
  );
  expect(screen.getByText("The header")).toBeVisible();
  expect(screen.getByText("It could not be loaded")).toBeVisible();
  expect(console.error).toHaveBeenCalled();
  expect(onFault).toHaveBeenCalledOnce();
});

it("a fault boundary resets when its key changes", () => {
  const at = (place: string) => (
    <FaultBoundary resetKey={place} fallback="It could not be loaded">
      {place === "/broken" ? <BrokenPage /> : "Another page"}
    </FaultBoundary>
  );
  const { rerender } = render(at("/broken"));
  expect(screen.getByText("It could not be loaded")).toBeVisible();
  rerender(at("/about"));
  expect(screen.getByText("Another page")).toBeVisible();
});

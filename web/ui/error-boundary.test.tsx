import { render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";

import { ErrorBoundary } from "./error-boundary.tsx";

/** React logs the caught error. */
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

function BrokenPage(): never {
  throw new Error("its code was not loaded");
}

it("a fallback replaces a part that can't be rendered, and the page stays", () => {
  const onError = vi.fn<() => void>();
  render(
    <>
      <p>The header</p>
      <ErrorBoundary fallback="It could not be loaded" onError={onError}>
        <BrokenPage />
      </ErrorBoundary>
    </>,
  );
  expect(screen.getByText("The header")).toBeVisible();
  expect(screen.getByText("It could not be loaded")).toBeVisible();
  expect(console.error).toHaveBeenCalled();
  expect(onError).toHaveBeenCalledOnce();
});

it("an error boundary resets when its key changes", () => {
  const boundaryAt = (pageKey: string) => (
    <ErrorBoundary resetKey={pageKey} fallback="It could not be loaded">
      {pageKey === "/broken" ? <BrokenPage /> : "Another page"}
    </ErrorBoundary>
  );
  const { rerender } = render(boundaryAt("/broken"));
  expect(screen.getByText("It could not be loaded")).toBeVisible();
  rerender(boundaryAt("/about"));
  expect(screen.getByText("Another page")).toBeVisible();
});

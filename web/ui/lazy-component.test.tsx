import { act, render, screen, waitFor } from "@testing-library/react";
import { type ComponentType, Suspense } from "react";
import { beforeEach, expect, it, vi } from "vitest";

import { ErrorBoundary } from "./error-boundary.tsx";
import { optionalComponent, lazyComponent } from "./lazy-component.tsx";

/** React logs each caught error after it has drawn the fallback. */
let errorLog = vi.spyOn(console, "error");
beforeEach(() => void (errorLog = vi.spyOn(console, "error").mockReturnValue()));

type LoadedModule = { default: ComponentType<{ name: string }> };

function Greeting({ name }: { name: string }) {
  return <p>Hello {name}</p>;
}

/** Fails the given number of times, and then loads the part. */
function loader(failures: number) {
  return vi.fn<() => Promise<LoadedModule>>(() =>
    failures-- > 0 ? Promise.reject(new Error("no network")) : Promise.resolve({ default: Greeting }),
  );
}

const findFallback = () => screen.findByText("It could not be loaded");

it("a part that failed to load loads again at the next click", async () => {
  const load = loader(2);
  const Part = lazyComponent(load);
  const partAfterTaps = (times: number) => (
    <ErrorBoundary resetKey={String(times)} fallback="It could not be loaded">
      <Suspense>
        <Part name="Ann" />
      </Suspense>
    </ErrorBoundary>
  );
  const { rerender } = render(partAfterTaps(1));
  expect(await findFallback()).toBeVisible();
  rerender(partAfterTaps(2));
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  expect(await findFallback()).toBeVisible();
  rerender(partAfterTaps(3));
  expect(await screen.findByText("Hello Ann")).toBeVisible();
  // It doesn't load again, either by itself or where the part is rendered a second time.
  rerender(partAfterTaps(4));
  expect(load).toHaveBeenCalledTimes(3);
});

it("a part that failed to load loads again once the device is online", async () => {
  const load = loader(1);
  const Part = optionalComponent(async () => (await load()).default);
  render(<Part name="Ann" />);
  await waitFor(() => expect(errorLog).toHaveBeenCalledTimes(1));
  expect(load).toHaveBeenCalledTimes(1);
  act(() => void dispatchEvent(new Event("online")));
  expect(await screen.findByText("Hello Ann")).toBeVisible();
});

it("parts that failed together load again together in one attempt", async () => {
  const load = loader(1);
  const Part = optionalComponent(async () => (await load()).default);
  render(
    <>
      <Part name="Ann" />
      <Part name="Bob" />
    </>,
  );
  await waitFor(() => expect(errorLog).toHaveBeenCalledTimes(2));
  act(() => void dispatchEvent(new Event("online")));
  expect(await screen.findByText("Hello Ann")).toBeVisible();
  expect(await screen.findByText("Hello Bob")).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

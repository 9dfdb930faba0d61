import { useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { beforeEach, expect, it, vi } from "vitest";

import { useStagedRender } from "./use-staged-render.ts";

// Renders as in a browser. In test mode, React draws everything in one go.
beforeEach(() => vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false));

/** A value outside React, like those of sockets and clocks. */
function store<Value>(first: Value) {
  let value = first;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const set = (next: Value) => {
    value = next;
    for (const listener of listeners) listener();
  };
  return { set, use: () => useSyncExternalStore(subscribe, () => value) };
}

/** Takes 5 ms to draw. */
function Slow() {
  const until = performance.now() + 5;
  while (performance.now() < until);
  return null;
}

function show() {
  const [readyStore, timeStore] = [store(false), store(0)];
  function Page() {
    timeStore.use();
    const shown = useStagedRender(readyStore.use());
    return shown ? (
      <>
        {Array.from({ length: 40 }, (_, index) => (
          <Slow key={index} />
        ))}
        <p>The page</p>
      </>
    ) : (
      <p>Loading</p>
    );
  }
  const container = document.createElement("div");
  const root = createRoot(container);
  root.render(<Page />);
  return { container, ready: readyStore, time: timeStore, end: () => root.unmount() };
}

it("a part appears when its data arrives and disappears with the data", async () => {
  const { container, ready, end } = show();
  await vi.waitFor(() => expect(container).toHaveTextContent("Loading"));
  ready.set(true);
  await vi.waitFor(() => expect(container).toHaveTextContent("The page"), 10_000);
  ready.set(false);
  await vi.waitFor(() => expect(container).toHaveTextContent("Loading"));
  end();
});

it("a part appears even while the page keeps changing", async () => {
  const { container, ready, time, end } = show();
  await vi.waitFor(() => expect(container).toHaveTextContent("Loading"));
  ready.set(true);
  let changes = 0;
  const timer = setInterval(() => time.set((changes += 1)), 50);
  await vi.waitFor(() => expect(container).toHaveTextContent("The page"), 10_000);
  expect(changes).toBeGreaterThan(0);
  clearInterval(timer);
  end();
});

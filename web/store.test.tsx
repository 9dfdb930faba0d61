import { act, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { createStore, useStore } from "./store.ts";

it("a store's listeners get the new and old values until they unsubscribe", () => {
  const store = createStore("first");
  const listener = vi.fn<(value: string, before: string) => void>();
  const stop = store.subscribe(listener);
  store.set("second");
  stop();
  store.set("third");
  expect(listener.mock.calls).toEqual([["second", "first"]]);
  expect(store.get()).toBe("third");
});

it("a component renders again only when its selected part has changed", () => {
  const store = createStore({ shown: 1, hidden: 1 });
  const onRender = vi.fn<() => void>();
  function Part() {
    const shown = useStore(store, (value) => value.shown);
    onRender();
    return <p>{shown}</p>;
  }
  render(<Part />);
  act(() => store.set({ shown: 1, hidden: 2 }));
  expect(onRender).toHaveBeenCalledTimes(1);
  act(() => store.set({ shown: 2, hidden: 2 }));
  expect(screen.getByText("2")).toBeVisible();
});

import { afterEach, expect, it, vi } from "vitest";

import { openChannel } from "./channel.ts";
import { findIndexedDb, guardedStorage } from "./storage.ts";

const refused = (name: string) => () => {
  throw new DOMException("refused", name);
};

/** Ways in which a browser's storage can fail. */
const BROKEN: readonly [string, () => void][] = [
  [
    "reading the property throws",
    () => {
      const real = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
      Object.defineProperty(globalThis, "localStorage", { configurable: true, get: refused("SecurityError") });
      restores.push(() => real && Object.defineProperty(globalThis, "localStorage", real));
    },
  ],
  ["it is null", () => vi.stubGlobal("localStorage", null)],
  ["it is undefined", () => vi.stubGlobal("localStorage", undefined)],
  [
    "each method throws",
    () => {
      const method = refused("SecurityError");
      vi.stubGlobal("localStorage", { getItem: method, setItem: method, removeItem: method });
    },
  ],
  [
    "it is full",
    () => {
      const setItem = refused("QuotaExceededError");
      vi.stubGlobal("localStorage", { getItem: () => null, setItem, removeItem: () => undefined });
    },
  ],
  [
    "it keeps nothing",
    () =>
      vi.stubGlobal("localStorage", {
        getItem: () => undefined,
        setItem: () => undefined,
        removeItem: () => undefined,
      }),
  ],
];
const restores: (() => void)[] = [];
afterEach(() => {
  for (const restore of restores.splice(0)) restore();
});

it.each(BROKEN)("stored text lasts until the page is closed if storage is broken: %s", (_, breakIt) => {
  breakIt();
  const storage = guardedStorage("localStorage");
  expect(storage.isAvailable()).toBe(false);
  expect(storage.read("entry")).toBeNull();
  storage.write("entry", "text");
  expect(storage.read("entry")).toBe("text");
  storage.remove("entry");
  expect(storage.read("entry")).toBeNull();
});

it("working storage keeps values for the next page", () => {
  guardedStorage("localStorage").write("entry", "text");
  const next = guardedStorage("localStorage");
  expect(next.isAvailable()).toBe(true);
  expect([next.read("entry"), localStorage.length]).toEqual(["text", 1]);
  next.remove("entry");
  expect(localStorage.length).toBe(0);
});

it("the storage deletes the old value when the new one doesn't fit", () => {
  const kept = new Map([["user", "ann"]]);
  vi.stubGlobal("localStorage", {
    getItem: (entry: string) => kept.get(entry) ?? null,
    setItem: refused("QuotaExceededError"),
    removeItem: (entry: string) => kept.delete(entry),
  });
  const storage = guardedStorage("localStorage");
  storage.write("user", "bob");
  expect([storage.read("user"), kept.get("user")]).toEqual(["bob", undefined]);
});

it("a browser without BroadcastChannel or IndexedDB doesn't cause an error", () => {
  vi.stubGlobal("BroadcastChannel", undefined);
  vi.stubGlobal("indexedDB", undefined);
  expect([openChannel("any"), findIndexedDb()]).toEqual([null, null]);
});

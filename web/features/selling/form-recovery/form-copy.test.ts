import { beforeEach, expect, it, vi } from "vitest";

import { EMPTY_CONTENT } from "../listing/use-listing-form.ts";
import { FormCopies } from "./form-copy.ts";

/** There's no IndexedDB here, so this is a store in memory. It responds unless it's `stalled`, and can fail once. */
const database = vi.hoisted(() => ({
  copies: new Map<string, unknown>(),
  writes: 0,
  stalled: false,
  failure: null as Error | null,
}));
/** Writes are visible once their transaction commits. */
const objectStore = vi.hoisted(() => ({
  waiting: [] as [string, unknown][],
  put(value: unknown, key: string) {
    database.writes += 1;
    const { failure } = database;
    database.failure = null;
    if (failure) throw failure;
    objectStore.waiting.push([key, value]);
  },
  transaction: {
    db: {},
    commit() {
      for (const [key, value] of objectStore.waiting.splice(0)) database.copies.set(key, value);
    },
  },
}));
vi.mock("idb-keyval", () => ({
  createStore: () => (_mode: string, use: (store: object) => unknown) =>
    database.stalled ? new Promise(() => undefined) : Promise.resolve(objectStore).then(use),
  entries: () => Promise.resolve([...database.copies]),
  promisifyRequest: () => Promise.resolve(),
  async del(key: string) {
    database.copies.delete(key);
  },
}));

const ID = "0".repeat(32);
const copyOf = (title: string) => ({ id: ID, version: 0, fields: { ...EMPTY_CONTENT.values, title }, images: [] });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("indexedDB", {});
  localStorage.clear();
  Object.assign(database, { copies: new Map(), writes: 0, stalled: false, failure: null });
});

it("the page writes only the last change in each half second", async () => {
  const formCopies = new FormCopies();
  for (const title of ["C", "Cl", "Clo"]) formCopies.save("ann", copyOf(title));
  expect(database.writes).toBe(0);
  await vi.advanceTimersByTimeAsync(500);
  expect(database.writes).toBe(1);
  expect([...database.copies.values()]).toMatchObject([{ fields: { title: "Clo" } }]);
});

it("the page writes a pending change before it closes or reads a copy", async () => {
  const formCopies = new FormCopies();
  formCopies.save("ann", copyOf("C"));
  dispatchEvent(new Event("pagehide"));
  await vi.advanceTimersByTimeAsync(0);
  // Committed by the page itself, because the browser gives it no later turn.
  expect([...database.copies.values()]).toMatchObject([{ fields: { title: "C" } }]);
  formCopies.save("ann", copyOf("Cl"));
  expect(await formCopies.read("ann", ID)).toMatchObject({ fields: { title: "Cl" } });
});

it("the page neither reads nor writes a copy from before a sign-out, and deletes it", async () => {
  const formCopies = new FormCopies();
  formCopies.save("ann", copyOf("C"));
  expect(await formCopies.read("ann", null)).not.toBeNull();
  formCopies.save("ann", copyOf("Cl"));
  localStorage.setItem("forms-cleared", String(Date.now()));
  expect(await formCopies.read("ann", null)).toBeNull();
  await vi.advanceTimersByTimeAsync(0);
  expect([database.writes, database.copies.size]).toEqual([1, 0]);
});

it("the page still writes later changes after an unexpected error", async () => {
  const formCopies = new FormCopies();
  database.failure = new TypeError("unexpected");
  formCopies.save("ann", copyOf("C"));
  await expect(formCopies.read("ann", null)).rejects.toThrow("unexpected");
  formCopies.save("ann", copyOf("Cl"));
  expect(await formCopies.read("ann", null)).toMatchObject({ fields: { title: "Cl" } });
});

it("a database that doesn't respond within ten seconds counts as empty", async () => {
  database.stalled = true;
  const formCopies = new FormCopies();
  const read = formCopies.read("ann", null);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await read).toBeNull();
});

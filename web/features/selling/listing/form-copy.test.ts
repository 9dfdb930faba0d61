import { beforeEach, expect, it, vi } from "vitest";

import { EMPTY_DRAFT } from "./use-listing-form.ts";

/** There's no IndexedDB here, so this is a store in memory. It answers unless it's `stalled`, and can fail once. */
const database = vi.hoisted(() => ({
  copies: new Map<string, unknown>(),
  writes: 0,
  stalled: false,
  failure: null as Error | null,
}));
/** Writes are visible once their transaction commits. */
const copies = vi.hoisted(() => ({
  waiting: [] as [string, unknown][],
  put(value: unknown, key: string) {
    database.writes += 1;
    const { failure } = database;
    database.failure = null;
    if (failure) throw failure;
    copies.waiting.push([key, value]);
  },
  transaction: {
    db: {},
    commit() {
      for (const [key, value] of copies.waiting.splice(0)) database.copies.set(key, value);
    },
  },
}));
vi.mock("idb-keyval", () => ({
  createStore: () => (_mode: string, use: (store: object) => unknown) =>
    database.stalled ? new Promise(() => undefined) : Promise.resolve(copies).then(use),
  entries: () => Promise.resolve([...database.copies]),
  promisifyRequest: () => Promise.resolve(),
  async del(key: string) {
    database.copies.delete(key);
  },
}));

/** Opens a page. Each page has its own connection. */
async function openPage() {
  vi.resetModules();
  return import("./form-copy.ts");
}
const ID = "0".repeat(32);
const copyOf = (title: string) => ({ id: ID, version: 0, fields: { ...EMPTY_DRAFT.values, title }, images: [] });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("indexedDB", {});
  localStorage.clear();
  Object.assign(database, { copies: new Map(), writes: 0, stalled: false, failure: null });
});

it("the page writes only the last change in each half second", async () => {
  const { saveFormCopy } = await openPage();
  for (const title of ["C", "Cl", "Clo"]) saveFormCopy("ann", copyOf(title));
  expect(database.writes).toBe(0);
  await vi.advanceTimersByTimeAsync(500);
  expect(database.writes).toBe(1);
  expect([...database.copies.values()]).toMatchObject([{ fields: { title: "Clo" } }]);
});

it("the page writes a pending change before it closes or reads a copy", async () => {
  const { saveFormCopy, readFormCopy } = await openPage();
  saveFormCopy("ann", copyOf("C"));
  dispatchEvent(new Event("pagehide"));
  await vi.advanceTimersByTimeAsync(0);
  // Committed by the page itself, because the browser gives it no later turn.
  expect([...database.copies.values()]).toMatchObject([{ fields: { title: "C" } }]);
  saveFormCopy("ann", copyOf("Cl"));
  expect(await readFormCopy("ann", ID)).toMatchObject({ fields: { title: "Cl" } });
});

it("the page neither reads nor writes a copy from before a sign-out, and deletes it", async () => {
  const { saveFormCopy, readFormCopy } = await openPage();
  saveFormCopy("ann", copyOf("C"));
  expect(await readFormCopy("ann", null)).not.toBeNull();
  saveFormCopy("ann", copyOf("Cl"));
  localStorage.setItem("forms-cleared", String(Date.now()));
  expect(await readFormCopy("ann", null)).toBeNull();
  await vi.advanceTimersByTimeAsync(0);
  expect([database.writes, database.copies.size]).toEqual([1, 0]);
});

it("the page still writes later changes after an unexpected error", async () => {
  const { saveFormCopy, readFormCopy } = await openPage();
  database.failure = new TypeError("unexpected");
  saveFormCopy("ann", copyOf("C"));
  await expect(readFormCopy("ann", null)).rejects.toThrow("unexpected");
  saveFormCopy("ann", copyOf("Cl"));
  expect(await readFormCopy("ann", null)).toMatchObject({ fields: { title: "Cl" } });
});

it("a database that doesn't respond within ten seconds counts as empty", async () => {
  database.stalled = true;
  const { readFormCopy } = await openPage();
  const read = readFormCopy("ann", null);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await read).toBeNull();
});

/**
 * A copy of a new listing's form in this browser, for what the server doesn't have yet. Text and photos survive a
 * reload, a closed tab, and a tab that a phone evicts from memory when the camera opens.
 */
import { createStore, del, entries, promisifyRequest } from "idb-keyval";
import { z } from "zod";

import { image } from "../../../../worker/contract/catalogue.ts";
import { draftFields } from "../../../../worker/contract/draft.ts";
import { serverNow } from "../../../api/server-clock.ts";
import { FORMS_CLEARED_ENTRY, FORMS_DATABASE } from "../../../api/session.ts";
import { findIndexedDb, localStore } from "../../../api/storage.ts";

/** `keptAt` is epoch ms. */
const formCopy = z.object({
  id: z.string(),
  /** The version of the draft that the form replaces. 0 if it was never saved. */
  version: z.number(),
  fields: draftFields,
  images: z.array(z.object({ id: z.string(), file: z.instanceof(File).nullable(), current: image.nullable() })),
  keptAt: z.number(),
});
export type FormCopy = Readonly<Omit<z.infer<typeof formCopy>, "keptAt">>;

/** A copy this old isn't shown anymore. It's deleted the next time a form is opened. */
const MAX_AGE_MS = 7 * 24 * 3_600_000;
/** Typing rewrites the copy, with all its photos, at most this often. */
const PAUSE_MS = 500;
/**
 * If the database doesn't respond within this time, it counts as empty, because the form must open. A slow phone takes
 * seconds to respond, and a form that opens empty would seem to have lost the text.
 */
const STORE_TIMEOUT_MS = 10_000;

type CopyStore = ReturnType<typeof createStore>;
type StoreChange = (store: CopyStore) => Promise<void>;

// Module state, because a browser has one database, which is opened once. If several changes of one form are waiting,
// only the last is written.
let opened: Promise<CopyStore> | undefined;
const waiting = new Map<string, StoreChange>();
let timer: ReturnType<typeof setTimeout> | undefined;
let changing: Promise<void> | undefined;

/** The copy of this draft. Without an ID, the form that was changed last. */
export async function readFormCopy(userId: string, draftId: string | null): Promise<FormCopy | null> {
  const { promise: noAnswer, resolve } = Promise.withResolvers<null>();
  const limit = setTimeout(() => resolve(null), STORE_TIMEOUT_MS);
  return Promise.race([readStored(userId, draftId), noAnswer]).finally(() => clearTimeout(limit));
}

async function readStored(userId: string, draftId: string | null): Promise<FormCopy | null> {
  await flushChanges();
  const found = (await withStore((store) => entries<string, unknown>(store))) ?? [];
  const since = serverNow() - MAX_AGE_MS;
  const copies = found.flatMap(([key, value]) => {
    const { data } = formCopy.safeParse(value);
    if (!data || data.keptAt < since || isCleared(data.keptAt)) removeCopy(key);
    else if (key === keyOf(userId, data.id)) return [data];
    return [];
  });
  const [newest] = copies.toSorted((one, other) => other.keptAt - one.keptAt);
  return (draftId === null ? newest : copies.find(({ id }) => id === draftId)) ?? null;
}

export function saveFormCopy(userId: string, { id, ...copy }: FormCopy): void {
  const key = keyOf(userId, id);
  const keptAt = serverNow();
  waiting.set(key, async (store) => {
    // The person may have signed out since, even in another tab.
    if (!isCleared(keptAt)) await put(store, key, { id, ...copy, keptAt });
  });
  timer ??= setTimeout(() => void flushChanges(), PAUSE_MS);
}

export function clearFormCopy(userId: string, id: string): void {
  removeCopy(keyOf(userId, id));
}

/**
 * The library's `set` leaves the commit to the browser's next task. A closing page has no next task and would lose the
 * write, so this commits explicitly.
 */
function put(store: CopyStore, key: string, value: unknown): Promise<void> {
  return store("readwrite", (copies) => {
    copies.put(value, key);
    copies.transaction.commit();
    return promisifyRequest(copies.transaction);
  });
}

function removeCopy(key: string): void {
  waiting.set(key, (store) => del(key, store));
  void flushChanges();
}

// The page may be gone before the pause is over.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") void flushChanges();
});
window.addEventListener("pagehide", () => void flushChanges());

function keyOf(userId: string, draftId: string): string {
  return `${userId} ${draftId}`;
}

/** Signing out deletes the database (`session.ts`), but another tab may delay that. */
function isCleared(keptAt: number): boolean {
  return keptAt <= Number(localStore.read(FORMS_CLEARED_ENTRY) ?? 0);
}

function flushChanges(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  if (!changing && waiting.size > 0) changing = flushEach();
  return changing ?? Promise.resolve();
}

async function flushEach(): Promise<void> {
  try {
    for (const [due, make] of waiting) {
      waiting.delete(due);
      // Meanwhile, a newer change to the same form replaces an older one.
      await withStore(make);
    }
  } finally {
    // At the very end of the loop, so that a change added later starts the next one.
    changing = undefined;
  }
}

/**
 * Undefined if the browser can't store anything, as in some private windows or on a full disk. Then there's no copy,
 * and the draft on the server is seconds behind.
 */
async function withStore<Result>(use: (store: CopyStore) => Promise<Result>): Promise<Result | undefined> {
  if (findIndexedDb() === null) return undefined;
  try {
    opened ??= openStore();
    return await use(await opened);
  } catch (error) {
    // The next use opens it again.
    opened = undefined;
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

async function openStore(): Promise<CopyStore> {
  const store = createStore(FORMS_DATABASE, "copies");
  await store("readonly", ({ transaction: { db } }) => {
    // Another tab is deleting the database and waits until it's closed here.
    db.onversionchange = () => {
      db.close();
      opened = undefined;
    };
  });
  return store;
}

/**
 * A copy of a new listing's form in this browser, for what the server doesn't have yet. Text and photos survive a
 * reload, a closed tab, and a tab that a phone evicts from memory when the camera opens.
 */
import { createStore, del, entries, promisifyRequest } from "idb-keyval";
import { z } from "zod";

import { image } from "../../../../worker/contract/catalogue.ts";
import { draftFields } from "../../../../worker/contract/draft.ts";
import { serverNow } from "../../../api/server-clock.ts";
import { FORMS_CLEARED_KEY, FORMS_DATABASE } from "../../../api/session.ts";
import { findIndexedDb, localStore } from "../../../browser/storage.ts";

const copiedContent = z.object({
  fields: draftFields,
  images: z.array(z.object({ id: z.string(), file: z.instanceof(File).nullable(), current: image.nullable() })),
});
const formCopy = copiedContent.extend({
  id: z.string(),
  /** The version of the draft that the form replaces. 0 if it was never saved. */
  version: z.number(),
  /** Earlier content that was sent without a response, so the server may have it as the next version. */
  unconfirmed: copiedContent.nullish(),
  /** Epoch ms. */
  keptAt: z.number(),
});
export type FormCopy = Readonly<Omit<z.infer<typeof formCopy>, "keptAt">>;

/** A copy this old isn't shown anymore. It's deleted the next time a form is opened. */
const MAX_AGE_MS = 7 * 24 * 3_600_000;
/** Typing rewrites the copy, with all its photos, at most this often. */
const WRITE_DEBOUNCE_MS = 500;
/**
 * If the database doesn't respond within this time, it counts as empty, because the form must open. A slow phone takes
 * seconds to respond, and a form that opens empty would seem to have lost the text.
 */
const STORE_TIMEOUT_MS = 10_000;

type CopyStore = ReturnType<typeof createStore>;
type StoreChange = (store: CopyStore) => Promise<void>;

/** This browser's copies. If several changes to one form are waiting, only the last is written. */
export class FormCopies {
  #store: Promise<CopyStore> | undefined;
  readonly #pendingChanges = new Map<string, StoreChange>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #runningFlush: Promise<void> | undefined;

  /** The copy of this draft. Without an ID, the form that was changed last. */
  async read(userId: string, draftId: string | null): Promise<FormCopy | null> {
    const { promise: noAnswer, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(() => resolve(null), STORE_TIMEOUT_MS);
    return Promise.race([this.#readStored(userId, draftId), noAnswer]).finally(() => clearTimeout(timer));
  }

  save(userId: string, { id, ...copy }: FormCopy): void {
    const key = keyOf(userId, id);
    const keptAt = serverNow();
    this.#pendingChanges.set(key, async (store) => {
      // The person may have signed out since, even in another tab.
      if (!isCleared(keptAt)) await put(store, key, { id, ...copy, keptAt });
    });
    this.#timer ??= setTimeout(this.#flush, WRITE_DEBOUNCE_MS);
    // The page may be gone before the pause is over. Adding these again has no effect.
    document.addEventListener("visibilitychange", this.#flush);
    window.addEventListener("pagehide", this.#flush);
  }

  clear(userId: string, id: string): void {
    this.#remove(keyOf(userId, id));
  }

  async #readStored(userId: string, draftId: string | null): Promise<FormCopy | null> {
    await this.#flushChanges();
    const found = (await this.#withStore((store) => entries<string, unknown>(store))) ?? [];
    const since = serverNow() - MAX_AGE_MS;
    const copies = found.flatMap(([key, value]) => {
      const { data } = formCopy.safeParse(value);
      if (!data || data.keptAt < since || isCleared(data.keptAt)) this.#remove(key);
      else if (key === keyOf(userId, data.id)) return [data];
      return [];
    });
    const [newest] = copies.toSorted((a, b) => b.keptAt - a.keptAt);
    return (draftId === null ? newest : copies.find(({ id }) => id === draftId)) ?? null;
  }

  #remove(key: string): void {
    this.#pendingChanges.set(key, (store) => del(key, store));
    this.#flush();
  }

  readonly #flush = () => void this.#flushChanges();

  #flushChanges(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#runningFlush && this.#pendingChanges.size > 0) this.#runningFlush = this.#flushEach();
    return this.#runningFlush ?? Promise.resolve();
  }

  async #flushEach(): Promise<void> {
    try {
      for (const [key, update] of this.#pendingChanges) {
        this.#pendingChanges.delete(key);
        // Meanwhile, a newer change to the same form replaces an older one.
        await this.#withStore(update);
      }
    } finally {
      // At the very end of the loop, so that a change added later starts the next one.
      this.#runningFlush = undefined;
    }
  }

  /**
   * Undefined if the browser can't store anything, as in some private windows or on a full disk. Then there's no copy,
   * and the draft on the server is seconds behind.
   */
  async #withStore<Result>(use: (store: CopyStore) => Promise<Result>): Promise<Result | undefined> {
    if (findIndexedDb() === null) return undefined;
    try {
      this.#store ??= this.#open();
      return await use(await this.#store);
    } catch (error) {
      // The next use opens it again.
      this.#store = undefined;
      if (error instanceof DOMException) return undefined;
      throw error;
    }
  }

  async #open(): Promise<CopyStore> {
    const store = createStore(FORMS_DATABASE, "copies");
    await store("readonly", ({ transaction: { db } }) => {
      // Another tab is deleting the database and waits until it's closed here.
      db.onversionchange = () => {
        db.close();
        this.#store = undefined;
      };
    });
    return store;
  }
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

function keyOf(userId: string, draftId: string): string {
  return `${userId} ${draftId}`;
}

/** Signing out deletes the database (`session.ts`), but another tab may delay that. */
function isCleared(keptAt: number): boolean {
  return keptAt <= Number(localStore.read(FORMS_CLEARED_KEY) ?? 0);
}

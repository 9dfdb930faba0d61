/**
 * The browser's storage for short strings. All pages use it through this module. Browsers may block it (reading the
 * property throws), lack it (it's `null` in a webview), or run out of space. Anything that can't be stored is kept in
 * memory until the page is closed.
 */
type StorageArea = "localStorage" | "sessionStorage";

type GuardedStorage = {
  readonly read: (key: string) => string | null;
  readonly write: (key: string, text: string) => void;
  readonly remove: (key: string) => void;
  /** Whether anything can be stored right now. */
  readonly isAvailable: () => boolean;
};

export function guardedStorage(area: StorageArea): GuardedStorage {
  /** The values that couldn't be stored. */
  const unstoredValues = new Map<string, string>();

  /** Runs `use`. Returns whether the browser allowed it. */
  const succeeds = (use: (storage: Storage) => boolean | void): boolean => {
    try {
      return use(globalThis[area]) ?? true;
    } catch {
      return false;
    }
  };
  const set = (key: string, text: string) =>
    succeeds((storage) => {
      storage.setItem(key, text);
      return storage.getItem(key) === text;
    });
  const remove = (key: string) => succeeds((storage) => storage.removeItem(key));

  return {
    read(key) {
      let text: unknown = unstoredValues.get(key);
      if (text === undefined) succeeds((storage) => void (text = storage.getItem(key)));
      return typeof text === "string" ? text : null;
    },
    write(key, text) {
      if (set(key, text)) return void unstoredValues.delete(key);
      // Otherwise the next page would read the old value.
      remove(key);
      unstoredValues.set(key, text);
    },
    remove(key) {
      unstoredValues.delete(key);
      remove(key);
    },
    isAvailable: () => set(PROBE, PROBE) && remove(PROBE),
  };
}

const PROBE = "x";

/** Kept after the browser is closed, and shared by all tabs. */
export const localStore = guardedStorage("localStorage");
/** Kept as long as the tab is open. */
export const tabStore = guardedStorage("sessionStorage");

/** The browser's databases, if it has and allows them. */
export function findIndexedDb(): IDBFactory | null {
  try {
    return globalThis.indexedDB ?? null;
  } catch {
    return null;
  }
}

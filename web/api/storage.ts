/**
 * The browser's storage for small texts. Nothing else in the pages uses it directly. Browsers may block it (reading the
 * property throws), lack it (a webview has `null`), or have it full. If it can't store something, we keep it in memory
 * until the page is closed.
 */
type Area = "localStorage" | "sessionStorage";

export type GuardedStorage = {
  readonly read: (entry: string) => string | null;
  readonly write: (entry: string, text: string) => void;
  readonly remove: (entry: string) => void;
  /** Whether a text can be stored now. */
  readonly isKept: () => boolean;
};

export function guardedStorage(area: Area): GuardedStorage {
  /** The values that the browser didn't store. */
  const unstored = new Map<string, string>();

  /** Whether the browser has done it. */
  const does = (use: (storage: Storage) => boolean | void): boolean => {
    try {
      return use(globalThis[area]) ?? true;
    } catch {
      return false;
    }
  };
  const set = (entry: string, text: string) =>
    does((storage) => {
      storage.setItem(entry, text);
      return storage.getItem(entry) === text;
    });
  const remove = (entry: string) => does((storage) => storage.removeItem(entry));

  return {
    read(entry) {
      let text: unknown = unstored.get(entry);
      if (text === undefined) does((storage) => void (text = storage.getItem(entry)));
      return typeof text === "string" ? text : null;
    },
    write(entry, text) {
      if (set(entry, text)) return void unstored.delete(entry);
      // An old text must not come back with the next page.
      remove(entry);
      unstored.set(entry, text);
    },
    remove(entry) {
      unstored.delete(entry);
      remove(entry);
    },
    isKept: () => set(PROBE, PROBE) && remove(PROBE),
  };
}

const PROBE = "x";

/** Kept after the browser is closed, for all tabs. */
export const lasting = guardedStorage("localStorage");
/** Kept as long as the tab. */
export const ofTab = guardedStorage("sessionStorage");

/** The browser's databases, where it has any and allows them. */
export function databases(): IDBFactory | null {
  try {
    return globalThis.indexedDB ?? null;
  } catch {
    return null;
  }
}

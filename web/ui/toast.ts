/**
 * Toasts. The library and its stylesheet are loaded with the first one, so that pages without toasts do not need them;
 * docs/decisions/0016-the-first-page-is-at-most-110-kib.md weighs the cost.
 */
import { useSyncExternalStore } from "react";

type Kind = "success" | "error" | "info";

/** At most this many at a time: toasts stay on a background page, where hundreds of bids may arrive. */
const MAX_NOTICES = 3;

// Module state, because toasts are also shown from outside of React, when a call of the query client fails.
let wanted = false;
let count = 0;
/** The ids of the visible notices, the newest last. */
let notices: readonly string[] = [];
const listeners = new Set<() => void>();
// The library drops toasts that are shown before its container is mounted: the first ones wait for it.
const stack = Promise.withResolvers<void>();

/** The container is mounted. */
export function toastContainerReady(): void {
  stack.resolve();
}

async function library() {
  const [loaded] = await Promise.all([import("react-toastify/unstyled"), import("./toast-stack.tsx")]);
  if (!wanted) {
    wanted = true;
    for (const listener of listeners) listener();
  }
  await stack.promise;
  return loaded;
}

/** Loads the library early: it could not be loaded any more when a toast must report a lost network. */
export function prepareToasts(): void {
  use(() => undefined);
}

/** If the library cannot be loaded, only the toast is lost: failures also show where they were caused. */
function use(action: (loaded: Awaited<ReturnType<typeof library>>) => void): void {
  void library().then(action, () => undefined);
}

function show(kind: Kind, message: string): void {
  // The same message twice at a time is one toast: several queries may fail for one reason. The library writes the id
  // into the page, where an id has no spaces.
  const toastId = `${kind}:${encodeURIComponent(message)}`;
  use(({ toast }) => {
    toast[kind](message, { toastId });
    if (kind === "info") for (const old of replacedBy(toastId)) toast.dismiss(old);
  });
}

/** Adds the notice as the newest, and returns the old ones that it replaces. */
function replacedBy(noticeId: string): readonly string[] {
  const shown = [...notices.filter((id) => id !== noticeId), noticeId];
  notices = shown.slice(-MAX_NOTICES);
  return shown.slice(0, -MAX_NOTICES);
}

export const toasts = {
  success: (message: string) => show("success", message),
  error: (message: string) => show("error", message),
  info: (message: string) => show("info", message),
  /** The toast stays until the returned function is called. */
  loading(message = "Loading..."): () => void {
    count += 1;
    const toastId = `loading:${count}`;
    let dismissed = false;
    use(({ toast }) => {
      if (!dismissed) toast.loading(message, { toastId });
    });
    return () => {
      dismissed = true;
      use(({ toast }) => toast.dismiss(toastId));
    };
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether any toast has been requested: from then on the page needs the container. */
export function useToastsWanted(): boolean {
  return useSyncExternalStore(subscribe, () => wanted);
}

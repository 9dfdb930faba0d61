/**
 * Toasts. The library and its stylesheet arrive with the first one, so that pages without toasts do not carry them: what
 * that costs is in docs/decisions/0016-the-first-page-is-at-most-120-kib.md.
 */
import { useSyncExternalStore } from "react";

type Kind = "success" | "error" | "info";

/** At most this many at a time: on a page in the background toasts stay, and hundreds of bids may arrive. */
const MAX_NOTICES = 3;

// Module state, because toasts are also shown from outside of React, where a call of the query client fails.
let wanted = false;
let count = 0;
/** The ids of the newest notices, the newest last. */
let notices: readonly string[] = [];
const listeners = new Set<() => void>();
// The library loses a toast that is shown before its container stands: the first ones wait for it.
const stack = Promise.withResolvers<void>();

/** The container stands. */
export function toastStackStands(): void {
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

/** Brings the library before there is anything to say: once the network is gone it could not tell that it is gone. */
export function prepareToasts(): void {
  use(() => undefined);
}

/** Without the library a toast is lost, and nothing else: what failed is said where it was caused, too. */
function use(action: (loaded: Awaited<ReturnType<typeof library>>) => void): void {
  void library().then(action, () => undefined);
}

function show(kind: Kind, message: string): void {
  // The same words twice at a time are one toast: several queries may fail for one reason.
  const toastId = `${kind}:${message}`;
  use(({ toast }) => {
    toast[kind](message, { toastId });
    if (kind === "info") for (const old of replacedBy(toastId)) toast.dismiss(old);
  });
}

/** Counts the notice as the newest, and gives back those that make way for it. */
function replacedBy(noticeId: string): readonly string[] {
  const shown = [...notices.filter((id) => id !== noticeId), noticeId];
  notices = shown.slice(-MAX_NOTICES);
  return shown.slice(0, -MAX_NOTICES);
}

export const toasts = {
  success: (message: string) => show("success", message),
  error: (message: string) => show("error", message),
  info: (message: string) => show("info", message),
  /** Stays until the function that it returns is called. */
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

/** Whether any toast was asked for yet: from then on the page needs their container. */
export function useToastsWanted(): boolean {
  return useSyncExternalStore(subscribe, () => wanted);
}

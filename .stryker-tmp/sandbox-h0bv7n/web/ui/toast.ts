/**
 * Toasts. The library and its stylesheet arrive with the first one, so that pages without toasts do not carry them.
 */
// @ts-nocheck

import { useSyncExternalStore } from "react";

type Kind = "success" | "error" | "info";

let wanted = false;
let count = 0;
const listeners = new Set<() => void>();
// The library loses a toast that is shown before its container stands: the first ones wait for it.
const stack = Promise.withResolvers<void>();

/** The container stands. */
export function toastStackStands(): void {
  stack.resolve();
}

async function library() {
  if (!wanted) {
    wanted = true;
    for (const listener of listeners) listener();
  }
  const [loaded] = await Promise.all([import("react-toastify/unstyled"), stack.promise]);
  return loaded;
}

function show(kind: Kind, message: string): void {
  // The same words twice at a time are one toast: several queries may fail for one reason.
  void library().then(({ toast }) => toast[kind](message, { toastId: `${kind}:${message}` }));
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
    void library().then(({ toast }) => {
      if (!dismissed) toast.loading(message, { toastId });
    });
    return () => {
      dismissed = true;
      void library().then(({ toast }) => toast.dismiss(toastId));
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

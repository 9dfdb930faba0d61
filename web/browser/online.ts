/** Whether this device is online. */
import { useSyncExternalStore } from "react";

function subscribe(listener: () => void): () => void {
  for (const event of ["online", "offline"]) addEventListener(event, listener);
  return () => {
    for (const event of ["online", "offline"]) removeEventListener(event, listener);
  };
}

export const isOnline = () => navigator.onLine;

export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline);
}

/** Rejects with the signal's reason if it's aborted first. */
export function untilOnline(signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const check = () => isOnline() && resolve();
  const abort = () => reject(signal.reason);
  const stop = subscribe(check);
  signal.addEventListener("abort", abort);
  check();
  return promise.finally(() => {
    stop();
    signal.removeEventListener("abort", abort);
  });
}

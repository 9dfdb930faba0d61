import { useEffect, useRef } from "react";

/** A press counts only if what it is about has been on screen this long: long enough to be read before. */
export const READ_MS = 500;

/** Since when the page shows this value, by `performance.now()`; the first one counts as read. `null`: it shows none. */
export function useShownSince(value: number | string | null): { readonly current: number } {
  const since = useRef(-Infinity);
  const shown = useRef(value);
  useEffect(() => {
    if (shown.current === value) return;
    shown.current = value;
    since.current = performance.now();
  }, [value]);
  return since;
}

import { useEffect, useRef } from "react";

/** An amount is sent only if it has stood on the button this long: long enough to be read before the press. */
export const READ_MS = 500;

/** Since when the page shows this, by `performance.now()`; the first value counts as read. `null`: it shows nothing. */
export function useShownSince(shows: number | string | boolean | null): { readonly current: number } {
  const since = useRef(-Infinity);
  const shown = useRef(shows);
  useEffect(() => {
    if (shown.current === shows) return;
    shown.current = shows;
    since.current = performance.now();
  }, [shows]);
  return since;
}

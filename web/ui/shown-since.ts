import { useEffect, useRef } from "react";

/** An amount is sent only if it has stood on the button this long: long enough to be read before the press. */
export const READ_MS = 500;

/** Since when the page shows this amount, by `performance.now()`; the first one counts as read. `null`: it shows none. */
export function useShownSince(amount: number | null): { readonly current: number } {
  const since = useRef(-Infinity);
  const shown = useRef(amount);
  useEffect(() => {
    if (shown.current === amount) return;
    shown.current = amount;
    since.current = performance.now();
  }, [amount]);
  return since;
}

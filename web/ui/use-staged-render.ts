import { useDeferredValue, useEffect, useState } from "react";

/** Any change to the page restarts the rendering. After this long, it renders without interruption. */
const MAX_DEFERRED_MS = 1_000;

/**
 * Whether to render a part whose data has arrived. If the data arrives after the first render, React renders the part
 * in pieces and handles taps in between.
 */
export function useStagedRender(isReady: boolean): boolean {
  const isDrawn = useDeferredValue(isReady);
  const [isOverdue, setOverdue] = useState(false);
  const isWaiting = isReady && !isDrawn;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setOverdue(true), MAX_DEFERRED_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isReady && (isDrawn || isOverdue);
}

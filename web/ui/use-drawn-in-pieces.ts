import { useDeferredValue, useEffect, useState } from "react";

/** Each change of the page meanwhile begins the drawing again: after this long it is drawn without a pause. */
const MOST_MS = 1_000;

/**
 * Whether to draw a part whose data is there. Where that comes after the first render, React draws the part in pieces
 * and answers taps in between.
 */
export function useDrawnInPieces(isThere: boolean): boolean {
  const isDrawn = useDeferredValue(isThere);
  const [isOverdue, setOverdue] = useState(false);
  const waits = isThere && !isDrawn;
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setOverdue(true), MOST_MS);
    return () => clearTimeout(timer);
  }, [waits]);
  return isThere && (isDrawn || isOverdue);
}

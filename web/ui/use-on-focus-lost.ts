import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * Calls `onFocusLost` when a part is removed while it has focus, which would otherwise return to the top of the page.
 */
export function useOnFocusLost(partRef: RefObject<HTMLElement | null>, onFocusLost: () => void): void {
  const latest = useRef(onFocusLost);
  useEffect(() => {
    latest.current = onFocusLost;
  }, [onFocusLost]);
  // A layout effect cleans up just before the part is removed. Later, focus is already lost.
  useLayoutEffect(() => {
    const part = partRef.current;
    return () => {
      if (part?.contains(document.activeElement)) latest.current();
    };
  }, [partRef]);
}

import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * Calls `onGone` when a part is removed while it has the focus, which would otherwise fall back to the top of the page.
 */
export function useFocusOnUnmount(partRef: RefObject<HTMLElement | null>, onGone: () => void): void {
  const gone = useRef(onGone);
  useEffect(() => {
    gone.current = onGone;
  }, [onGone]);
  // A layout effect cleans up just before the part is removed. Later, the focus is already lost.
  useLayoutEffect(() => {
    const part = partRef.current;
    return () => {
      if (part?.contains(document.activeElement)) gone.current();
    };
  }, [partRef]);
}

import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** Calls `onGone` when a part leaves the page with the focus in it, which would otherwise fall to the page's top. */
export function useFocusOnLeaving(partRef: RefObject<HTMLElement | null>, onGone: () => void): void {
  const gone = useRef(onGone);
  useEffect(() => {
    gone.current = onGone;
  }, [onGone]);
  // A layout effect ends just before the part leaves the page: afterwards the focus is lost.
  useLayoutEffect(() => {
    const part = partRef.current;
    return () => {
      if (part?.contains(document.activeElement)) gone.current();
    };
  }, [partRef]);
}

import { type RefObject, useEffect, useEffectEvent } from "react";

/** Calls `onNear` when the element is within `margin` (a CSS length) of the screen. Without a margin, never. */
export function useNear(elementRef: RefObject<Element | null>, margin: string | undefined, onNear: () => void): void {
  const report = useEffectEvent(onNear);
  useEffect(() => {
    const { current } = elementRef;
    if (!current || margin === undefined) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) report();
      },
      { rootMargin: margin },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [elementRef, margin]);
}

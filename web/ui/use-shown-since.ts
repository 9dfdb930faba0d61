import { type RefObject, useCallback, useEffect, useRef } from "react";

/** A tap counts only if what it's about has been on screen this long, so that the person could read it first. */
export const READ_MS = 500;

/**
 * When the page began to show this value, by `performance.now()`. The first value counts as read. Pass `null` if none
 * is shown.
 */
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

/** How often to check whether the part has moved. */
const CHECK_MS = 100;

/**
 * Returns a function that returns when a part last moved, by `performance.now()`, no matter what moved it. A part has
 * moved if both its place on the screen and its place on the page changed. Scrolling changes only one of them. So does
 * scroll anchoring, while something above grows.
 */
export function usePositionSince(partRef: RefObject<HTMLElement | null>): () => number {
  const last = useRef<{ readonly top: number; readonly pageTop: number } | null>(null);
  const since = useRef(-Infinity);
  const check = useCallback(() => {
    if (!partRef.current) return since.current;
    const { top } = partRef.current.getBoundingClientRect();
    const pageTop = top + scrollY;
    const before = last.current;
    if (before && hasMoved(before.top, top) && hasMoved(before.pageTop, pageTop)) since.current = performance.now();
    last.current = { top, pageTop };
    return since.current;
  }, [partRef]);
  useEffect(() => {
    check();
    const timer = setInterval(check, CHECK_MS);
    return () => clearInterval(timer);
  }, [check]);
  return check;
}

/** Less than a pixel is rounding. */
const hasMoved = (before: number, after: number) => Math.abs(after - before) >= 1;

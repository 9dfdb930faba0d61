/**
 * Restores the scroll position on Back and Forward, and starts new pages at the top. The browser's own restoration runs
 * before our lists have rendered. So we store a position per history entry, and restore it once the page is long
 * enough.
 */
import { useEffect, useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

/** A page that isn't long enough after this time stays where it is. */
const RESTORE_TIMEOUT_MS = 3_000;

/** For the frame of all pages, which lives as long as the document. */
export function useScrollRestoration(): void {
  const positions = useRef(new Map<string, number>());
  const { key, hash, pathname } = useLocation();
  const navigationType = useNavigationType();

  useEffect(() => {
    history.scrollRestoration = "manual";
    return () => {
      history.scrollRestoration = "auto";
    };
  }, []);

  // Runs before paint, so that the next page's scroll to the top isn't saved as this page's position.
  useLayoutEffect(() => {
    const remember = () => positions.current.set(key, scrollY);
    addEventListener("scroll", remember, { passive: true });
    return () => removeEventListener("scroll", remember);
  }, [key]);

  useLayoutEffect(() => {
    if (navigationType === NavigationType.Pop) return restore(positions.current.get(key) ?? 0);
    if (hash === "") scrollTo(0, 0);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another page starts at the top, not a new filter
  }, [pathname]);
}

function restore(position: number): () => void {
  scrollTo(0, position);
  const observer = new ResizeObserver(() => {
    scrollTo(0, position);
    if (scrollY >= position) stop();
  });
  const stop = () => {
    observer.disconnect();
    clearTimeout(timeout);
    for (const event of ["wheel", "touchmove", "keydown"]) removeEventListener(event, stop);
  };
  const timeout = setTimeout(stop, RESTORE_TIMEOUT_MS);
  for (const event of ["wheel", "touchmove", "keydown"]) addEventListener(event, stop, { passive: true });
  if (scrollY < position) observer.observe(document.documentElement);
  return stop;
}

/**
 * Keeps the place on Back and Forward, and starts new pages at the top. The browser's own memory acts before our
 * lists are drawn again, so places are kept per history entry and returned to once the page is long enough.
 */
import { useEffect, useLayoutEffect } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

/** How long a page may take to grow back to where one was; after that the person is on their own. */
const PATIENCE_MS = 3_000;

const places = new Map<string, number>();

export function useScrollMemory(): void {
  const { key, hash, pathname } = useLocation();
  const arrivedBy = useNavigationType();

  useEffect(() => {
    history.scrollRestoration = "manual";
    return () => {
      history.scrollRestoration = "auto";
    };
  }, []);

  useEffect(() => {
    const note = () => places.set(key, scrollY);
    addEventListener("scroll", note, { passive: true });
    return () => removeEventListener("scroll", note);
  }, [key]);

  useLayoutEffect(() => {
    if (arrivedBy === NavigationType.Pop) return returnTo(places.get(key) ?? 0);
    if (hash === "") scrollTo(0, 0);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new search on the same page is a replaced entry: only another page starts at the top
  }, [pathname]);
}

function returnTo(place: number): () => void {
  scrollTo(0, place);
  const growth = new ResizeObserver(() => {
    scrollTo(0, place);
    if (scrollY >= place) stop();
  });
  const stop = () => {
    growth.disconnect();
    clearTimeout(patience);
    for (const event of ["wheel", "touchmove", "keydown"]) removeEventListener(event, stop);
  };
  const patience = setTimeout(stop, PATIENCE_MS);
  for (const event of ["wheel", "touchmove", "keydown"]) addEventListener(event, stop, { passive: true });
  if (scrollY < place) growth.observe(document.documentElement);
  return stop;
}

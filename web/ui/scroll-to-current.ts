import { type RefObject, useLayoutEffect } from "react";

/** Scrolls a row of links that is wider than the screen to the link of the current page. */
export function useScrollToCurrent(list: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!list.current || !current) return;
    list.current.scrollLeft = current.offsetLeft - (list.current.clientWidth - current.offsetWidth) / 2;
  });
}

import { useLayoutEffect, useRef } from "react";

/** For a row of links that may be wider than the screen. Scrolls it to the current page's link. */
export function useScrollToCurrent() {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!list.current || !current) return;
    list.current.scrollLeft = current.offsetLeft - (list.current.clientWidth - current.offsetWidth) / 2;
  });
  return list;
}

import { type ReactNode, useEffect, useRef, useState } from "react";

/** Its content is drawn when it is this close to the screen: about a screen, so that scrolling rarely waits for it. */
const MARGIN = "800px";

/** A part far down a page. It's drawn, and its data fetched, once the screen comes near. */
export function NearView({ margin = MARGIN, children }: { margin?: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const { current } = place;
    if (!current || near) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: margin },
    );
    watcher.observe(current);
    return () => watcher.disconnect();
  }, [near, margin]);
  return <div ref={place}>{near && children}</div>;
}

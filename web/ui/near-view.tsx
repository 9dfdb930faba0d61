import { type ReactNode, useEffect, useRef, useState } from "react";

/** How close to the screen before the content is rendered. About one screen, so that scrolling rarely has to wait. */
const MARGIN = "800px";

/** A part far down a page. It renders, and fetches its data, when it comes near the screen. */
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

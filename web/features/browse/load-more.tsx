import { useEffect, useRef } from "react";

import { Button } from "../../ui/button.tsx";

/** Begin to fetch the next page this far before the end is in sight. */
const AHEAD = "800px";

type LoadMoreProps = { busy: boolean; failed: boolean; onMore: () => void };

/** The end of a list that goes on: it fetches by itself when it comes near, and offers a button when that failed. */
export function LoadMore({ busy, failed, onMore }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = end.current;
    if (!element || busy || failed) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onMore();
      },
      { rootMargin: AHEAD },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [busy, failed, onMore]);
  return (
    <div ref={end} className="mt-10 flex justify-center">
      <Button look="secondary" busy={busy} busyLabel="Loading more" onClick={onMore}>
        {failed ? "Try again" : "Show more"}
      </Button>
    </div>
  );
}

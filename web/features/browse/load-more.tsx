import { useEffect, useRef } from "react";

import { Button } from "../../ui/button.tsx";
import { problemText } from "../../ui/problem.ts";

/** The next page is fetched when the end is this close to the screen. */
const FETCH_MARGIN = "800px";

type LoadMoreProps = { busy: boolean; problem: Error | null; onMore: () => void };

/** The end of a list with more pages: fetches the next one when it comes near, with a button in case that fails. */
export function LoadMore({ busy, problem, onMore }: LoadMoreProps) {
  const failed = problem !== null;
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = end.current;
    if (!element || busy || failed) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onMore();
      },
      { rootMargin: FETCH_MARGIN },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [busy, failed, onMore]);
  return (
    <div ref={end} className="mt-10 flex flex-col items-center gap-3">
      {problem && (
        <p role="alert" className="text-sm text-muted">
          {problemText(problem)}
        </p>
      )}
      <Button look="secondary" busy={busy} busyLabel="Loading more" onClick={onMore}>
        {failed ? "Try again" : "Show more"}
      </Button>
    </div>
  );
}

import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ComponentProps, useEffect, useRef } from "react";

import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { problemText } from "../../ui/problem.ts";
import { AuctionGrid } from "./auction-grid.tsx";

/** The next page is fetched when the end is this close to the screen. */
const FETCH_MARGIN = "800px";

type AuctionPagesProps = ComponentProps<typeof AuctionGrid> & {
  list: Pick<
    UseInfiniteQueryResult,
    "isPlaceholderData" | "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "error" | "fetchNextPage"
  >;
};

/** The auctions of a list so far, and its next page. Those of the previous list stay, faded, until the new ones come. */
export function AuctionPages({ list, ...grid }: AuctionPagesProps) {
  return (
    <>
      <div className={classes("transition-opacity", list.isPlaceholderData && "opacity-60")}>
        <AuctionGrid {...grid} />
      </div>
      {list.hasNextPage && (
        <LoadMore
          busy={list.isFetchingNextPage}
          problem={list.isFetchNextPageError ? list.error : null}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </>
  );
}

type LoadMoreProps = { busy: boolean; problem: Error | null; onMore: () => void };

/** The end of a list with more pages: fetches the next one when it comes near, with a button in case that fails. */
function LoadMore({ busy, problem, onMore }: LoadMoreProps) {
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

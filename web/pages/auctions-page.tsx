import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useSearchParams } from "react-router";

import { auctionsQuery } from "../api/auctions.ts";
import { hasFailed, isLoading } from "../api/query-state.ts";
import { GridSkeleton } from "../features/browse/auction-grid.tsx";
import { AuctionPages } from "../features/browse/auction-pages.tsx";
import { AuctionsLayout } from "../features/browse/auctions-layout.tsx";
import { filterOf, withFilter } from "../features/browse/filter.ts";
import { useListTitle } from "../features/browse/list-title.ts";
import WatchButton from "../features/watching/watch-button.tsx";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { FailedState } from "../ui/failed-state.tsx";
import { useFirstScreen } from "../ui/first-screen.tsx";
import { usePageTitle } from "../ui/page-title.ts";
import { useDrawnInPieces } from "../ui/use-drawn-in-pieces.ts";

export default function AuctionsPage() {
  const [params, setParams] = useSearchParams();
  const filter = filterOf(params);
  usePageTitle(useListTitle(filter));
  const list = useInfiniteQuery(auctionsQuery(filter));
  // This page stays while the next page's code loads: a delayed search must not navigate back to it.
  const change = (changes: Parameters<typeof withFilter>[1]) => {
    if (window.location.pathname !== paths.auctions) return;
    // Back undoes a choice. A search that is typed would be many entries.
    setParams((now) => withFilter(now, changes), { replace: "search" in changes });
  };
  const auctions = list.data?.pages.flatMap((page) => page.auctions) ?? [];
  const drawn = useDrawnInPieces(!isLoading(list));
  const firstScreen = useFirstScreen(!drawn);
  if (firstScreen) return firstScreen;
  const count = list.isSuccess && !list.isPlaceholderData && (
    <>
      <span className="sr-only">Auctions Fetched: </span>
      {countText(auctions.length, list.hasNextPage)}
    </>
  );
  return (
    <AuctionsLayout filter={filter} onChange={change} count={count}>
      {!drawn ? (
        <GridSkeleton />
      ) : (
        <>
          {hasFailed(list) && (
            <FailedState
              title="No Auctions Currently Present"
              error={list.error}
              retrying={list.isFetching}
              onRetry={() => void list.refetch()}
            />
          )}
          {list.isSuccess && auctions.length === 0 && (
            <EmptyState
              icon={SearchX}
              title="No auctions found"
              text="Try another word or price, or look in all categories."
            >
              {(filter.status === "Live" || filter.status === "Upcoming") && filter.search !== undefined && (
                <Button look="secondary" onClick={() => change({ status: "all", endsWithin: "" })}>
                  Search ended auctions, too
                </Button>
              )}
              <Button look="secondary" onClick={() => setParams({})}>
                Clear filters
              </Button>
            </EmptyState>
          )}
          <AuctionPages list={list} auctions={auctions} Action={WatchButton} />
        </>
      )}
    </AuctionsLayout>
  );
}

/** How many auctions the filter finds. It also announces that a changed filter has been applied. */
function countText(loaded: number, more: boolean): string {
  const count = loaded === 1 ? "1 auction" : `${loaded} auctions`;
  return more ? `The first ${count}` : count;
}

import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useSearchParams } from "react-router";

import { MAX_COUNTED_AUCTIONS } from "../../worker/contract/lengths.ts";
import { auctionsQuery } from "../api/auctions.ts";
import { GridSkeleton } from "../features/browse/auction-grid.tsx";
import { AuctionsLayout } from "../features/browse/auctions-layout.tsx";
import { type FilterChanges, readFilter, withFilter } from "../features/browse/filter.ts";
import { PagedAuctionGrid } from "../features/browse/paged-auction-grid.tsx";
import { useListTitle } from "../features/browse/use-list-title.ts";
import { useUnknownCategory } from "../features/browse/use-unknown-category.ts";
import WatchButton from "../features/watching/watch-button.tsx";
import { isAt, paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { useFirstScreen } from "../ui/first-screen.tsx";
import { format } from "../ui/format.ts";
import { optionalComponent } from "../ui/lazy-component.tsx";
import { isLoading } from "../ui/query-state.ts";
import { uniqueItems } from "../ui/unique-items.ts";
import { usePageTitle } from "../ui/use-page-title.ts";
import { useStagedRender } from "../ui/use-staged-render.ts";

/** Only for URLs with a filter that the list ignores. */
const FilterNotes = optionalComponent(async () => (await import("../features/browse/filter-notes.tsx")).default);

export default function AuctionsPage() {
  const [params, setParams] = useSearchParams();
  const requestedFilter = readFilter(params);
  const [isUnknown, recordTotal] = useUnknownCategory(requestedFilter.filter.category);
  const { category, ...others } = requestedFilter.filter;
  const filter = isUnknown ? others : requestedFilter.filter;
  const ignored = isUnknown
    ? [...requestedFilter.ignored, { name: "category" as const, texts: [category ?? ""] }]
    : requestedFilter.ignored;
  usePageTitle(useListTitle(filter));
  const list = useInfiniteQuery(auctionsQuery(filter));
  const total = list.isPlaceholderData ? undefined : list.data?.pages[0]?.total;
  recordTotal(total);
  const write = (changes: FilterChanges, replace: boolean) => {
    // This page stays while the next page's code loads, and a delayed search must not navigate back to it.
    if (!isAt(window.location.pathname, paths.auctions)) return;
    setParams((current) => withFilter(current, changes), { replace });
  };
  // Back undoes a choice. Typing a search would add too many entries.
  const change = (changes: FilterChanges, replace = "search" in changes) => write(changes, replace);
  const auctions = uniqueItems(list.data?.pages.flatMap((page) => page.auctions) ?? []);
  const didYouMean = list.data?.pages[0]?.didYouMean;
  const isRendered = useStagedRender(!isLoading(list));
  const firstScreen = useFirstScreen(!isRendered);
  if (firstScreen) return firstScreen;
  const count = list.isSuccess && !list.isPlaceholderData && (
    <>
      <span className="sr-only">Auctions Fetched: </span>
      {countText(auctions.length, list.hasNextPage, total)}
    </>
  );
  return (
    <AuctionsLayout filter={filter} onChange={change} count={count}>
      {!isRendered ? (
        <GridSkeleton />
      ) : (
        <>
          {ignored.length > 0 && (
            <FilterNotes ignored={ignored} onCorrect={(changes) => write(changes, true)} onClear={change} />
          )}
          <PagedAuctionGrid
            query={list}
            auctions={auctions}
            failed="No Auctions Currently Present"
            empty={
              <EmptyState
                icon={SearchX}
                title="No auctions found"
                text="Try another word or price, or look in all categories."
              >
                {didYouMean !== undefined && (
                  <Button onClick={() => change({ search: didYouMean })}>Did you mean {didYouMean}?</Button>
                )}
                {filter.search !== undefined && (
                  <Button variant="secondary" onClick={() => change({ search: "" })}>
                    Clear search
                  </Button>
                )}
                {(filter.status === "Live" || filter.status === "Upcoming") && filter.search !== undefined && (
                  <Button variant="secondary" onClick={() => change({ status: "all" })}>
                    Search ended auctions, too
                  </Button>
                )}
                <Button variant="secondary" onClick={() => setParams({})}>
                  Clear filters
                </Button>
              </EmptyState>
            }
            Action={WatchButton}
          />
        </>
      )}
    </AuctionsLayout>
  );
}

/** How many auctions match the filter. Also announces that a changed filter was applied. */
function countText(shownCount: number, hasMore: boolean, total: number | undefined): string {
  if (!hasMore) return format.plural(shownCount, "auction");
  if (total === undefined) return `The first ${format.plural(shownCount, "auction")}`;
  // More may have been listed since the count.
  const all = `${format.number(Math.max(total, shownCount))}${total >= MAX_COUNTED_AUCTIONS ? "+" : ""}`;
  return `${format.number(shownCount)} of ${all} auctions`;
}

import { useQuery } from "@tanstack/react-query";
import { Heart } from "lucide-react";
import { useEffect, useRef } from "react";

import { watchlistQuery } from "../api/watchlist.ts";
import { AuctionGrid, GridSkeleton } from "../features/browse/auction-grid.tsx";
import WatchButton from "../features/watching/watch-button.tsx";
import { sortWatched } from "../features/watching/watch-order.ts";
import { paths } from "../paths.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import { QueryList } from "../ui/query-list.tsx";

/** How often to refresh the prices on the cards. */
const PRICE_REFRESH_MS = 15_000;

export default function WatchlistPage() {
  const query = useQuery({ ...watchlistQuery, refetchInterval: PRICE_REFRESH_MS });
  const list = useRef<HTMLDivElement>(null);
  const count = query.data?.length;
  const countBefore = useRef(count);
  // Focus moves to the list when the card that had it is removed.
  useEffect(() => {
    const isShorter = (count ?? 0) < (countBefore.current ?? 0);
    countBefore.current = count;
    if (isShorter && document.activeElement === document.body) list.current?.focus();
  }, [count]);
  return (
    <>
      <PageHeading title="Watchlist" text="Items you're watching, ending soonest first. No one else sees them." />
      <div ref={list} tabIndex={-1} className="mt-6 outline-none">
        <QueryList
          query={query}
          items={query.data}
          loading={<GridSkeleton />}
          failed="We couldn't load your watchlist"
          empty={
            <EmptyState
              icon={Heart}
              title="Your watchlist is empty"
              text="Tap the heart on an item to save it here."
              link={{ to: paths.auctions, label: "Browse Auctions" }}
            />
          }
        >
          {(auctions) => <AuctionGrid auctions={sortWatched(auctions)} Action={WatchButton} showsActionAfterEnd />}
        </QueryList>
      </div>
    </>
  );
}

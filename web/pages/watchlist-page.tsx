import { useQuery } from "@tanstack/react-query";
import { Heart } from "lucide-react";

import { hasFailed, isLoading } from "../api/query-state.ts";
import { watchlistQuery } from "../api/watchlist.ts";
import { AuctionGrid, GridSkeleton } from "../features/browse/auction-grid.tsx";
import { WatchButton } from "../features/watching/watch-button.tsx";
import { paths } from "../paths.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { FailedState } from "../ui/failed-state.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import { usePageTitle } from "../ui/page-title.ts";

/** Cards show current prices. */
const PRICES_REFRESH_MS = 15_000;

export default function WatchlistPage() {
  usePageTitle("Watchlist");
  const watched = useQuery({ ...watchlistQuery, refetchInterval: PRICES_REFRESH_MS });
  return (
    <>
      <PageHeading title="Watchlist" text="Auctions that you watch, the latest first. Nobody else sees them." />
      <div className="mt-6">
        {isLoading(watched) && <GridSkeleton />}
        {hasFailed(watched) && (
          <FailedState
            title="Cannot fetch your watchlist"
            error={watched.error}
            retrying={watched.isFetching}
            onRetry={() => void watched.refetch()}
          />
        )}
        {watched.data?.length === 0 && (
          <EmptyState icon={Heart} title="Nothing watched yet" text="Press the heart on a lot to find it here again.">
            <LinkButton to={paths.auctions}>Browse Auctions</LinkButton>
          </EmptyState>
        )}
        {watched.data && <AuctionGrid auctions={watched.data} Action={WatchButton} />}
      </div>
    </>
  );
}

import { Suspense, useEffect } from "react";
import type { ComponentProps } from "react";

import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import { FailedState } from "../../ui/failed-state.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { toasts } from "../../ui/toast.ts";
import { MissingAuction, DETAILS_NOT_FETCHED } from "./missing-auction.tsx";
import { isGone } from "./use-auction.ts";

const GoneAuction = lazyComponent(() => import("./gone-auction.tsx"));

type AuctionProblemProps = { auctionId: string; error: Error; query: ComponentProps<typeof FailedState>["query"] };

/** Shown when there is no auction at this URL, or it couldn't be fetched. */
export function AuctionProblem({ auctionId, error, query }: AuctionProblemProps) {
  const gone = isGone(error);
  useEffect(() => {
    if (!gone) toasts.error(DETAILS_NOT_FETCHED);
  }, [gone]);
  return (
    <div className="mx-auto max-w-3xl px-4 py-16">
      {gone ? (
        <ErrorBoundary fallback={<MissingAuction />}>
          <Suspense>
            <GoneAuction auctionId={auctionId} />
          </Suspense>
        </ErrorBoundary>
      ) : (
        <>
          <h1 className="sr-only">Auction</h1>
          <FailedState title="Failed to fetch auction details" query={query} />
        </>
      )}
    </div>
  );
}

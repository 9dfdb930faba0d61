import { PackageSearch } from "lucide-react";
import { useEffect } from "react";

import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailedState } from "../../ui/failed-state.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { toasts } from "../../ui/toast.ts";
import { isGone } from "./use-auction.ts";

type AuctionProblemProps = { error: Error; retrying: boolean; onRetry: () => void };

/** Shown when there is no auction at this address, or it could not be fetched. */
export function AuctionProblem({ error, retrying, onRetry }: AuctionProblemProps) {
  useEffect(() => toasts.error("Cannot fetch Auction Details"), []);
  return (
    <div className="mx-auto max-w-3xl px-4 py-16">
      <h1 className="sr-only">Auction</h1>
      {isGone(error) ? (
        <EmptyState
          icon={PackageSearch}
          title="This auction does not exist"
          text="It may have been removed by its seller, or the address is incomplete."
        >
          <LinkButton to={paths.auctions}>Browse Auctions</LinkButton>
        </EmptyState>
      ) : (
        <FailedState title="Failed to fetch auction details" error={error} retrying={retrying} onRetry={onRetry} />
      )}
    </div>
  );
}

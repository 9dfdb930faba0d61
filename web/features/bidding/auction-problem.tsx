import { PackageSearch, WifiOff } from "lucide-react";
import { useEffect } from "react";

import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { RetryButton } from "../../ui/retry-button.tsx";
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
        <EmptyState icon={WifiOff} title="Failed to fetch auction details" text="Check your connection and try again.">
          <RetryButton look="primary" retrying={retrying} onRetry={onRetry} />
        </EmptyState>
      )}
    </div>
  );
}

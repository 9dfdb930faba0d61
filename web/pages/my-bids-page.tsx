import { useQuery } from "@tanstack/react-query";
import { Gavel } from "lucide-react";
import { useState } from "react";

import { type JoinedAuctionEntry, joinedQuery } from "../api/joined.ts";
import { serverNow } from "../api/server-clock.ts";
import { BidsBoard, BidsBoardSkeleton } from "../features/my-bids/bids-board.tsx";
import { paths } from "../paths.ts";
import { Alert } from "../ui/alert.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import { QueryContent } from "../ui/query-content.tsx";
import { RetryButton } from "../ui/retry-button.tsx";

/**
 * Changes that concern the person arrive over the inbox's socket. Others, such as the price once they've been outbid,
 * are fetched at this interval while the page is on screen. Shortly before an end, the interval is shorter.
 */
const REFRESH_MS = 10_000;
const REFRESH_AT_END_MS = 3_000;
const NEAR_END_MS = 2 * 60_000;
/** If the outcome is still missing this long after the end, it's fetched at the slower interval again. */
const OUTCOME_WAIT_MS = 60_000;

export default function MyBidsPage() {
  const joined = useQuery({ ...joinedQuery, refetchInterval: ({ state }) => refreshMs(state.data ?? []) });
  const { data } = joined;
  // The board stays until the next visit, even once its last auction is gone.
  const [hasBoard, setHasBoard] = useState(false);
  if (data && data.length > 0 && !hasBoard) setHasBoard(true);
  return (
    <>
      <PageHeading title="My Bids" text="Every auction you bid in, until a day after it ends." />
      <div className="mt-6">
        {data && joined.isRefetchError && (
          <Alert tone="warning" className="mb-6">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p>We can't reach the server, so these prices may be out of date. You can still try to bid.</p>
              <RetryButton size="sm" query={joined} />
            </div>
          </Alert>
        )}
        <QueryContent query={joined} loading={<BidsBoardSkeleton />} failed="We couldn't load your bids">
          {(auctions) =>
            hasBoard ? (
              <BidsBoard auctions={auctions} />
            ) : (
              <EmptyState
                icon={Gavel}
                title="No bids yet"
                text="Auctions you bid in appear here, with your standing and your next step."
                link={{ to: paths.auctions, label: "Browse Auctions" }}
              />
            )
          }
        </QueryContent>
      </div>
    </>
  );
}

/** False when nothing can change anymore. */
function refreshMs(auctions: readonly JoinedAuctionEntry[]): number | false {
  const now = serverNow();
  const leftMs = auctions
    .filter(({ status }) => status === "Live" || status === "Upcoming")
    .map(({ auctionEndTime }) => Date.parse(auctionEndTime) - now);
  if (leftMs.length === 0) return false;
  return leftMs.some((ms) => ms > -OUTCOME_WAIT_MS && ms < NEAR_END_MS) ? REFRESH_AT_END_MS : REFRESH_MS;
}

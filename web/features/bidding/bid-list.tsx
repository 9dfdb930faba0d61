import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useState } from "react";

import { loadOlderBids } from "../../api/auction.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { BidRow } from "./bid-row.tsx";
import { BidderMenu } from "./bidder-menu.tsx";
import { useArrivals } from "./use-arrivals.ts";
import type { AuctionScreen } from "./use-auction.ts";
import type { BidDesk } from "./use-bid-desk.ts";

/** Shown at first, and added each time someone asks for more. */
const STEP = 30;

type BidListProps = { screen: AuctionScreen; desk: BidDesk; listRef: RefObject<HTMLElement | null> };

export function BidList({ screen, desk, listRef }: BidListProps) {
  const { view, stage, userId, standing } = screen;
  const { auction, bids, olderCursor } = view;
  const client = useQueryClient();
  const [shown, setShown] = useState(STEP);
  const fresh = useArrivals(bids);
  const older = useMutation({ mutationFn: () => loadOlderBids(client, auction._id), meta: { quiet: true } });

  const moreKnown = bids.length > shown;
  const moreToLoad = olderCursor !== null && auction.bidCount > bids.length;

  function showOlder() {
    setShown((count) => count + STEP);
    if (bids.length < shown + STEP && moreToLoad) older.mutate();
  }

  return (
    <Card className="flex min-h-0 flex-col overflow-hidden">
      <h2 className="border-b border-line px-5 py-3 font-display text-lg font-medium">Live Auction</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the arrow keys need a place to stand */}
      <section ref={listRef} tabIndex={0} aria-label="Bids" className="min-h-0 overflow-y-auto -outline-offset-2">
        {bids.length === 0 ? (
          <p className="px-5 py-8 text-center text-sm text-muted">No Bids Yet!!</p>
        ) : (
          <>
            <ol className="divide-y divide-line">
              {bids.slice(0, shown).map((bid, index) => (
                <BidRow
                  key={bid._id}
                  bid={bid}
                  currency={auction.currency}
                  mine={bid.bidder._id === userId}
                  highest={index === 0}
                  fresh={fresh.has(bid._id)}
                  changeable={stage === "live"}
                  onEdit={desk.edit}
                  onDelete={desk.remove}
                  menu={standing === "seller" && <BidderMenu auctionId={auction._id} bidder={bid.bidder} />}
                />
              ))}
            </ol>
            {(moreKnown || moreToLoad) && (
              <div className="border-t border-line p-3 text-center">
                <Button look="quiet" size="sm" busy={older.isPending} onClick={showOlder}>
                  Show older bids
                </Button>
                {older.isError && (
                  <p role="alert" className="mt-1 text-sm text-danger">
                    The older bids cannot be fetched right now.
                  </p>
                )}
              </div>
            )}
          </>
        )}
      </section>
    </Card>
  );
}

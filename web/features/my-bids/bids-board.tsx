import { ArrowDownUp } from "lucide-react";
import { useEffect, useRef, useState } from "react";

import type { JoinedAuctionEntry } from "../../api/joined.ts";
import { serverNow } from "../../api/server-clock.ts";
import { useSessionUser } from "../../api/session.ts";
import { Button } from "../../ui/button.tsx";
import { isFocusLost } from "../../ui/focus.ts";
import { LoadingList } from "../../ui/loading-list.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useShownSince } from "../../ui/use-shown-since.ts";
import { rowOrder } from "./board.ts";
import { ConfirmAboveField } from "./confirm-above-field.tsx";
import { useConfirmAbove } from "./confirm-above.ts";
import { JoinedCard } from "./joined-card.tsx";
import { isUndoOver, type RecentBid } from "./recent-bid.ts";
import { RowAction } from "./row-action.tsx";
import { useBoard } from "./use-board.ts";

const SECTIONS = [
  { group: "needsYou", title: "Needs you", note: "Another bidder is leading." },
  { group: "leading", title: "Leading", note: "Your bid is the highest." },
  { group: "ended", title: "Recently ended", note: "Within the last 24 hours." },
  { group: "new", title: "New", note: "Since you opened this page." },
] as const;

const focusRow = (auctionId: string) => document.getElementById(`bid-${auctionId}`)?.focus({ preventScroll: true });

/**
 * The auctions that a person bids in, in groups, starting with those in which they've been outbid. A row's content
 * updates automatically, but rows move only when the person sorts.
 */
export function BidsBoard({ auctions }: { auctions: readonly JoinedAuctionEntry[] }) {
  const { board, isInOrder, isInPlace, sort } = useBoard(auctions);
  const userId = useSessionUser()?.id ?? "";
  const confirmAbove = useConfirmAbove(userId);
  const orderSince = useShownSince(rowOrder(board));
  /** By auction ID. */
  const [recentBids, setRecentBids] = useState<ReadonlyMap<string, RecentBid>>(new Map());
  const setRecentBid = (auctionId: string, bid: RecentBid) =>
    setRecentBids((before) => new Map([...before, [auctionId, bid]]));
  /** The auction whose call just got its response. The button that was tapped may be gone. */
  const settledAuctionId = useRef<string | null>(null);
  useEffect(() => {
    const auctionId = settledAuctionId.current;
    if (auctionId === null) return;
    // Until we know who leads, the button stays in place.
    if (auctions.some(({ _id, uncertainStanding }) => _id === auctionId && uncertainStanding !== undefined)) return;
    if (isFocusLost()) focusRow(auctionId);
    settledAuctionId.current = null;
  }, [auctions]);
  const top = useRef<HTMLDivElement>(null);
  const sortAgain = () => {
    sort();
    setRecentBids((before) => new Map([...before].filter(([, bid]) => !isUndoOver(bid, serverNow()))));
    // The button that was tapped is gone.
    top.current?.focus({ preventScroll: true });
  };
  const currency = auctions[0]?.currency ?? board[0]?.auction.currency ?? "USD";
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <div className="mb-5 flex flex-wrap items-start justify-between gap-x-8 gap-y-2">
        {/* Same height with or without the button, so that nothing moves. */}
        <div className="flex min-h-9 flex-wrap items-center gap-x-3">
          <output className="text-sm text-muted">
            {isInOrder ? "Ending soonest first." : "The order has changed."}
          </output>
          {!isInOrder && (
            <Button variant="secondary" size="sm" onClick={sortAgain}>
              <ArrowDownUp aria-hidden className="size-4" />
              Sort again
            </Button>
          )}
        </div>
        <ConfirmAboveField userId={userId} amount={confirmAbove} currency={currency} />
      </div>
      <div className="space-y-9">
        {SECTIONS.map(({ group, title, note }) => {
          const rows = board.filter((row) => row.group === group);
          if (rows.length === 0) return null;
          return (
            <section key={group} aria-labelledby={`bids-${group}`}>
              <div className="flex flex-wrap items-baseline gap-x-3">
                <h2 id={`bids-${group}`} className="font-display text-xl font-medium">
                  {title} <span className="text-muted tabular-nums">({rows.filter(isInPlace).length})</span>
                </h2>
                <p className="text-sm text-muted">{note}</p>
              </div>
              <ul className="mt-3 divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
                {rows.map((row, index) => {
                  const { _id } = row.auction;
                  return (
                    <li key={_id}>
                      <JoinedCard
                        {...row}
                        action={
                          <RowAction
                            row={row}
                            isFirst={index === 0}
                            recentBid={recentBids.get(_id) ?? null}
                            onRecentBidChange={(bid) => setRecentBid(_id, bid)}
                            onSettled={() => {
                              settledAuctionId.current = _id;
                            }}
                            focusRow={() => focusRow(_id)}
                            orderSince={orderSince}
                            confirmAbove={confirmAbove}
                          />
                        }
                      />
                    </li>
                  );
                })}
              </ul>
            </section>
          );
        })}
      </div>
    </div>
  );
}

export function BidsBoardSkeleton() {
  return (
    <LoadingList note="Loading your bids..." className="divide-y divide-line rounded-lg border border-line bg-surface">
      <div className="flex items-center gap-4 px-4 py-4 sm:px-5">
        <Skeleton className="h-16 w-20 shrink-0 sm:h-21 sm:w-28" />
        <div className="flex-1 space-y-2.5">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-4 w-1/3" />
        </div>
      </div>
    </LoadingList>
  );
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash2, Undo2 } from "lucide-react";
import { type ReactNode, type RefObject, useState } from "react";

import type { PublicBid } from "../../../../worker/contract/bid.ts";
import { withdrawableUntil } from "../../../../worker/rules/withdrawal-times.ts";
import { loadOlderBids } from "../../../api/auction.ts";
import { serverNow } from "../../../api/server-clock.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { classes } from "../../../ui/classes.ts";
import { Ago } from "../../../ui/date-time.tsx";
import { format } from "../../../ui/format.ts";
import { fullName } from "../../../ui/full-name.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Price, priceText } from "../../../ui/items/price.tsx";
import { optionalComponent } from "../../../ui/lazy-component.tsx";
import { useTickedValue } from "../../../ui/ticker.ts";
import { withdrawalText } from "../announcements.ts";
import type { AuctionScreen } from "../use-auction.ts";
import { RELEASE_REQUESTED_TEXT, needsRelease, releasableUntil } from "./needs-release.ts";
import type { BidDialogControls } from "./use-bid-dialogs.ts";
import { useNewBidIds } from "./use-new-bid-ids.ts";

/** Loaded only for sellers, like `ReleaseRequest`. */
const BidderMenu = optionalComponent(async () => (await import("./bidder-menu.tsx")).BidderMenu);
const ReleaseRequest = optionalComponent(async () => (await import("./release-requests.tsx")).ReleaseRequest);

/** How many bids to show at first, and how many each tap on “Show older bids” adds. */
const BIDS_PER_STEP = 30;
/**
 * How many bids a phone shows at first, because the rest of the page is below them. A class on the list hides the
 * other bids.
 */
const MAX_COLLAPSED_BIDS = 3;

type BidListProps = {
  screen: AuctionScreen;
  dialogs: BidDialogControls;
  listRef: RefObject<HTMLElement | null>;
  /** An admin's menu for a bid and its bidder. Absent for everyone else. */
  actionsFor: ((bid: PublicBid) => ReactNode) | undefined;
};

export function BidList({ screen, dialogs, listRef, actionsFor }: BidListProps) {
  const { view, stage, userId, standing, endsAt } = screen;
  const { auction, bids, olderCursor } = view;
  const client = useQueryClient();
  const [shownCount, setShownCount] = useState(BIDS_PER_STEP);
  const [collapsed, setCollapsed] = useState(true);
  const newBidIds = useNewBidIds(bids);
  const loadingOlder = useMutation({ mutationFn: () => loadOlderBids(client, auction._id), meta: { quiet: true } });

  // Each bidder's highest bid, which shows how many bids they have withdrawn.
  const highestBidIdOf = new Map(
    bids
      .slice(0, shownCount)
      .toReversed()
      .map((bid) => [bid.bidder._id, bid._id]),
  );
  const releaseRequestableUntil = stage === "live" ? releasableUntil(endsAt, auction) : 0;
  const ownHighest = bids.find(({ bidder }) => bidder._id === userId);
  const hasMoreKnown = bids.length > shownCount;
  const hasMoreToLoad = olderCursor !== null && auction.bidCount > bids.length;

  function expand() {
    setCollapsed(false);
    // The button that was tapped is gone.
    listRef.current?.focus({ preventScroll: true });
  }

  function showOlder() {
    setShownCount((count) => count + BIDS_PER_STEP);
    if (bids.length < shownCount + BIDS_PER_STEP && hasMoreToLoad) loadingOlder.mutate();
  }

  return (
    <Card className="flex min-h-0 flex-col overflow-hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line px-5 py-3 lg:py-2">
        <h2 className="font-display text-lg font-medium">{stage === "live" ? "Live Auction" : "Bids"}</h2>
        <p className="text-sm text-muted tabular-nums">
          {[
            stage === "live" && liveText(auction.bidCount),
            auction.withdrawals !== undefined && `${withdrawnBidsText(auction.withdrawals)} withdrawn`,
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      {view.withdrawal && (
        <p className="border-b border-line bg-sunken px-5 py-2.5 text-sm text-muted">
          {withdrawalText(view.withdrawal, userId)}
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <section ref={listRef} tabIndex={0} aria-label="Bids" className="min-h-0 overflow-y-auto -outline-offset-2">
        {bids.length === 0 ? (
          <p className="px-5 py-8 text-center text-sm text-muted">No Bids Yet!!</p>
        ) : (
          <>
            <ol className={classes("divide-y divide-line", collapsed && "max-lg:[&>*:nth-child(n+4)]:hidden")}>
              {bids.slice(0, shownCount).map((bid, index) => (
                <BidEntry
                  key={bid._id}
                  bid={bid}
                  currency={auction.currency}
                  isOwn={bid.bidder._id === userId}
                  isHighest={index === 0}
                  fresh={newBidIds.has(bid._id)}
                  editable={stage === "live" && bid === ownHighest}
                  deletableUntil={
                    stage === "live" ? withdrawableUntil(Date.parse(bid.createdAt), endsAt, auction.freezeMs) : 0
                  }
                  releaseRequestableUntil={needsRelease(bid, auction) ? releaseRequestableUntil : null}
                  showsWithdrawals={highestBidIdOf.get(bid.bidder._id) === bid._id}
                  onEdit={dialogs.edit}
                  onDelete={dialogs.remove}
                  onRequestRelease={dialogs.requestRelease}
                  request={
                    standing === "seller" &&
                    stage === "live" &&
                    bid.releaseRequested && (
                      <ReleaseRequest
                        bid={bid}
                        screen={screen}
                        dialogs={dialogs}
                        className="basis-full rounded-md bg-warning-soft py-1.5 pr-1.5 pl-3 text-warning"
                      />
                    )
                  }
                  actions={
                    standing === "seller" ? (
                      <BidderMenu auctionId={auction._id} bidder={bid.bidder} />
                    ) : (
                      actionsFor?.(bid)
                    )
                  }
                />
              ))}
            </ol>
            {collapsed && bids.length > MAX_COLLAPSED_BIDS && (
              <div className="border-t border-line p-3 text-center lg:hidden">
                <Button variant="quiet" size="sm" onClick={expand}>
                  Show all bids
                </Button>
              </div>
            )}
            {(hasMoreKnown || hasMoreToLoad) && (
              <div className={classes("border-t border-line p-3 text-center", collapsed && "max-lg:hidden")}>
                <Button variant="quiet" size="sm" busy={loadingOlder.isPending} onClick={showOlder}>
                  Show older bids
                </Button>
                {loadingOlder.isError && (
                  <p role="alert" className="mt-1 text-sm text-danger">
                    We can't load older bids right now.
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

type BidEntryProps = {
  bid: PublicBid;
  currency: string;
  isOwn: boolean;
  isHighest: boolean;
  /** Whether the bid has just arrived. */
  fresh: boolean;
  /** True only for the person's highest bid, because raising another one would be the same as a new bid. */
  editable: boolean;
  /** The deadline for the bidder to delete the bid (epoch ms). */
  deletableUntil: number;
  /**
   * The deadline for the bidder to ask the seller to release the bid (epoch ms). Null if they can withdraw it alone.
   */
  releaseRequestableUntil: number | null;
  /** Whether to show how many bids the bidder has withdrawn. True for one bid per bidder. */
  showsWithdrawals: boolean;
  onEdit: (bid: PublicBid) => void;
  onDelete: (bid: PublicBid) => void;
  onRequestRelease: (bid: PublicBid) => void;
  /** The bidder's request to withdraw the bid, shown to the seller. */
  request: ReactNode;
  /** The seller's or an admin's actions for this bidder. */
  actions?: ReactNode;
};

function BidEntry({
  bid,
  currency,
  isOwn,
  isHighest,
  fresh,
  editable,
  deletableUntil,
  releaseRequestableUntil,
  showsWithdrawals,
  onEdit,
  onDelete,
  onRequestRelease,
  request,
  actions,
}: BidEntryProps) {
  const { bidder, amount, createdAt, edited, auto, withdrawals, releaseRequested } = bid;
  const price = priceText(amount, currency);
  const isInTime = useTickedValue(() => serverNow() < (releaseRequestableUntil ?? deletableUntil));
  const deletable = isInTime && releaseRequestableUntil === null;
  const canRequestRelease = isInTime && releaseRequestableUntil !== null && !releaseRequested;
  const notes = [
    isHighest && "Highest",
    auto && "Automatic",
    edited && "Edited",
    showsWithdrawals && withdrawals !== undefined && `Withdrew ${withdrawnBidsText(withdrawals)}`,
    releaseRequested && !isOwn && !request && "Asked to withdraw it",
  ].filter(Boolean);
  return (
    <li
      data-fresh={fresh || undefined}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2.5 transition-colors duration-500 data-fresh:bg-accent-soft data-fresh:duration-0 lg:py-1.5"
    >
      <Avatar name={fullName(bidder)} url={bidder.image?.url} size="sm" />
      {/* With larger text, the part after the name moves to the next line. */}
      <div className="min-w-0 flex-1 basis-20">
        <p className="flex gap-1.5 text-sm font-medium">
          <span className="min-w-0 truncate">{fullName(bidder)}</span>
          {isOwn && <span className="shrink-0 font-normal text-muted">(you)</span>}
        </p>
        <p className="text-xs text-muted">
          <Ago iso={createdAt} now={serverNow} />
          {notes.length > 0 && ` · ${notes.join(" · ")}`}
        </p>
        {isOwn && releaseRequested && <p className="text-xs text-muted">{RELEASE_REQUESTED_TEXT}</p>}
      </div>
      {isOwn && (editable || deletable || canRequestRelease) && (
        <div className="-my-1.5 -mr-1.5 flex">
          {editable && (
            <IconButton label={`Edit your bid of ${price}`} onClick={() => onEdit(bid)}>
              <Pencil aria-hidden className="size-4" />
            </IconButton>
          )}
          {deletable && (
            <IconButton label={`Delete your bid of ${price}`} onClick={() => onDelete(bid)}>
              <Trash2 aria-hidden className="size-4" />
            </IconButton>
          )}
          {canRequestRelease && (
            <IconButton label={`Ask to withdraw your bid of ${price}`} onClick={() => onRequestRelease(bid)}>
              <Undo2 aria-hidden className="size-4" />
            </IconButton>
          )}
        </div>
      )}
      {actions}
      <Price
        amount={amount}
        currency={currency}
        className={classes("ml-auto text-sm", isHighest ? "font-semibold" : "font-medium text-muted")}
      />
      {request}
    </li>
  );
}

function liveText(count: number): string {
  return count === 1 ? "1 bid is live" : `${format.number(count)} bids are live`;
}

function withdrawnBidsText(count: number): string {
  return count === 1 ? "1 bid" : `${count} bids`;
}

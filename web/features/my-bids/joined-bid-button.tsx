import { useEffect, useRef } from "react";

import { messageOf } from "../../api/failure.ts";
import type { JoinedAuctionEntry } from "../../api/joined.ts";
import { Button } from "../../ui/button.tsx";
import { isFocusLost } from "../../ui/focus.ts";
import { priceText } from "../../ui/items/price.tsx";
import { usePositionSince } from "../../ui/use-shown-since.ts";
import { useTapGuard } from "../../ui/use-tap-guard.ts";
import { type RecentBid, STALE_TAP_MS } from "./recent-bid.ts";
import { useJoinedBid } from "./use-joined-bid.ts";
import { useTwoTapConfirm } from "./use-two-tap-confirm.ts";

export type JoinedBidProps = {
  auction: JoinedAuctionEntry;
  /** The bid placed in this row since the page was opened, or null. */
  recentBid: RecentBid | null;
  onRecentBidChange: (recentBid: RecentBid) => void;
  onSettled: () => void;
  /** Focuses the row when the focused element is removed. */
  focusRow: () => void;
};

type JoinedBidButtonProps = Omit<JoinedBidProps, "focusRow"> & {
  variant: "primary" | "secondary";
  /** When the rows were last sorted. Sorting may have put another auction under the finger. */
  orderSince: { readonly current: number };
  /** When the row got this button, by `performance.now()`. */
  buttonSince: { readonly current: number };
  /** Above this amount, the first tap only asks. Major units. */
  confirmAbove: number;
};

/**
 * One tap bids exactly the amount on the button, if it has been there long enough to read. A large amount takes a
 * second tap, and so does a button that just replaced the person's last bid.
 */
export function JoinedBidButton({
  auction,
  variant,
  recentBid,
  onRecentBidChange,
  onSettled,
  orderSince,
  buttonSince,
  confirmAbove,
}: JoinedBidButtonProps) {
  const { title, minNextBid, currency } = auction;
  /** Set right away, because the button is disabled only with the next render, and a double tap may be faster. */
  const isSending = useRef(false);
  const place = useJoinedBid(auction, {
    onRecentBidChange,
    onSettled() {
      isSending.current = false;
      onSettled();
    },
  });
  const isBusy = place.isPending || auction.uncertainStanding !== undefined;
  const button = useRef<HTMLButtonElement>(null);
  const positionSince = usePositionSince(button);
  const wasPressed = useRef(false);
  // A disabled button loses focus.
  useEffect(() => {
    if (isBusy || !wasPressed.current) return;
    wasPressed.current = false;
    if (isFocusLost()) button.current?.focus({ preventScroll: true });
  }, [isBusy]);
  const minBidText = priceText(minNextBid, currency);
  const guard = useTapGuard(minNextBid, minBidText);
  const { isConfirming, arm, disarm, canConfirm } = useTwoTapConfirm(minNextBid);
  const needsConfirmation = () =>
    minNextBid > confirmAbove || (recentBid !== null && performance.now() - buttonSince.current < STALE_TAP_MS);
  const press = () => {
    if (isSending.current) return;
    if (!guard.check(Math.max(orderSince.current, buttonSince.current, positionSince()))) return disarm();
    if (!isConfirming && needsConfirmation()) return arm();
    if (isConfirming && !canConfirm()) return;
    disarm();
    wasPressed.current = true;
    isSending.current = true;
    place.mutate(minNextBid);
  };
  const label = isConfirming ? `Confirm ${minBidText}` : `Bid ${minBidText} now`;
  return (
    <>
      <Button
        className="w-full px-3 tabular-nums"
        ref={button}
        variant={isConfirming && !isBusy ? "confirm" : variant}
        busy={isBusy}
        busyLabel={place.isPending ? "Placing..." : "Checking who's leading..."}
        aria-label={isBusy ? undefined : `${label}: ${title}`}
        onClick={press}
        onBlur={disarm}
      >
        {label}
        {isConfirming && (
          <span
            aria-hidden
            className="absolute inset-x-0 bottom-0 h-1 origin-left animate-run-out bg-canvas/60 motion-reduce:hidden"
          />
        )}
      </Button>
      {/* Rendered before it's needed, so that screen readers announce it. */}
      <div aria-live="polite" className="text-sm">
        {isConfirming && <p className="sr-only">Tap again to bid {minBidText}. Escape cancels.</p>}
        {place.isError && <p className="mt-2 text-danger">{messageOf(place.error, "Cannot place Bid")}</p>}
        {guard.warning && <p className="mt-2 text-warning">{guard.warning}</p>}
      </div>
    </>
  );
}

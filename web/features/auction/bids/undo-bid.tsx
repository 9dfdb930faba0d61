import { useRef, useState } from "react";

import type { PublicBid } from "../../../../worker/contract/bid.ts";
import { undoableUntil, undoCutoffMsFor } from "../../../../worker/rules/withdrawal-times.ts";
import { serverNow } from "../../../api/server-clock.ts";
import { Button } from "../../../ui/button.tsx";
import { format } from "../../../ui/format.ts";
import { priceText } from "../../../ui/items/price.tsx";
import { softCloseWindowOf } from "../../../ui/items/soft-close.ts";
import { useTickedValue } from "../../../ui/ticker.ts";
import { useOnFocusLost } from "../../../ui/use-on-focus-lost.ts";
import type { AuctionScreen } from "../use-auction.ts";
import { RELEASE_REQUESTED_TEXT, needsRelease } from "./needs-release.ts";
import type { BidDialogControls } from "./use-bid-dialogs.ts";

type UndoBidProps = {
  screen: AuctionScreen;
  dialogs: Pick<BidDialogControls, "requestRelease">;
  /** Called if the button is removed while it has focus, and after an undo. */
  keepFocus: () => void;
};

/**
 * Undoes the user's own bid as a typo while the rules allow it. The bid must lead and be at most a minute old. The
 * soft-close window must not have begun, nor the freeze in an auction without a soft close. All of that comes from the
 * auction, so the button survives a reload. If undoing would reveal a hidden amount, the person can ask the seller
 * instead.
 */
export function UndoBid({ screen, dialogs, keepFocus }: UndoBidProps) {
  const { view, stage, userId, endsAt, bidding } = screen;
  const { freezeMs, currency } = view.auction;
  const leadingBid = view.bids[0];
  const isOwn = leadingBid !== undefined && leadingBid.bidder._id === userId && !leadingBid.auto;
  const own = isOwn && stage === "live" ? leadingBid : null;
  const cutoffMs = undoCutoffMsFor(softCloseWindowOf(view.auction), freezeMs);
  const until = own ? undoableUntil(Date.parse(own.createdAt), endsAt, cutoffMs) : -Infinity;
  const secondsLeft = useTickedValue(() => Math.max(0, Math.ceil((until - serverNow()) / 1_000)));
  const isInTime = own !== null && secondsLeft > 0;
  const mustRequestRelease = own !== null && needsRelease(own, view.auction);
  const isPossible = isInTime && !mustRequestRelease && !own.releaseRequested;
  const announcement = useAnnouncement(isPossible ? own : null, secondsLeft, currency);
  return (
    <>
      <span aria-live="polite" className="sr-only">
        {announcement}
      </span>
      {isPossible && (
        <UndoButton
          secondsLeft={secondsLeft}
          shownPrice={priceText(own.amount, currency)}
          isPending={bidding.undo.isPending}
          onPress={() => bidding.undo.mutate(own._id, { onSettled: keepFocus })}
          onFocusLost={keepFocus}
        />
      )}
      {own?.releaseRequested && <p className="text-sm text-muted">{RELEASE_REQUESTED_TEXT}</p>}
      {isInTime && mustRequestRelease && !own.releaseRequested && (
        <Button variant="quiet" size="sm" className="-mx-3" onClick={() => dialogs.requestRelease(own)}>
          Ask to withdraw<span className="sr-only"> your bid of {priceText(own.amount, currency)}</span>
        </Button>
      )}
    </>
  );
}

type UndoButtonProps = {
  secondsLeft: number;
  shownPrice: string;
  isPending: boolean;
  onPress: () => void;
  /** Called if the button is removed while it has focus. */
  onFocusLost: () => void;
};

function UndoButton({ secondsLeft, shownPrice, isPending, onPress, onFocusLost }: UndoButtonProps) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  useOnFocusLost(buttonRef, onFocusLost);
  const seconds = String(secondsLeft % 60).padStart(2, "0");
  return (
    <Button ref={buttonRef} variant="quiet" size="sm" className="-mx-3 tabular-nums" busy={isPending} onClick={onPress}>
      Undo {/* Announces the time once, not every second. */}
      <span aria-hidden>
        ({Math.floor(secondsLeft / 60)}:{seconds})
      </span>
      <span className="sr-only"> your bid of {shownPrice}</span>
    </Button>
  );
}

/** Announces once per bid that it can be undone, and for how long. */
function useAnnouncement(own: PublicBid | null, secondsLeft: number, currency: string): string {
  const [announced, setAnnounced] = useState({ bidId: "", text: "" });
  const bidId = own?._id ?? null;
  const amount = own?.amount ?? 0;
  if (bidId === null) {
    // Don't announce the undo again if it becomes possible again because a higher bid was undone.
    if (announced.text !== "") setAnnounced({ ...announced, text: "" });
  } else if (announced.bidId !== bidId) {
    const text = `You can undo your bid of ${priceText(amount, currency)} for ${format.plural(secondsLeft, "second")}.`;
    setAnnounced({ bidId, text });
  }
  return announced.text;
}

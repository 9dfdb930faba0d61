/**
 * Places the minimum bid with one tap, on a button that shows the amount. It sends exactly what the person read. If the
 * amount has just changed, or the button has just moved, a tap sends nothing and the page says so.
 */
import { type RefObject, useRef, useState } from "react";

import { messageOf } from "../../../api/failure.ts";
import { useVerificationRefusal } from "../../../shared/use-verification-refusal.ts";
import { priceText } from "../../../ui/items/price.tsx";
import { READ_MS, useShownSince } from "../../../ui/use-shown-since.ts";
import { useTapGuard } from "../../../ui/use-tap-guard.ts";
import type { AuctionScreen } from "../use-auction.ts";
import { createIntent } from "./intents.ts";
import type { BidDialogControls } from "./use-bid-dialogs.ts";
import { isUnusual } from "./use-bid-mutations.ts";

type OneTapBidOptions = {
  screen: AuctionScreen;
  dialogs: BidDialogControls;
  /** Where the button is. If this changes, the button has moved or has just appeared. */
  layout: string;
  /** When the button replaced one that only opened a dialog, by `performance.now()`. Absent if it replaced none. */
  replacedSince?: Readonly<RefObject<number>>;
  /** Called when the room has responded, because the button that had focus may be gone. */
  onSettled: () => void;
};

/** For this long, the first tap may have been meant for the previous button. */
const STALE_TAP_MS = 5_000;

export function useOneTapBid({ screen, dialogs, layout, replacedSince, onSettled }: OneTapBidOptions) {
  const { view, mightLead, bidding } = screen;
  const { minNextBid, currency } = view.auction;
  const { place } = bidding;
  const layoutSince = useShownSince(layout);
  /** The amount that was automatically sent again. Its refusal is shown even if the button has changed. */
  const [resentAmount, setResentAmount] = useState<number | null>(null);
  const verificationRefusal = useVerificationRefusal(place);
  const explainedAt = useRef(-Infinity);
  const minBidText = priceText(minNextBid, currency);
  const guard = useTapGuard(minNextBid, minBidText);
  const bidNow = () => {
    const at = performance.now();
    if (replacedSince !== undefined && replacedSince.current > at - STALE_TAP_MS) {
      // Explains the new button once, for long enough to read. A double tap counts as one tap.
      if (explainedAt.current < replacedSince.current) explainedAt.current = at;
      if (explainedAt.current > at - READ_MS) return guard.refuse("replaced");
    }
    if (!guard.check(layoutSince.current)) return;
    setResentAmount(null);
    place.mutate(
      { bidAmount: minNextBid },
      {
        onSettled,
        // The price has dropped far below the amount on the button.
        onError(error) {
          const { minimum } = isUnusual(error) ? error.details : {};
          if (minimum !== undefined) guard.refuse("changed", minimum);
        },
      },
    );
  };
  const resend = () => {
    const amount = place.variables?.bidAmount;
    if (amount === undefined) return;
    setResentAmount(amount);
    place.mutate({ bidAmount: amount }, { onSettled });
  };
  // The dialog shows its own refusals. A refusal of an amount other than the button's is out of date.
  const isForButtonAmount = place.isError && [minNextBid, resentAmount].includes(place.variables.bidAmount ?? null);
  const isRefused = isForButtonAmount && dialogs.openDialog === null && !verificationRefusal && !isUnusual(place.error);
  return {
    /** The amount on the button. */
    minBidText,
    press: () => dialogs.requireSignIn(bidNow, createIntent("bid", minNextBid, currency)),
    isPending: place.isPending && dialogs.openDialog === null,
    /** The refusal of a bid that waits until the person confirms their address. */
    verificationRefusal: dialogs.openDialog === null ? verificationRefusal : null,
    /** Resends the held bid. */
    resend,
    refusal: isRefused ? messageOf(place.error, "Cannot place Bid") : undefined,
    /** Why the last tap sent nothing. */
    warning: mightLead ? null : guard.warning,
  };
}

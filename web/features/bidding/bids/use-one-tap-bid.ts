/**
 * The smallest next bid at one press, on a button that names it. It sends exactly what the person read: if the amount
 * has just changed, or the button has just moved, a press sends nothing and says so.
 */
import { type RefObject, useRef, useState } from "react";

import { messageOf } from "../../../api/failure.ts";
import { useHeldRefusal } from "../../../api/use-held-refusal.ts";
import { priceText } from "../../../ui/price.tsx";
import { READ_MS, useShownSince } from "../../../ui/shown-since.ts";
import type { AuctionScreen } from "../use-auction.ts";
import type { BidDialogControls } from "./use-bid-dialogs.ts";

type OneTapBidProps = {
  screen: AuctionScreen;
  dialogs: BidDialogControls;
  /** Names where the button is. Another name than before: it has moved, or was not there. */
  layout: string;
  /** Since when it is where a button was that only opened a dialog, by `performance.now()`; absent if there was none. */
  replacedSince?: Readonly<RefObject<number>>;
  /** Called when the room has answered: the button may be gone, and the focus with it. */
  onSettled: () => void;
};

type Unsent = { readonly amount: number; readonly reason: "changed" | "moved" | "replaced" };

/** For this long the first press may have been meant for the button that was there before. */
const REPLACED_MS = 5_000;

export function useOneTapBid({ screen, dialogs, layout, replacedSince, onSettled }: OneTapBidProps) {
  const { view, mayLead, bidding } = screen;
  const { minNextBid, currency } = view.auction;
  const { place } = bidding;
  const amountSince = useShownSince(minNextBid);
  const layoutSince = useShownSince(layout);
  const [unsent, setUnsent] = useState<Unsent | null>(null);
  /** The amount that was sent again by itself: a refusal of it is shown, whatever is on the button by then. */
  const [resent, setResent] = useState<number | null>(null);
  const held = useHeldRefusal(place);
  const explainedAt = useRef(-Infinity);
  const smallest = priceText(minNextBid, currency);
  const bidNow = () => {
    const at = performance.now();
    const readSince = at - READ_MS;
    const because = (reason: Unsent["reason"]) => setUnsent({ amount: minNextBid, reason });
    if (replacedSince !== undefined && replacedSince.current > at - REPLACED_MS) {
      // Explained once, until that could be read: a double tap is one press.
      if (explainedAt.current < replacedSince.current) explainedAt.current = at;
      if (explainedAt.current > readSince) return because("replaced");
    }
    if (amountSince.current > readSince) return because("changed");
    if (layoutSince.current > readSince) return because("moved");
    setUnsent(null);
    setResent(null);
    place.mutate({ bidAmount: minNextBid }, { onSettled });
  };
  const resend = () => {
    const amount = place.variables?.bidAmount;
    if (amount === undefined) return;
    setResent(amount);
    place.mutate({ bidAmount: amount }, { onSettled });
  };
  // The dialog shows its own refusals, and a refusal of another amount than the button's is out of date.
  const isOfButton = place.isError && [minNextBid, resent].includes(place.variables.bidAmount ?? null);
  const isRefused = isOfButton && dialogs.open === null && !held;
  return {
    /** The amount on the button. */
    smallest,
    press: () => dialogs.signedIn(bidNow),
    isPending: place.isPending && dialogs.open === null,
    /** The refusal of a bid that waits for the proof of the person's address. */
    held: dialogs.open === null ? held : null,
    /** Sends that bid again. */
    resend,
    refusal: isRefused ? messageOf(place.error, "Cannot place Bid") : undefined,
    /** Why the last press sent nothing, while that still says something about the button. */
    warning:
      unsent?.amount === minNextBid && !mayLead
        ? `${REASONS[unsent.reason](smallest)} Nothing was sent: press again to bid ${smallest}.`
        : null,
  };
}

const REASONS = {
  changed: (smallest: string) => `The smallest next bid has just changed to ${smallest}.`,
  moved: () => "This button was not here a moment ago.",
  replaced: () => "From now on one press bids.",
} as const;

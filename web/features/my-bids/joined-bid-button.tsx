import { useEffect, useRef, useState } from "react";

import { messageOf } from "../../api/failure.ts";
import type { Joined } from "../../api/joined.ts";
import { Button } from "../../ui/button.tsx";
import { isFocusLost } from "../../ui/focus.ts";
import { priceText } from "../../ui/price.tsx";
import { READ_MS, usePlaceSince, useShownSince } from "../../ui/shown-since.ts";
import { useJoinedBid } from "./use-joined-bid.ts";

type JoinedBidButtonProps = {
  auction: Joined;
  /** Since when the board has had its order: a reorder may have put another auction under the finger. */
  orderSince: { readonly current: number };
  /** The bid was answered: its auction may move to another group, where it has no button. */
  onSettled: () => void;
};

/** One press bids exactly the amount on the button, if it has been there long enough to be read. */
export function JoinedBidButton({ auction, orderSince, onSettled }: JoinedBidButtonProps) {
  const { title, minNextBid, currency } = auction;
  const place = useJoinedBid(auction);
  const isBusy = place.isPending || auction.unsure !== undefined;
  const button = useRef<HTMLButtonElement>(null);
  const placeSince = usePlaceSince(button);
  const pressed = useRef(false);
  // A disabled button loses the focus.
  useEffect(() => {
    if (isBusy || !pressed.current) return;
    pressed.current = false;
    if (isFocusLost()) button.current?.focus({ preventScroll: true });
  }, [isBusy]);
  const amountSince = useShownSince(minNextBid);
  /** Set when a press sent nothing, because the amount had just changed or the button had just moved. */
  const [unsent, setUnsent] = useState<{ readonly amount: number; readonly reason: string } | null>(null);
  const smallest = priceText(minNextBid, currency);
  const bidNow = () => {
    const readSince = performance.now() - READ_MS;
    if (amountSince.current > readSince) {
      return setUnsent({ amount: minNextBid, reason: `The smallest next bid has just changed to ${smallest}.` });
    }
    if (Math.max(orderSince.current, placeSince()) > readSince) {
      return setUnsent({ amount: minNextBid, reason: "This button was not here a moment ago." });
    }
    setUnsent(null);
    pressed.current = true;
    place.mutate(minNextBid, { onSettled });
  };
  return (
    <div>
      <Button
        className="w-full px-3 tabular-nums"
        ref={button}
        busy={isBusy}
        busyLabel={place.isPending ? "Placing..." : "Checking who leads..."}
        aria-label={isBusy ? undefined : `Bid ${smallest} now: ${title}`}
        onClick={bidNow}
      >
        Bid {smallest} now
      </Button>
      {/* There before it is needed, so that it is announced. */}
      <div aria-live="polite" className="text-sm">
        {place.isError && <p className="mt-2 text-danger">{messageOf(place.error, "Cannot place Bid")}</p>}
        {unsent?.amount === minNextBid && (
          <p className="mt-2 text-warning">
            {unsent.reason} Nothing was sent: press again to bid {smallest}.
          </p>
        )}
      </div>
    </div>
  );
}

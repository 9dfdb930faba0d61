import { useRef, useState } from "react";

import { messageOf } from "../../../api/failure.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { FieldMessage } from "../../../ui/field.tsx";
import { priceText } from "../../../ui/price.tsx";
import { READ_MS, useShownSince } from "../../../ui/shown-since.ts";
import type { AuctionScreen } from "../use-auction.ts";
import { outbidAtOnceText } from "./offer-texts.ts";
import { UndoBid } from "./undo-bid.tsx";
import type { BidDialogControls } from "./use-bid-dialogs.ts";

/** The smallest next bid, a button that places it, one for any other amount, and one that buys at once. */
export function BidActions({ screen, dialogs }: { screen: AuctionScreen; dialogs: BidDialogControls }) {
  const { view, standing, bidding } = screen;
  const { minNextBid, currency, _id, buyNowPrice = null } = view.auction;
  const { place, undo, notice, outbidAtOnce } = bidding;
  const actionsRef = useRef<HTMLDivElement>(null);
  // The button is disabled while it runs and removed when its bid leads: keep the focus from falling to the page's top.
  const keepFocus = () => actionsRef.current?.focus({ preventScroll: true });
  // The dialog shows its own refusals, and a refusal of another amount than the button's is out of date.
  const isRefused = place.isError && dialogs.open === null && place.variables.bidAmount === minNextBid;
  const refusal = isRefused ? messageOf(place.error, "Cannot place Bid") : undefined;
  const smallest = priceText(minNextBid, currency);
  const shownSince = useShownSince(minNextBid);
  /** The amount that had just changed under a press, which therefore sent nothing. */
  const [changedTo, setChangedTo] = useState<number | null>(null);
  const bidNow = () => {
    if (performance.now() - shownSince.current < READ_MS) return setChangedTo(minNextBid);
    setChangedTo(null);
    place.mutate({ bidAmount: minNextBid }, { onSettled: keepFocus });
  };
  return (
    <div ref={actionsRef} tabIndex={-1} className="outline-none">
      <div className="flex gap-3">
        <Button size="lg" className="min-w-0 flex-1 px-3 max-lg:hidden" onClick={dialogs.place}>
          Place Bid
        </Button>
        {/* The leader must not bid against themselves by accident. */}
        {standing !== "leading" && (
          <Button
            size="lg"
            look="secondary"
            className="min-w-0 flex-1 px-3 tabular-nums"
            busy={place.isPending && dialogs.open === null}
            busyLabel="Placing..."
            onClick={() => dialogs.signedIn(bidNow)}
          >
            Bid {smallest} now
          </Button>
        )}
      </div>
      {buyNowPrice !== null && (
        <Button
          size="lg"
          look="secondary"
          className="mt-3 w-full px-3 tabular-nums"
          onClick={() => dialogs.buy(buyNowPrice)}
        >
          Buy now for {priceText(buyNowPrice, currency)}
        </Button>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-4">
        <FieldMessage id={`smallest-${_id}`} error={refusal} hint={`Smallest next bid: ${smallest}`} />
        <div className="flex flex-wrap items-center gap-x-3">
          <output className="text-sm font-medium text-success">{notice}</output>
          <UndoBid screen={screen} keepFocus={keepFocus} />
        </div>
      </div>
      {undo.isError && (
        <Alert tone="danger" className="mt-3">
          {messageOf(undo.error, "The auction did not respond: your bid may still stand")}
        </Alert>
      )}
      {outbidAtOnce && standing !== "leading" && (
        // Not an alert: the panel's own one says that somebody else leads.
        <p className="mt-3 text-sm">{outbidAtOnceText(outbidAtOnce.amount, outbidAtOnce.price, currency)}</p>
      )}
      {changedTo === minNextBid && standing !== "leading" && (
        <Alert tone="warning" className="mt-3">
          The smallest next bid has just changed to {smallest}. Nothing was sent: press again to bid {smallest}.
        </Alert>
      )}
    </div>
  );
}

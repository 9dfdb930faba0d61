import type { ReactNode } from "react";

import { Button } from "../../../ui/button.tsx";
import { Price, priceText } from "../../../ui/items/price.tsx";
import type { AuctionScreen } from "../use-auction.ts";
import type { BidDialogControls } from "./use-bid-dialogs.ts";

/** The user's own maximum, whether others can see it, and a button to change it. */
export function OwnMaximum({ screen, dialogs }: { screen: AuctionScreen; dialogs: BidDialogControls }) {
  const { view, userId, ownMaximum, isOwnMaximumPublic, standing } = screen;
  const { currency, currentBid } = view.auction;
  const own = view.bids.find(({ bidder }) => bidder._id === userId);
  if (!own) return null;
  if (ownMaximum === null) {
    // Automatic bidding has raised the bid as far as it could, and another bid has reached or passed it.
    if (standing !== "outbid" || !own.auto) return null;
    const maximum = priceText(own.amount, currency);
    return (
      <MaximumLine changeLabel="Raise" onChange={() => dialogs.edit(own)}>
        {own.amount < currentBid
          ? `Your maximum of ${maximum} became public when a bid passed it.`
          : `Your maximum of ${maximum} became public when a bid reached it.`}
      </MaximumLine>
    );
  }
  return (
    <MaximumLine changeLabel="Change" onChange={() => dialogs.edit(own)}>
      Your maximum: <Price amount={ownMaximum} currency={currency} className="font-medium" />
      <span className="block text-muted">
        {isOwnMaximumPublic || own.amount === ownMaximum
          ? "It's public, because a bid has reached it."
          : "Hidden until a bid reaches it."}
      </span>
    </MaximumLine>
  );
}

type MaximumLineProps = { changeLabel: "Change" | "Raise"; onChange: () => void; children: ReactNode };

function MaximumLine({ changeLabel, onChange, children }: MaximumLineProps) {
  return (
    <div className="flex items-center justify-between gap-4 rounded-md bg-sunken py-1.5 pr-2 pl-4 text-sm">
      <p>{children}</p>
      <Button variant="quiet" size="sm" onClick={onChange}>
        {changeLabel} <span className="sr-only">your maximum</span>
      </Button>
    </div>
  );
}

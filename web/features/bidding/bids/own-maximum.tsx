import { Button } from "../../../ui/button.tsx";
import { Price } from "../../../ui/price.tsx";
import type { AuctionScreen } from "../use-auction.ts";
import type { BidDialogControls } from "./use-bid-dialogs.ts";

/** The maximum of the user's own leading bid, where it has one, and the way to change it. */
export function OwnMaximum({ screen, dialogs }: { screen: AuctionScreen; dialogs: BidDialogControls }) {
  const { view, ownMaximum } = screen;
  const [leading] = view.bids;
  if (ownMaximum === null || !leading) return null;
  return (
    <div className="flex items-center justify-between gap-4 rounded-md bg-sunken py-1.5 pr-2 pl-4 text-sm">
      <p>
        Your maximum: <Price amount={ownMaximum} currency={view.auction.currency} className="font-medium" />
        <span className="block text-muted">Nobody else sees it.</span>
      </p>
      <Button look="quiet" size="sm" onClick={() => dialogs.edit(leading)}>
        Change <span className="sr-only">your maximum</span>
      </Button>
    </div>
  );
}

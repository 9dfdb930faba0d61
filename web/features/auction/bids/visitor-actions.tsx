import { Button } from "../../../ui/button.tsx";
import { Price } from "../../../ui/items/price.tsx";
import type { AuctionScreen } from "../use-auction.ts";
import type { BidDialogControls } from "./use-bid-dialogs.ts";

export const SIGN_IN_TO_BID = "Sign in to bid";

/** The sign-in button for visitors, and what they could bid. After the sign-in, the bid dialog is open. */
export function VisitorActions({ screen, dialogs }: { screen: AuctionScreen; dialogs: BidDialogControls }) {
  const { minNextBid, currency, buyNowPrice = null } = screen.view.auction;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <Button size="lg" className="grow basis-44 max-lg:high:hidden" onClick={() => dialogs.place(currency)}>
        {SIGN_IN_TO_BID}
      </Button>
      <p className="text-sm text-muted">
        Minimum bid: <Price amount={minNextBid} currency={currency} className="font-medium text-ink" />
        {buyNowPrice !== null && (
          <span className="block">
            Buy Now price: <Price amount={buyNowPrice} currency={currency} className="font-medium text-ink" />
          </span>
        )}
      </p>
    </div>
  );
}

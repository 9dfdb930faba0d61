import { Link } from "react-router";

import { paths } from "../../paths.ts";
import { Alert } from "../../ui/alert.tsx";
import { fullName } from "../../ui/full-name.ts";
import { priceText } from "../../ui/price.tsx";
import type { AuctionScreen } from "./use-auction.ts";

/** The outcome of an auction that no longer accepts bids. */
export function Outcome({ view, stage, userId }: Pick<AuctionScreen, "view" | "stage" | "userId">) {
  const { winner, currentBid, currency } = view.auction;
  const price = priceText(currentBid, currency);
  switch (stage) {
    case "upcoming":
    case "live":
      return null;
    case "closing":
      return <Alert tone="info">The auction has ended. The result is on its way…</Alert>;
    case "sold":
      if (winner !== null && winner._id === userId) {
        return (
          <Alert tone="success">
            You won this auction for {price}. Find it under{" "}
            <Link to={paths.auctionsWon} className="underline underline-offset-2">
              Auctions Won
            </Link>
            .
          </Alert>
        );
      }
      return <Alert tone="info">{winner ? `Sold to ${fullName(winner)} for ${price}` : `Sold for ${price}`}</Alert>;
    case "expired":
      return <Alert tone="info">This auction expired without a sale.</Alert>;
    case "voided":
      return <Alert tone="warning">{voidedText(view.auction.voided?.reason)}</Alert>;
    case "cancelled":
      return <Alert tone="warning">The seller has cancelled this auction. All bids are void.</Alert>;
    case "hidden":
      return (
        <Alert tone="warning">
          {view.auction.voided && `${voidedText(view.auction.voided.reason)} `}
          {view.auction.hidden
            ? `Lotline has hidden this auction from everyone but its seller. Reason: ${view.auction.hidden.reason}`
            : "This auction is no longer shown."}
        </Alert>
      );
    case "removed":
      return <Alert tone="warning">The seller has removed this auction.</Alert>;
  }
}

/** The reason is missing only while the page that brings it is on its way. */
function voidedText(reason: string | undefined): string {
  const text = "Our team has voided this auction: nobody wins it, and its bids no longer count.";
  return reason === undefined ? text : `${text} Reason: ${reason}`;
}

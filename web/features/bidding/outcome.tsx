import { Link } from "react-router";

import { paths } from "../../paths.ts";
import { Alert } from "../../ui/alert.tsx";
import { fullName } from "../../ui/full-name.ts";
import { priceText } from "../../ui/price.tsx";
import type { AuctionScreen } from "./use-auction.ts";

/** The outcome of an auction that no longer accepts bids. */
export function Outcome({ view, stage, userId }: Pick<AuctionScreen, "view" | "stage" | "userId">) {
  const { winner, currentBid, currency, bought } = view.auction;
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
            You {bought ? "bought this item" : "won this auction"} for {price}. Find it under{" "}
            <Link to={paths.auctionsWon} className="underline underline-offset-2">
              Auctions Won
            </Link>
            .
          </Alert>
        );
      }
      return (
        <Alert tone="info">
          {bought && winner && `Bought by ${fullName(winner)} for ${price}`}
          {!bought && (winner ? `Sold to ${fullName(winner)} for ${price}` : `Sold for ${price}`)}
        </Alert>
      );
    case "expired":
      return <Alert tone="info">{expiredText(view, userId)}</Alert>;
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

function expiredText({ auction, bids }: AuctionScreen["view"], userId: string | undefined): string {
  const { bidCount, reserveMet, currentBid, currency, seller } = auction;
  if (bidCount === 0 || reserveMet !== false) return "This auction expired without a sale.";
  const price = priceText(currentBid, currency);
  if (userId === seller._id) {
    return `The highest bid of ${price} did not meet your reserve: nobody has won. You can list it again in My Auctions.`;
  }
  return bids[0]?.bidder._id === userId
    ? `Your bid of ${price} was the highest, but it did not meet the seller's reserve: nobody has won, and you owe nothing.`
    : `The highest bid of ${price} did not meet the seller's reserve: nobody has won.`;
}

/** The reason is missing only while the page that brings it is on its way. */
function voidedText(reason: string | undefined): string {
  const text = "Our team has voided this auction: nobody wins it, and its bids no longer count.";
  return reason === undefined ? text : `${text} Reason: ${reason}`;
}

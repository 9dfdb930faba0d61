import type { ReactNode } from "react";

import { paths } from "../../paths.ts";
import { Alert } from "../../ui/alert.tsx";
import { classes } from "../../ui/classes.ts";
import { fullName } from "../../ui/full-name.ts";
import { priceText } from "../../ui/items/price.tsx";
import { optionalComponent } from "../../ui/lazy-component.tsx";
import { Link } from "../../ui/link.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import type { AuctionScreen } from "./use-auction.ts";

/** Loaded on demand, because few auctions have a second chance. */
const SecondChance = optionalComponent(async () => (await import("./result/second-chance.tsx")).SecondChance);

/** The outcome of an auction that no longer accepts bids. */
export function AuctionOutcome({ view, stage, userId }: Pick<AuctionScreen, "view" | "stage" | "userId">) {
  const { winner, currentBid, currency, bought } = view.auction;
  const price = priceText(currentBid, currency);
  switch (stage) {
    case "upcoming":
    case "live":
      return null;
    case "closing":
      return (
        <EndedAlert>
          <p className="flex items-center gap-3 font-medium">
            <Spinner />
            Ended, waiting for the result
          </p>
        </EndedAlert>
      );
    case "sold": {
      const isOwn = winner !== null && winner._id === userId;
      return (
        <EndedAlert isOwn={isOwn}>
          <p className="text-xl font-semibold">Sold for {price}</p>
          <p className="mt-0.5 text-sm">
            {isOwn ? (
              <>
                You {bought ? "bought this item" : "won this auction"}. You'll find it in{" "}
                <Link to={paths.auctionsWon} className="font-medium underline underline-offset-2">
                  My Winnings
                </Link>
                .
              </>
            ) : (
              winner && `${bought ? "Bought by" : "To"} ${fullName(winner)}`
            )}
          </p>
        </EndedAlert>
      );
    }
    case "expired":
      return (
        <EndedAlert>
          <p className="text-sm font-medium">{expiredText(view, userId)}</p>
          {view.auction.buyerReleased && (
            <SecondChance auctionId={view.auction._id} isSeller={userId === view.auction.seller._id} />
          )}
        </EndedAlert>
      );
    case "voided":
      return <Alert tone="warning">{voidedText(view.auction.voided?.reason)}</Alert>;
    case "cancelled":
      return <Alert tone="warning">The seller has canceled this auction. All bids are void.</Alert>;
    case "hidden":
      return (
        <Alert tone="warning">
          {view.auction.voided && `${voidedText(view.auction.voided.reason)} `}
          {view.auction.hidden
            ? `Our team has hidden this auction from everyone but its seller. Reason: ${view.auction.hidden.reason}`
            : "This auction is no longer available."}
        </Alert>
      );
    case "unavailable":
      return <Alert tone="warning">This auction is no longer available.</Alert>;
    case "removed":
      return <Alert tone="warning">The seller has removed this auction.</Alert>;
  }
}

/** Not a live region, because the announcer reports an end that happens while the page is open. */
function EndedAlert({ isOwn = false, children }: { isOwn?: boolean; children: ReactNode }) {
  return (
    <div
      className={classes(
        "flex grow flex-col justify-center rounded-md px-4 py-3",
        isOwn ? "bg-success-soft text-success" : "bg-accent-soft text-accent",
      )}
    >
      {children}
    </div>
  );
}

export function expiredText({ auction, bids }: AuctionScreen["view"], userId: string | undefined): string {
  const { bidCount, reserveMet, currentBid, currency, seller, buyerReleased } = auction;
  if (buyerReleased) return releasedText(userId, seller._id, bids[0]?.bidder._id);
  if (bidCount === 0 || reserveMet !== false) return "This auction expired without a sale.";
  const price = priceText(currentBid, currency);
  if (userId === seller._id) {
    return `The highest bid of ${price} didn't meet your reserve, so no one won. You can list it again in My Auctions.`;
  }
  return bids[0]?.bidder._id === userId
    ? `Your bid of ${price} was the highest, but it didn't meet the seller's reserve. No one won, and you owe nothing.`
    : `The highest bid of ${price} didn't meet the seller's reserve, so no one won.`;
}

function releasedText(userId: string | undefined, sellerId: string, buyerId: string | undefined): string {
  if (userId === sellerId) return "The sale was canceled. See the deal for details.";
  return userId !== undefined && userId === buyerId
    ? "This sale was canceled. You no longer owe anything. See the deal for the reason."
    : "This sale was canceled, so no one won.";
}

/** The reason is missing only until the page has refetched the auction. */
function voidedText(reason: string | undefined): string {
  const text = "Our team has voided this auction. No one wins it, and its bids no longer count.";
  return reason === undefined ? text : `${text} Reason: ${reason}`;
}

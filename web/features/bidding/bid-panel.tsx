import { paths } from "../../paths.ts";
import { Card } from "../../ui/card.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Price } from "../../ui/price.tsx";
import { BidActions } from "./bid-actions.tsx";
import { ConnectionNote } from "./connection-note.tsx";
import { EndClock } from "./end-clock.tsx";
import { Outcome } from "./outcome.tsx";
import { OwnAuctionNote } from "./own-auction-note.tsx";
import { StandingNote } from "./standing-note.tsx";
import type { AuctionScreen } from "./use-auction.ts";
import type { BidDesk } from "./use-bid-desk.ts";

/** Price, time and the way to bid. */
export function BidPanel({ screen, desk }: { screen: AuctionScreen; desk: BidDesk }) {
  const { view, stage, endsAt, standing, connection, reconnect, userId } = screen;
  const { startingPrice, currentBid, bidCount, currency, extensions } = view.auction;
  if (view.gone) {
    return (
      <Card className="shrink-0 space-y-5 p-5">
        <Outcome view={view} stage={stage} userId={userId} />
        <LinkButton to={paths.auctions} look="secondary" className="w-full">
          Browse Auctions
        </LinkButton>
      </Card>
    );
  }
  return (
    <Card className="shrink-0 p-5 pt-3.5">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 text-sm">
        {stage === "live" || stage === "closing" ? (
          <>
            <ConnectionNote connection={connection} onRetry={reconnect} watching={view.watching} />
            <p className="text-muted tabular-nums">{bidCount.toLocaleString("en-US")} bids are live</p>
          </>
        ) : (
          <p className="font-medium">{stage === "hidden" ? "Not shown" : "Auction over"}</p>
        )}
      </div>
      <div className="mt-3 flex flex-wrap justify-between gap-x-6 gap-y-4 border-t border-line pt-4">
        <div>
          <p className="text-sm text-muted">Current Bid Price</p>
          <Price amount={currentBid} currency={currency} className="block text-3xl font-semibold tracking-tight" />
          <p className="text-sm text-muted">
            Starting Price <Price amount={startingPrice} currency={currency} className="font-medium text-ink" />
          </p>
        </div>
        <EndClock view={view} stage={stage} endsAt={endsAt} />
      </div>
      <div className="mt-4 space-y-4">
        {stage === "live" && standing === "seller" && <OwnAuctionNote auctionId={view.auction._id} />}
        {stage === "live" && standing !== "seller" && (
          <>
            <StandingNote standing={standing} />
            <BidActions screen={screen} desk={desk} />
          </>
        )}
        <Outcome view={view} stage={stage} userId={userId} />
      </div>
      {/* Last, so that the buttons stay where they are when a late bid moves the end. */}
      {extensions > 0 && (
        <p className="mt-3 border-t border-line pt-3 text-sm">
          {extensions === 1 ? "Extended because of a late bid" : `Extended ${extensions} times because of late bids`}
        </p>
      )}
    </Card>
  );
}

import type { AuctionView } from "../../api/auction-view.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { fullName } from "../../ui/full-name.ts";
import { topBidders } from "./top-bidders.ts";

export function BidderSummary({ view }: { view: AuctionView }) {
  const { bidCount } = view.auction;
  if (bidCount === 0) return <p className="text-sm text-muted">No Bid Placed Yet!</p>;
  const bidders = topBidders(view.bids);
  return (
    <div className="flex items-center gap-3 text-sm">
      <div className="isolate flex -space-x-1.5 *:relative *:first:z-20 *:nth-2:z-10">
        {bidders.map((bidder) => (
          <Avatar
            key={bidder._id}
            name={fullName(bidder)}
            url={bidder.image?.url}
            size="sm"
            className="ring-2 ring-canvas"
          />
        ))}
      </div>
      <p>
        <span className="sr-only">By {bidders.map(fullName).join(", ")} among others: </span>
        <span className="font-medium tabular-nums">{bidCount.toLocaleString("en-US")} bids placed</span>
      </p>
    </div>
  );
}

import type { AuctionView } from "../../../api/auction-view.ts";
import { serverNow } from "../../../api/server-clock.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Avatar } from "../../../ui/avatar.tsx";
import { reader } from "../../../ui/format.ts";
import { fullName } from "../../../ui/full-name.ts";
import { useTicking } from "../../../ui/ticker.ts";
import { topBidders } from "../bidders.ts";
import { isClosingSoon } from "../standing.ts";
import type { AuctionScreen } from "../use-auction.ts";
import { VerifySection } from "../verify/verify-section.tsx";
import { AuctionTerms } from "./auction-terms.tsx";
import { OwnRelistPlan } from "./own-relist-plan.tsx";
import { PriceOverTime } from "./price-over-time.tsx";
import { RelistedAs, RelistOf } from "./relisting-links.tsx";
import { SampleTerms } from "./sample-terms.tsx";
import { SellerBox } from "./seller-box.tsx";

const CLOSING_SOON = "Auction Closing soon - Place your Bid!";

type LotProps = Pick<AuctionScreen, "view" | "stage" | "standing" | "endsAt">;

/** The notice that the auction is about to end. On a phone it is above the price. */
export function ClosingNotice({ stage, standing, endsAt }: Omit<LotProps, "view">) {
  const closingSoon = useTicking(() => isClosingSoon(endsAt, serverNow()));
  if (stage !== "live" || !closingSoon) return null;
  // There is nothing that these two should do.
  if (standing === "seller" || standing === "leading") return <p className="text-sm text-muted">{CLOSING_SOON}</p>;
  return <Alert tone="danger">{CLOSING_SOON}</Alert>;
}

/**
 * What is sold. On a phone it is above the bids, although it follows them in the order of the keyboard: so nothing in it
 * can be focused but a link to the other listing of a lot.
 */
export function LotDescription({ view, stage, standing, endsAt }: LotProps) {
  return (
    <div className="space-y-6">
      {stage === "expired" && (
        <RelistedAs auctionId={view.auction._id} endsAt={endsAt} isSeller={standing === "seller"} />
      )}
      <BidderSummary view={view} />
      {view.auction.relistOf !== undefined && <RelistOf auctionId={view.auction.relistOf} />}
      <section aria-labelledby="description" className="border-t border-line pt-6">
        <h2 id="description" className="font-display text-xl font-medium">
          Description
        </h2>
        <p className="mt-3 max-w-[68ch] leading-7 whitespace-pre-line">{view.auction.description}</p>
      </section>
    </div>
  );
}

/** Everything else about the lot and its auction. */
export function LotDetails({ view, stage, standing }: Omit<LotProps, "endsAt">) {
  return (
    <div className="space-y-6">
      <SellerBox seller={view.auction.seller} />
      <AuctionTerms view={view} stage={stage} />
      {standing === "seller" && (stage === "upcoming" || stage === "live") && (
        <OwnRelistPlan auctionId={view.auction._id} ended={false} />
      )}
      <PriceOverTime bids={view.bids} auction={view.auction} />
      {(!view.gone || view.gone === "cancelled") && <VerifySection auctionId={view.auction._id} />}
      <SampleTerms isOver={stage !== "upcoming" && stage !== "live"} />
    </div>
  );
}

function BidderSummary({ view }: { view: AuctionView }) {
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
        <span className="font-medium tabular-nums">{reader.count(bidCount)} bids placed</span>
      </p>
    </div>
  );
}

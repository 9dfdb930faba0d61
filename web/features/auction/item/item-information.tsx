import type { AuctionView } from "../../../api/auction-view.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { format } from "../../../ui/format.ts";
import { fullName } from "../../../ui/full-name.ts";
import { optionalComponent } from "../../../ui/lazy-component.tsx";
import { countBidders, topBidders } from "../bidders.ts";
import type { AuctionScreen } from "../use-auction.ts";
import { VerifySection } from "../verify/verify-section.tsx";
import { AuctionTerms } from "./auction-terms.tsx";
import { LazyRelistPlan } from "./lazy-relist-plan.tsx";
import { SamplePerks } from "./sample-perks.tsx";
import { SellerBox } from "./seller-box.tsx";

/** Below the first screen, and empty until there are bids. */
const PriceOverTime = optionalComponent(async () => (await import("./price-over-time.tsx")).PriceOverTime);
/** Loaded on demand, like `RelistOf`, because few pages show a relisting. */
const RelistedAs = optionalComponent(async () => (await import("./relisting-links.tsx")).RelistedAs);
const RelistOf = optionalComponent(async () => (await import("./relisting-links.tsx")).RelistOf);

type ItemDescriptionProps = Pick<AuctionScreen, "view" | "stage" | "standing" | "endsAt">;

/**
 * The item for sale. On a phone it's above the bids but follows them in keyboard order. So only links to the item's
 * other listings and, for the seller, the relisting plan can get focus.
 */
export function ItemDescription({ view, stage, standing, endsAt }: ItemDescriptionProps) {
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

/** Everything else about the item and its auction. */
export function ItemInformation({ view, stage, standing }: Omit<ItemDescriptionProps, "endsAt">) {
  return (
    <div className="space-y-6">
      <SellerBox seller={view.auction.seller} />
      <AuctionTerms view={view} stage={stage} />
      {standing === "seller" && (stage === "upcoming" || stage === "live") && (
        <LazyRelistPlan auctionId={view.auction._id} hasEnded={false} />
      )}
      {view.bids.length > 0 && <PriceOverTime bids={view.bids} auction={view.auction} />}
      {(!view.gone || view.gone === "cancelled") && <VerifySection auctionId={view.auction._id} />}
      <SamplePerks isOver={stage !== "upcoming" && stage !== "live"} />
    </div>
  );
}

function BidderSummary({ view }: { view: AuctionView }) {
  const { bidCount } = view.auction;
  if (bidCount === 0) return <p className="text-sm text-muted">No Bid Placed Yet!</p>;
  const bidders = topBidders(view.bids);
  const { count, isExact } = countBidders(view);
  const others = count > bidders.length || !isExact ? " and others" : "";
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
        <span className="sr-only">{`By ${bidders.map(fullName).join(", ")}${others}: `}</span>
        <span className="font-medium tabular-nums">
          {bidCount === 1 ? "1 bid placed" : `${format.number(bidCount)} bids placed`}
        </span>
      </p>
    </div>
  );
}

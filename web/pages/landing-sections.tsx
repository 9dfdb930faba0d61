import { useQuery } from "@tanstack/react-query";

import type { ListedAuction } from "../../worker/contract/catalogue.ts";
import { endingQuery, soldQuery } from "../api/auctions.ts";
import { serverNow } from "../api/server-clock.ts";
import { CallToAction } from "../features/landing/call-to-action.tsx";
import { CategoryGrid } from "../features/landing/category-grid.tsx";
import { EndingSoon } from "../features/landing/ending-soon.tsx";
import { FeaturedAuctions } from "../features/landing/featured-auctions.tsx";
import type { FeaturedFailure } from "../features/landing/featured-failure.ts";
import { HammerPrices } from "../features/landing/hammer-prices.tsx";
import { chooseLandingItems } from "../features/landing/landing-items.ts";
import { MarketplaceStats } from "../features/landing/marketplace-stats.tsx";
import { WhyChoose } from "../features/landing/why-choose.tsx";
import { isLoading } from "../ui/query-state.ts";
import { useTickedValue } from "../ui/ticker.ts";
import { LandingHeart } from "./landing-heart.tsx";

type LandingSectionsProps = {
  isSignedIn: boolean;
  featured: readonly ListedAuction[];
  loading: boolean;
  failure: FeaturedFailure | null;
};

/** Everything below the landing page's first screen, loaded afterwards. */
export default function LandingSections({ isSignedIn, featured, loading, failure }: LandingSectionsProps) {
  const ending = useQuery(endingQuery);
  const live = ending.data ?? [];
  const { data: sold = [] } = useQuery(soldQuery);
  // The list is sorted by end, soonest first.
  const endedCount = useTickedValue(
    () => live.filter(({ auctionEndTime }) => Date.parse(auctionEndTime) <= serverNow()).length,
  );
  // Nothing is placed while the featured items load, because each item must appear only once.
  const shown = chooseLandingItems({
    featured,
    live: loading ? [] : live.slice(endedCount),
    sold: loading ? [] : sold,
  });
  return (
    <>
      {loading || isLoading(ending) ? (
        // As tall as the row that nearly always follows, so that nothing moves.
        <div className="h-107 sm:h-118 lg:h-143" />
      ) : (
        <EndingSoon auctions={shown.ending} Heart={LandingHeart} />
      )}
      <WhyChoose />
      <FeaturedAuctions
        auctions={shown.grid}
        isFirstInHero={featured.length > 0}
        loading={loading}
        failure={failure}
        Heart={LandingHeart}
      />
      <CategoryGrid />
      <HammerPrices auctions={shown.sold} />
      <MarketplaceStats />
      <CallToAction isSignedIn={isSignedIn} />
    </>
  );
}

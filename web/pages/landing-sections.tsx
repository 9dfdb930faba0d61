import type { Auction } from "../../worker/contract/catalogue.ts";
import { CallToAction } from "../features/landing/call-to-action.tsx";
import { CategoryGrid } from "../features/landing/category-grid.tsx";
import { EndingSoon } from "../features/landing/ending-soon.tsx";
import { FeaturedAuctions } from "../features/landing/featured-auctions.tsx";
import { HammerPrices } from "../features/landing/hammer-prices.tsx";
import type { LotProblem } from "../features/landing/lot-problem.ts";
import { MarketplaceFigures } from "../features/landing/marketplace-figures.tsx";
import { WhyChoose } from "../features/landing/why-choose.tsx";
import { LandingHeart } from "./landing-heart.tsx";

type LandingSectionsProps = {
  signedIn: boolean;
  featured: readonly Auction[];
  loading: boolean;
  problem: LotProblem | null;
};

/** Everything below the first screen of the landing page: the page loads it after that. */
export default function LandingSections({ signedIn, featured, loading, problem }: LandingSectionsProps) {
  return (
    <>
      <EndingSoon Heart={LandingHeart} />
      <WhyChoose />
      <FeaturedAuctions auctions={featured} loading={loading} problem={problem} Heart={LandingHeart} />
      <CategoryGrid />
      <HammerPrices />
      <MarketplaceFigures />
      <CallToAction signedIn={signedIn} />
    </>
  );
}

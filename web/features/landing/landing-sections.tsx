import type { Auction } from "../../../worker/contract/catalogue.ts";
import { CallToAction } from "./call-to-action.tsx";
import { CategoryGrid } from "./category-grid.tsx";
import { EndingSoon } from "./ending-soon.tsx";
import { FeaturedAuctions } from "./featured-auctions.tsx";
import { HammerPrices } from "./hammer-prices.tsx";
import type { LotProblem } from "./lot-problem.ts";
import { WhyChoose } from "./why-choose.tsx";

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
      <EndingSoon />
      <WhyChoose />
      <FeaturedAuctions auctions={featured} loading={loading} problem={problem} />
      <CategoryGrid />
      <HammerPrices />
      <CallToAction signedIn={signedIn} />
    </>
  );
}

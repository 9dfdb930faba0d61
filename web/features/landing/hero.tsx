import type { ListedAuction } from "../../../worker/contract/catalogue.ts";
import { paths } from "../../paths.ts";
import { SITE_NAME } from "../../site-name.ts";
import { LinkButton } from "../../ui/link-button.tsx";
import type { FeaturedFailure } from "./featured-failure.ts";
import { HeroItem } from "./hero-item.tsx";
import { HeroSearch } from "./hero-search.tsx";

type HeroProps = {
  isSignedIn: boolean;
  item: ListedAuction | undefined;
  loading: boolean;
  failure: FeaturedFailure | null;
};

export function Hero({ isSignedIn, item, loading, failure }: HeroProps) {
  return (
    <section className="mx-auto grid max-w-7xl grid-cols-[minmax(0,1fr)] items-center gap-8 px-4 pt-8 pb-10 sm:gap-12 sm:px-6 sm:pt-12 sm:pb-16 lg:min-h-[min(52rem,calc(100dvh-4rem))] lg:grid-cols-[1.1fr_1fr] lg:gap-16 lg:py-20">
      <div>
        <p className="text-sm font-semibold tracking-wide text-accent uppercase">Live auctions, in real time</p>
        <h1 className="mt-4 font-display text-4xl font-medium tracking-tight sm:text-5xl">
          The room is open. Bid from anywhere.
        </h1>
        <p className="mt-4 max-w-xl text-lg text-muted sm:mt-6">
          {SITE_NAME} is an auction house without walls: secure bidding, a global community of collectors and sellers,
          and every bid on your screen the moment it is placed.
        </p>
        <HeroSearch />
        <div className="mt-5 flex flex-wrap gap-3">
          <LinkButton to={isSignedIn ? paths.auctions : paths.signup} size="lg">
            Start Bidding
          </LinkButton>
          <LinkButton to={paths.auctions} variant="secondary" size="lg">
            Browse Auctions
          </LinkButton>
        </div>
      </div>
      <HeroItem item={item} loading={loading} failure={failure} />
    </section>
  );
}

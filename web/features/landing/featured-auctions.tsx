import type { ComponentType } from "react";

import type { ListedAuction } from "../../../worker/contract/catalogue.ts";
import { serverNow } from "../../api/server-clock.ts";
import { paths } from "../../paths.ts";
import { format } from "../../ui/format.ts";
import { fullName } from "../../ui/full-name.ts";
import { Countdown } from "../../ui/items/countdown.tsx";
import { priceLabel } from "../../ui/items/item-tile.tsx";
import { CardTexts, ListingCard, TimeLeft } from "../../ui/items/listing-card.tsx";
import { Price } from "../../ui/items/price.tsx";
import { Link } from "../../ui/link.tsx";
import { RetryButton } from "../../ui/retry-button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { SpriteIcon } from "../../ui/sprite-icon.tsx";
import { useTickedValue } from "../../ui/ticker.ts";
import type { FeaturedFailure } from "./featured-failure.ts";
import { Section } from "./section.tsx";

/** Two columns from phone width on, and three on a large screen. */
const GRID_CLASS = "grid gap-3 min-[22rem]:grid-cols-2 sm:gap-6 lg:grid-cols-3";
const PLACEHOLDER_KEYS = ["first", "second", "third"];

type FeaturedAuctionsProps = {
  auctions: readonly ListedAuction[];
  /** Whether the first auction is already shown at the top of the page, so `auctions` leaves it out. */
  isFirstInHero: boolean;
  loading: boolean;
  failure: FeaturedFailure | null;
  Heart: Heart;
};

/** Adds the item to the watchlist, in the corner of its card. */
type Heart = ComponentType<{ auction: ListedAuction }>;

export function FeaturedAuctions({ auctions, isFirstInHero, loading, failure, Heart }: FeaturedAuctionsProps) {
  return (
    <Section
      title="Featured Auctions"
      text="A selection of live auctions."
      aside={
        <Link
          to={paths.auctions}
          className="inline-flex items-center gap-1.5 rounded-sm text-sm font-medium text-accent hover:underline"
        >
          All auctions <SpriteIcon name="arrow-right" className="size-4" />
        </Link>
      }
    >
      {isFirstInHero && auctions.length === 0 && (
        <p className="text-muted">The only live auction right now is at the top of this page.</p>
      )}
      {auctions.length > 0 && (
        <ul className={GRID_CLASS}>
          {auctions.map((auction) => (
            <li key={auction._id} className="min-w-0 max-sm:nth-[n+5]:hidden">
              <FeaturedCard auction={auction} Heart={Heart} />
            </li>
          ))}
        </ul>
      )}
      {!isFirstInHero && (
        <div className="relative">
          <div className={GRID_CLASS}>
            {PLACEHOLDER_KEYS.map((key) => (
              <div key={key} className="overflow-hidden rounded-lg border border-line bg-surface">
                <Skeleton className="aspect-4/3 rounded-none" />
                <div className="h-56 space-y-3 p-3 sm:h-60 sm:p-5">
                  <Skeleton className="h-5 w-3/4" />
                  <Skeleton className="h-4 w-full" />
                  <Skeleton className="h-4 w-2/3" />
                </div>
              </div>
            ))}
          </div>
          {!loading && (
            <div className="absolute inset-0 flex items-center justify-center">
              <div className="mx-4 rounded-md border border-line bg-surface px-5 py-4 text-center shadow-lifted">
                <p className="font-display text-lg font-medium">
                  {failure ? "Cannot fetch Auctions" : "No Featured Auctions Yet!!"}
                </p>
                {failure && (
                  <>
                    <p className="mt-1 mb-3 text-sm text-muted">{failure.reason}</p>
                    <RetryButton size="sm" query={failure.query} />
                  </>
                )}
              </div>
            </div>
          )}
        </div>
      )}
    </Section>
  );
}

function FeaturedCard({ auction, Heart }: { auction: ListedAuction; Heart: Heart }) {
  const { _id, startingPrice, currentBid, bidCount, currency, seller } = auction;
  const endsAt = Date.parse(auction.auctionEndTime);
  const isLive = useTickedValue(() => serverNow() < endsAt);
  return (
    <ListingCard
      auction={auction}
      badge={
        isLive ? (
          <TimeLeft>
            <Countdown targetAt={endsAt} now={serverNow} />
          </TimeLeft>
        ) : (
          "Ended"
        )
      }
      padding="p-3 sm:p-5"
    >
      <CardTexts auction={auction} heading="h3" to={paths.auction(_id)} />
      {isLive && <Heart auction={auction} />}
      <div className="mt-3 flex items-end justify-between gap-2 sm:mt-4 sm:gap-4">
        <p className="min-w-0">
          <span className="block text-xs text-muted">{priceLabel(auction.status, isLive, bidCount)}</span>
          <Price amount={currentBid} currency={currency} className="block truncate text-lg font-semibold sm:text-xl" />
        </p>
        <p className="shrink-0 text-xs text-muted tabular-nums">{format.plural(bidCount, "bid")}</p>
      </div>
      <div className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3 text-xs text-muted sm:mt-4 sm:pt-4 sm:text-sm">
        <p className="truncate">
          Starting at <Price amount={startingPrice} currency={currency} className="font-medium text-ink" />
        </p>
        <p className="truncate">{fullName(seller)}</p>
      </div>
    </ListingCard>
  );
}

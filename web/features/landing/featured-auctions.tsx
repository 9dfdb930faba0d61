import type { ComponentType } from "react";

import type { Auction } from "../../../worker/contract/catalogue.ts";
import { serverNow } from "../../api/server-clock.ts";
import { paths } from "../../paths.ts";
import { Countdown } from "../../ui/countdown.tsx";
import { fullName } from "../../ui/full-name.ts";
import { Link } from "../../ui/link.tsx";
import { ListingCardBody } from "../../ui/listing-card-body.tsx";
import { Price } from "../../ui/price.tsx";
import { RetryButton } from "../../ui/retry-button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { SpriteIcon } from "../../ui/sprite-icon.tsx";
import { useTicking } from "../../ui/ticker.ts";
import type { LotProblem } from "./lot-problem.ts";
import { Section } from "./section.tsx";

const grid = "grid gap-6 sm:grid-cols-2 lg:grid-cols-3";
const PLACEHOLDERS = ["first", "second", "third"];

type FeaturedAuctionsProps = {
  /** The first is the one at the top of the page: it is not shown again. */
  auctions: readonly Auction[];
  loading: boolean;
  problem: LotProblem | null;
  Heart: Heart;
};

/** Puts the lot on the watchlist; in the corner of its card. */
type Heart = ComponentType<{ auction: Auction }>;

export function FeaturedAuctions({ auctions, loading, problem, Heart }: FeaturedAuctionsProps) {
  const others = auctions.slice(1);
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
      {auctions.length === 1 && (
        <p className="text-muted">The only live auction right now is at the top of this page.</p>
      )}
      {others.length > 0 && (
        <ul className={grid}>
          {others.map((auction) => (
            <li key={auction._id} className="min-w-0">
              <FeaturedCard auction={auction} Heart={Heart} />
            </li>
          ))}
        </ul>
      )}
      {auctions.length === 0 && (
        <div className="relative">
          <div className={grid}>
            {PLACEHOLDERS.map((key) => (
              <div key={key} className="overflow-hidden rounded-lg border border-line bg-surface">
                <Skeleton className="aspect-4/3 rounded-none" />
                <div className="h-60 space-y-3 p-5">
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
                  {problem ? "Cannot fetch Auctions" : "No Featured Auctions Yet!!"}
                </p>
                {problem && (
                  <>
                    <p className="mt-1 mb-3 text-sm text-muted">{problem.reason}</p>
                    <RetryButton size="sm" {...problem} />
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

function FeaturedCard({ auction, Heart }: { auction: Auction; Heart: Heart }) {
  const { _id, startingPrice, currentBid, bidCount, currency, seller } = auction;
  const endsAt = Date.parse(auction.auctionEndTime);
  const isLive = useTicking(() => serverNow() < endsAt);
  return (
    <article className="group relative h-full overflow-hidden rounded-lg border border-line bg-surface shadow-raised transition-shadow hover:shadow-lifted">
      <ListingCardBody
        auction={auction}
        heading="h3"
        to={paths.auction(_id)}
        badge={
          <p className="absolute bottom-3 left-3 flex h-7 items-center gap-1.5 rounded-full bg-surface px-2.5 text-xs font-semibold shadow-raised">
            {isLive ? (
              <>
                <SpriteIcon name="clock" className="size-3.5 text-muted" />
                <span className="sr-only">Time left: </span>
                <Countdown endsAt={endsAt} now={serverNow} />
              </>
            ) : (
              "Ended"
            )}
          </p>
        }
      >
        <Heart auction={auction} />
        <div className="mt-4 flex items-end justify-between gap-4">
          <p>
            <span className="block text-xs text-muted">{bidCount > 0 ? "Current bid" : "No bids yet"}</span>
            <Price amount={currentBid} currency={currency} className="text-xl font-semibold" />
          </p>
          <p className="text-xs text-muted tabular-nums">{bidCount === 1 ? "1 bid" : `${bidCount} bids`}</p>
        </div>
        <div className="mt-4 flex items-baseline justify-between gap-4 border-t border-line pt-4 text-sm text-muted">
          <p>
            Starting at <Price amount={startingPrice} currency={currency} className="font-medium text-ink" />
          </p>
          <p className="truncate">{fullName(seller)}</p>
        </div>
      </ListingCardBody>
    </article>
  );
}

import { Link } from "react-router";

import type { Auction } from "../../../worker/contract/catalogue.ts";
import { paths } from "../../paths.ts";
import { fullName } from "../../ui/full-name.ts";
import { ListingCardBody } from "../../ui/listing-card-body.tsx";
import { Price } from "../../ui/price.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { SpriteIcon } from "../../ui/sprite-icon.tsx";
import { Section } from "./section.tsx";

const grid = "grid gap-6 sm:grid-cols-2 lg:grid-cols-3";
const PLACEHOLDERS = ["first", "second", "third"];

type FeaturedAuctionsProps = { auctions: readonly Auction[]; loading: boolean };

export function FeaturedAuctions({ auctions, loading }: FeaturedAuctionsProps) {
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
      {auctions.length > 0 ? (
        <ul className={grid}>
          {auctions.map((auction) => (
            <li key={auction._id} className="min-w-0">
              <FeaturedCard auction={auction} />
            </li>
          ))}
        </ul>
      ) : (
        <div className="relative">
          <div className={grid}>
            {PLACEHOLDERS.map((key) => (
              <div key={key} className="overflow-hidden rounded-lg border border-line bg-surface">
                <Skeleton className="aspect-4/3 rounded-none" />
                <div className="h-47 space-y-3 p-5">
                  <Skeleton className="h-5 w-3/4" />
                  <Skeleton className="h-4 w-full" />
                  <Skeleton className="h-4 w-2/3" />
                </div>
              </div>
            ))}
          </div>
          {!loading && (
            <p className="absolute inset-0 flex items-center justify-center">
              <span className="rounded-md bg-surface px-5 py-3 font-display text-lg font-medium shadow-lifted">
                No Featured Auctions Yet!!
              </span>
            </p>
          )}
        </div>
      )}
    </Section>
  );
}

function FeaturedCard({ auction }: { auction: Auction }) {
  const { _id, startingPrice, currency, seller } = auction;
  return (
    <Link
      to={paths.auction(_id)}
      className="group block h-full overflow-hidden rounded-lg border border-line bg-surface shadow-raised transition-shadow hover:shadow-lifted"
    >
      <ListingCardBody auction={auction} heading="h3">
        <div className="mt-4 flex items-baseline justify-between gap-4 border-t border-line pt-4">
          <p className="text-sm text-muted">
            Starting at{" "}
            <Price amount={startingPrice} currency={currency} className="text-base font-semibold text-ink" />
          </p>
          <p className="truncate text-sm text-muted">{fullName(seller)}</p>
        </div>
      </ListingCardBody>
    </Link>
  );
}

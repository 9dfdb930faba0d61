import { Star } from "lucide-react";
import type { ReactNode } from "react";

import type { AuctionView } from "../../../api/auction-view.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { fullName } from "../../../ui/full-name.ts";
import { SellerLink } from "../../../ui/seller-link.tsx";

/** Fixed display values of the product. */
const STARS = 5;
const FILLED_STARS = 4;
const REVIEWS = "211 reviews";

type LotHeadingProps = Pick<AuctionView, "auction"> & {
  /** What a person can do with the lot besides bidding. */
  action: ReactNode;
  /** How many people watch it. */
  watchers: ReactNode;
};

export function LotHeading({ auction, action, watchers }: LotHeadingProps) {
  const { title, seller } = auction;
  return (
    <div>
      <div className="flex items-start justify-between gap-4">
        <h1 className="min-w-0 font-display text-2xl font-medium text-pretty lg:text-[1.625rem] lg:leading-8">
          {title}
        </h1>
        <div className="relative flex shrink-0 gap-2">
          {action}
          {/* It is fetched later, and must not move anything when it comes. */}
          <div className="absolute top-full right-0 mt-0.5 text-xs">{watchers}</div>
        </div>
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <p className="flex min-w-0 items-center gap-2">
          <Avatar name={fullName(seller)} url={seller.image?.url} size="sm" />
          <span className="min-w-0">
            <span className="sr-only">Seller: </span>
            <SellerLink seller={seller} className="font-medium" />
          </span>
        </p>
        <p className="flex items-center gap-2 text-muted">
          <span className="sr-only">{`${FILLED_STARS} of ${STARS} stars`}</span>
          <span aria-hidden className="flex gap-0.5 text-warning">
            {Array.from({ length: STARS }, (_, index) => (
              <Star key={index} className="size-4" fill={index < FILLED_STARS ? "currentColor" : "none"} />
            ))}
          </span>
          {REVIEWS}
        </p>
      </div>
    </div>
  );
}

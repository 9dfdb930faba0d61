import { Star } from "lucide-react";
import type { ReactNode } from "react";

import type { AuctionView } from "../../../api/auction-view.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { fullName } from "../../../ui/full-name.ts";
import { SellerLink } from "../../../ui/seller-link.tsx";
import { LotTitle } from "./lot-title.tsx";

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
      <LotTitle>{title}</LotTitle>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm lg:mt-2">
        <div className="flex min-w-0 items-center gap-3">
          <Avatar name={fullName(seller)} url={seller.image?.url} size="sm" />
          <div className="min-w-0">
            <p>
              <span className="sr-only">Seller: </span>
              <SellerLink seller={seller} className="font-medium" />
            </p>
            <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-muted">
              <span className="sr-only">{`${FILLED_STARS} of ${STARS} stars`}</span>
              <span aria-hidden className="flex gap-0.5 text-warning">
                {Array.from({ length: STARS }, (_, index) => (
                  <Star key={index} className="size-3.5" fill={index < FILLED_STARS ? "currentColor" : "none"} />
                ))}
              </span>
              {REVIEWS}
            </p>
          </div>
        </div>
        <div className="relative flex shrink-0 gap-2">
          {action}
          {/* It is fetched later, and must not move anything when it comes. */}
          <div className="absolute top-full right-0 text-xs">{watchers}</div>
        </div>
      </div>
    </div>
  );
}

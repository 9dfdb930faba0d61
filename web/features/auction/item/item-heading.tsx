import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import type { Seller } from "../../../../worker/contract/seller.ts";
import type { AuctionView } from "../../../api/auction-view.ts";
import { sellerQuery } from "../../../api/sellers.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { AverageStars } from "../../../ui/average-stars.tsx";
import { showsSamples } from "../../../ui/fixed-texts.ts";
import { format } from "../../../ui/format.ts";
import { fullName } from "../../../ui/full-name.ts";
import { isDeleted, SellerLink } from "../../../ui/items/seller-link.tsx";
import { ItemTitle } from "./item-title.tsx";

type ItemHeadingProps = Pick<AuctionView, "auction"> & {
  /** Actions on the item other than bidding. */
  actions: ReactNode;
};

export function ItemHeading({ auction, actions }: ItemHeadingProps) {
  const { title, seller } = auction;
  const { data: sellerProfile } = useQuery({ ...sellerQuery(seller._id), enabled: !isDeleted(seller) });
  return (
    <div>
      <ItemTitle>{title}</ItemTitle>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm lg:mt-2">
        <div className="flex min-w-0 items-center gap-3">
          <Avatar name={fullName(seller)} url={seller.image?.url} size="sm" />
          <div className="min-w-0">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="min-w-0">
                <span className="sr-only">Seller: </span>
                <SellerLink seller={seller} className="font-medium" />
              </span>
              {sellerProfile && !showsSamples() && <AverageStars rated={sellerProfile.rated} />}
            </p>
            {/* The line keeps its height while the seller's details load. */}
            <p className="mt-0.5 min-h-5 text-muted">{sellerProfile && sellerText(sellerProfile)}</p>
          </div>
        </div>
        <div className="flex shrink-0 gap-2">{actions}</div>
      </div>
    </div>
  );
}

/** `12 sold · member since 2025`. */
function sellerText({ sold, memberSince }: Seller): string {
  const year = memberSince.slice(0, 4);
  return sold > 0 ? `${format.number(sold)} sold · member since ${year}` : `Member since ${year}`;
}

import { useInfiniteQuery } from "@tanstack/react-query";
import { PackageOpen } from "lucide-react";

import { auctionsQuery } from "../../api/auctions.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { uniqueItems } from "../../ui/unique-items.ts";
import type { CardAction } from "./auction-card.tsx";
import { PagedAuctionGrid } from "./paged-auction-grid.tsx";

/** The statuses on a seller's page, with the sort order and the empty-state text of each. */
export const SELLER_LISTS = {
  Live: { label: "For sale", sort: "ending", emptyText: "Nothing for sale right now" },
  Upcoming: { label: "Coming up", sort: "newest", emptyText: "Nothing coming up" },
  Sold: { label: "Sold", sort: "ended", emptyText: "Nothing sold yet" },
} as const;
export type SellerListName = keyof typeof SELLER_LISTS;

type SellerItemsProps = { sellerId: string; status: SellerListName; Action: CardAction };

/** One seller's items with one status, page by page. */
export function SellerItems({ sellerId, status, Action }: SellerItemsProps) {
  const { sort, emptyText } = SELLER_LISTS[status];
  const list = useInfiniteQuery(auctionsQuery({ seller: sellerId, status, sort }));
  const auctions = uniqueItems(list.data?.pages.flatMap((page) => page.auctions) ?? []);
  return (
    <PagedAuctionGrid
      query={list}
      auctions={auctions}
      failed="We couldn't load these items"
      // The old list may have been empty, which says nothing about the new one.
      empty={
        !list.isPlaceholderData && (
          <EmptyState icon={PackageOpen} title={emptyText} link={{ to: paths.auctions, label: "Browse Auctions" }} />
        )
      }
      Action={Action}
    />
  );
}

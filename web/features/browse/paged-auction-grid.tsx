import type { ComponentProps } from "react";

import type { ListedAuction } from "../../../worker/contract/catalogue.ts";
import { QueryList } from "../../ui/query-list.tsx";
import { AuctionGrid, GridSkeleton } from "./auction-grid.tsx";

/** The next page is fetched when the end is this close to the screen. */
const FETCH_MARGIN = "800px";

type PagedAuctionGridProps = Pick<ComponentProps<typeof QueryList>, "failed" | "empty"> &
  Pick<ComponentProps<typeof AuctionGrid>, "Action"> & {
    query: ComponentProps<typeof QueryList>["query"];
    auctions: readonly ListedAuction[] | undefined;
  };

export function PagedAuctionGrid({ query, auctions, Action, ...states }: PagedAuctionGridProps) {
  return (
    <QueryList query={query} items={auctions} loading={<GridSkeleton />} fetchMargin={FETCH_MARGIN} {...states}>
      {(shown) => <AuctionGrid auctions={shown} Action={Action} />}
    </QueryList>
  );
}

import { type ReactNode, useRef } from "react";

import type { Auction } from "../../../worker/contract/catalogue.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { CardAction } from "./auction-card.tsx";
import { CardSlot } from "./card-slot.tsx";

/** Images of the first row are fetched at once. */
const FIRST_ROW = 3;
/** The cards that fit on a large screen. */
const INITIALLY_DRAWN = 12;
/** The height of a card in three columns, until one has been measured. */
const CARD_HEIGHT_PX = 496;
const PLACEHOLDERS = ["a", "b", "c", "d", "e", "f"];

type AuctionGridProps = { auctions: readonly Auction[]; Action?: CardAction };

export function AuctionGrid({ auctions, Action }: AuctionGridProps) {
  const usualHeightPx = useRef(CARD_HEIGHT_PX);
  return (
    <Grid>
      {auctions.map((auction, index) => (
        <CardSlot
          key={auction._id}
          auction={auction}
          first={index < FIRST_ROW}
          drawn={index < INITIALLY_DRAWN}
          usualHeightPx={usualHeightPx}
          Action={Action}
        />
      ))}
    </Grid>
  );
}

/** Placeholders of the first cards, in their size. */
export function GridSkeleton() {
  return (
    <Grid>
      {PLACEHOLDERS.map((key) => (
        <li key={key}>
          <div className="overflow-hidden rounded-lg border border-line bg-surface">
            <Skeleton className="aspect-4/3 rounded-none" />
            <div className="h-57.5 space-y-3 p-5">
              <Skeleton className="h-3 w-1/3" />
              <Skeleton className="h-5 w-3/4" />
              <Skeleton className="h-4 w-full" />
              <Skeleton className="h-4 w-2/3" />
              <Skeleton className="mt-6 h-7 w-1/3" />
            </div>
          </div>
        </li>
      ))}
    </Grid>
  );
}

function Grid({ children }: { children: ReactNode }) {
  return <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">{children}</ul>;
}

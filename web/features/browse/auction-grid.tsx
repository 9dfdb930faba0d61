import type { ReactNode } from "react";

import type { Auction } from "../../../worker/contract/catalogue.ts";
import { CardSkeleton } from "./card-skeleton.tsx";
import { CardSlot } from "./card-slot.tsx";

/** Pictures of the first row are fetched at once. */
const FIRST_ROW = 3;
/** What a large screen shows at once. */
const FIRST_DRAWN = 12;
const PLACES = ["a", "b", "c", "d", "e", "f"];

export function AuctionGrid({ auctions }: { auctions: readonly Auction[] }) {
  return (
    <Grid>
      {auctions.map((auction, index) => (
        <CardSlot key={auction._id} auction={auction} first={index < FIRST_ROW} drawn={index < FIRST_DRAWN} />
      ))}
    </Grid>
  );
}

export function GridSkeleton() {
  return (
    <Grid>
      {PLACES.map((place) => (
        <li key={place}>
          <CardSkeleton />
        </li>
      ))}
    </Grid>
  );
}

function Grid({ children }: { children: ReactNode }) {
  return <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">{children}</ul>;
}

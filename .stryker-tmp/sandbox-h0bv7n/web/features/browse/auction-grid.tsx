// @ts-nocheck
import type { ReactNode } from "react";

import type { Auction } from "../../../worker/contract/auction.ts";
import { AuctionCard } from "./auction-card.tsx";
import { CardSkeleton } from "./card-skeleton.tsx";

/** Pictures of the first row are fetched at once. */
const FIRST_ROW = 3;
const PLACES = ["a", "b", "c", "d", "e", "f"];

export function AuctionGrid({ auctions }: { auctions: readonly Auction[] }) {
  return (
    <Grid>
      {auctions.map((auction, index) => (
        // Off screen the browser skips a card's work; the intrinsic size is that of a card, so nothing jumps.
        <li key={auction._id} className="min-w-0 [contain-intrinsic-size:auto_31rem] [content-visibility:auto]">
          <AuctionCard auction={auction} first={index < FIRST_ROW} />
        </li>
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

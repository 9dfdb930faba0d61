import type { ReactNode } from "react";

import type { ListedAuction } from "../../../worker/contract/catalogue.ts";
import { paths } from "../../paths.ts";
import { format } from "../format.ts";
import { useTickedValue } from "../ticker.ts";
import { Countdown } from "./countdown.tsx";
import { CardLink, ListingCard, TimeLeft } from "./listing-card.tsx";
import { Price } from "./price.tsx";

const LAYOUT = { sizes: "(min-width: 64rem) 18rem, 50vw", width: 320, height: 240 };

type ItemTileProps = {
  auction: ListedAuction;
  /** The server's clock. */
  now: () => number;
  heading?: "h3" | "h4";
  /** An action that doesn't open the item. It positions itself over the tile. */
  action?: ReactNode;
};

/** A small tile for an item, with photo, title, price and time left, all in one link. */
export function ItemTile({ auction, now, heading: Heading = "h3", action }: ItemTileProps) {
  const { _id, title, currentBid, currency, bidCount, status } = auction;
  const endsAt = Date.parse(auction.auctionEndTime);
  // A list fetched before the end has the old status.
  const isLive = useTickedValue(() => status === "Live" && now() < endsAt);
  return (
    <ListingCard
      auction={auction}
      layout={LAYOUT}
      badge={
        isLive && (
          <TimeLeft>
            <Countdown targetAt={endsAt} now={now} />
          </TimeLeft>
        )
      }
      padding="p-3 sm:p-4"
    >
      {action}
      <Heading className="line-clamp-2 text-sm leading-5 font-medium">
        <CardLink to={paths.auction(_id)}>{title}</CardLink>
      </Heading>
      <p className="mt-auto pt-2 text-xs text-muted">{priceLabel(status, isLive, bidCount)}</p>
      <p className="flex flex-wrap items-baseline justify-between gap-x-2">
        <Price amount={currentBid} currency={currency} className="font-semibold" />
        {bidCount > 0 && <span className="text-xs text-muted tabular-nums">{format.plural(bidCount, "bid")}</span>}
      </p>
    </ListingCard>
  );
}

/** The label that says what kind of price it is. */
export function priceLabel(status: ListedAuction["status"], isLive: boolean, bidCount: number): string {
  if (status === "Sold") return "Sold for";
  if (bidCount === 0) return "Starting price";
  return isLive ? "Current bid" : "Highest bid";
}

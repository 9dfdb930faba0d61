import type { ReactNode } from "react";

import type { Auction } from "../../worker/contract/catalogue.ts";
import { paths } from "../paths.ts";
import { Countdown } from "./countdown.tsx";
import { reader } from "./format.ts";
import { Link } from "./link.tsx";
import { LotImage } from "./lot-image.tsx";
import { Price } from "./price.tsx";
import { SpriteIcon } from "./sprite-icon.tsx";
import { useTicking } from "./ticker.ts";

type LotTileProps = {
  auction: Auction;
  /** The server's clock. */
  now: () => number;
  heading?: "h3" | "h4";
  /** What a person can do with the lot without opening it; it places itself over the tile. */
  action?: ReactNode;
};

/** A lot in little room: picture, title, price and the time left. The whole tile is a link to it. */
export function LotTile({ auction, now, heading: Heading = "h3", action }: LotTileProps) {
  const { _id, title, currentBid, currency, bidCount, status } = auction;
  const endsAt = Date.parse(auction.auctionEndTime);
  // A list that was fetched before the end has the old status.
  const isLive = useTicking(() => status === "Live" && now() < endsAt);
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-raised transition-shadow hover:shadow-lifted">
      <div className="relative overflow-hidden">
        <LotImage
          auction={auction}
          sizes="(min-width: 64rem) 18rem, 50vw"
          alt=""
          width={320}
          height={240}
          className="aspect-4/3 w-full transition-transform duration-500 group-hover:scale-[1.02]"
        />
        {isLive && (
          <p className="absolute bottom-2 left-2 flex h-7 items-center gap-1.5 rounded-full bg-surface px-2.5 text-xs font-semibold shadow-raised">
            <SpriteIcon name="clock" className="size-3.5 text-muted" />
            <span className="sr-only">Time left: </span>
            <Countdown endsAt={endsAt} now={now} />
          </p>
        )}
      </div>
      {action}
      <div className="flex grow flex-col p-3 sm:p-4">
        <Heading className="line-clamp-2 text-sm leading-5 font-medium">
          <Link
            to={paths.auction(_id)}
            className="rounded-sm group-hover:underline after:absolute after:inset-0 after:rounded-lg"
          >
            {title}
          </Link>
        </Heading>
        <p className="mt-auto pt-2 text-xs text-muted">{priceLabel(status, isLive, bidCount)}</p>
        <p className="flex flex-wrap items-baseline justify-between gap-x-2">
          <Price amount={currentBid} currency={currency} className="font-semibold" />
          {bidCount > 0 && <span className="text-xs text-muted tabular-nums">{reader.counted(bidCount, "bid")}</span>}
        </p>
      </div>
    </article>
  );
}

/** What the price of a lot is. */
export function priceLabel(status: Auction["status"], isLive: boolean, bidCount: number): string {
  if (status === "Sold") return "Sold for";
  if (bidCount === 0) return "Starting price";
  return isLive ? "Current bid" : "Highest bid";
}

import { Clock } from "lucide-react";
import { memo } from "react";
import { Link } from "react-router";

import type { Auction } from "../../../worker/contract/catalogue.ts";
import { serverNow } from "../../api/server-clock.ts";
import { paths } from "../../paths.ts";
import { Countdown } from "../../ui/countdown.tsx";
import { fullName } from "../../ui/full-name.ts";
import { Picture } from "../../ui/picture.tsx";
import { Price } from "../../ui/price.tsx";
import { useTicking } from "../../ui/ticker.ts";

/** One auction in the list: what it is, what it costs now, how long it lasts. The whole card leads to it. */
export const AuctionCard = memo(function AuctionCard({ auction, first }: { auction: Auction; first: boolean }) {
  const { _id, title, description, images, category, startingPrice, currentBid, bidCount, currency, seller } = auction;
  const endsAt = Date.parse(auction.auctionEndTime);
  // A list that was fetched before the end does not know yet how it went.
  const live = useTicking(() => auction.status === "Live" && serverNow() < endsAt);
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-raised transition-shadow hover:shadow-lifted">
      <div className="relative overflow-hidden">
        <Picture
          first={first}
          image={images}
          sizes="(min-width: 80rem) 25rem, (min-width: 64rem) 33vw, (min-width: 40rem) 50vw, 100vw"
          alt=""
          width={640}
          height={480}
          className="aspect-4/3 w-full transition-transform duration-500 group-hover:scale-[1.02]"
        />
        <p className="absolute bottom-3 left-3 flex h-7 items-center gap-1.5 rounded-full bg-surface px-2.5 text-xs font-semibold shadow-raised">
          {live ? (
            <>
              <Clock aria-hidden className="size-3.5 text-muted" />
              <span className="sr-only">Time left: </span>
              <Countdown endsAt={endsAt} now={serverNow} />
            </>
          ) : (
            <Outcome status={auction.status} />
          )}
        </p>
      </div>
      <div className="flex grow flex-col p-5">
        <p className="truncate text-xs font-medium tracking-wide text-muted uppercase">
          {category?.name ?? "Uncategorized"}
        </p>
        <h2 className="mt-1.5 line-clamp-1 font-display text-lg font-medium">{title}</h2>
        <p className="mt-1 line-clamp-2 h-10 text-sm text-muted">{description}</p>
        <div className="mt-4 flex items-end justify-between gap-4">
          <div>
            <p className="text-xs text-muted">{bidCount > 0 ? "Current bid" : "No bids yet"}</p>
            <Price amount={currentBid} currency={currency} className="text-xl font-semibold" />
          </div>
          <div className="text-right text-xs text-muted">
            <p className="tabular-nums">{bidCount === 1 ? "1 bid" : `${bidCount} bids`}</p>
            <p className="mt-1">
              Starting price <Price amount={startingPrice} currency={currency} />
            </p>
          </div>
        </div>
        <div className="mt-auto pt-4">
          <div className="flex items-center justify-between gap-4 border-t border-line pt-4 text-sm">
            <p className="truncate text-muted">{fullName(seller)}</p>
            <Link
              to={paths.auction(_id)}
              aria-label={`View Auction: ${title}`}
              className="shrink-0 rounded-sm font-medium text-accent group-hover:underline after:absolute after:inset-0 after:rounded-lg"
            >
              View Auction
            </Link>
          </div>
        </div>
      </div>
    </article>
  );
});

function Outcome({ status }: { status: Auction["status"] }) {
  return <>{status === "Live" ? "Ended" : status}</>;
}

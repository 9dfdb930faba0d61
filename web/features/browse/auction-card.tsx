import { Clock } from "lucide-react";
import { type ComponentType, memo } from "react";

import type { Auction } from "../../../worker/contract/catalogue.ts";
import { isOpenStatus } from "../../../worker/rules/closing.ts";
import { serverNow } from "../../api/server-clock.ts";
import { paths } from "../../paths.ts";
import { Countdown } from "../../ui/countdown.tsx";
import { fullName } from "../../ui/full-name.ts";
import { Link } from "../../ui/link.tsx";
import { ListingCardBody } from "../../ui/listing-card-body.tsx";
import { Price } from "../../ui/price.tsx";
import { startOf } from "../../ui/start-of.ts";
import { useTicking } from "../../ui/ticker.ts";
import { watchlistsText } from "../../ui/watchlists-text.ts";

/** What a person can do with a lot without opening it, in the corner of its card. */
export type CardAction = ComponentType<{ auction: Auction }>;

type AuctionCardProps = { auction: Auction; first: boolean; Action?: CardAction | undefined };

/** An auction in the list, with its price and the time left. The whole card is a link to it. */
export const AuctionCard = memo(function AuctionCard({ auction, first, Action }: AuctionCardProps) {
  const {
    _id,
    title,
    startingPrice,
    currentBid,
    bidCount,
    currency,
    seller,
    watchers = 0,
    buyNowPrice = null,
  } = auction;
  const endsAt = Date.parse(auction.auctionEndTime);
  const startsAt = startOf(auction);
  // A list that was fetched before the start or the end has the old status.
  const status = useTicking(() => statusAt(auction, startsAt, endsAt, serverNow()));
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-raised transition-shadow hover:shadow-lifted">
      <ListingCardBody
        auction={auction}
        heading="h2"
        first={first}
        badge={
          <>
            {watchers > 0 && (
              <p className="absolute right-3 bottom-3 h-7 rounded-full bg-surface px-2.5 text-xs leading-7 font-medium text-muted shadow-raised">
                {watchlistsText(watchers)}
              </p>
            )}
            <p className="absolute bottom-3 left-3 flex h-7 items-center gap-1.5 rounded-full bg-surface px-2.5 text-xs font-semibold shadow-raised">
              {status === "Live" || status === "Upcoming" ? (
                <>
                  <Clock aria-hidden className="size-3.5 text-muted" />
                  {status === "Live" ? <span className="sr-only">Time left: </span> : <span>Starts in</span>}
                  <Countdown endsAt={status === "Live" ? endsAt : (startsAt ?? endsAt)} now={serverNow} />
                </>
              ) : (
                status
              )}
            </p>
          </>
        }
      >
        {Action && (
          <div className="absolute top-3 right-3 z-10">
            <Action auction={auction} />
          </div>
        )}
        <div className="mt-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
          <div>
            <p className="text-xs text-muted">{bidCount > 0 ? "Current bid" : "No bids yet"}</p>
            <Price amount={currentBid} currency={currency} className="text-xl font-semibold" />
          </div>
          <div className="text-right text-xs text-muted">
            {/* Instead of the number of bids, so that all cards have the same height. The price's label says if there
                are none. */}
            {status === "Live" && buyNowPrice !== null ? (
              <p className="font-medium text-ink">
                Buy now <Price amount={buyNowPrice} currency={currency} />
              </p>
            ) : (
              <p className="tabular-nums">{bidCount === 1 ? "1 bid" : `${bidCount} bids`}</p>
            )}
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
      </ListingCardBody>
    </article>
  );
});

/** The status by the clock. `Ended`: the outcome is not known here yet. */
function statusAt({ status }: Auction, startsAt: number | null, endsAt: number, now: number) {
  if (!isOpenStatus(status)) return status;
  if (now >= endsAt) return "Ended";
  return startsAt !== null && now < startsAt ? "Upcoming" : "Live";
}

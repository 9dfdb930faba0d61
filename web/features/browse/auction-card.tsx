import { type ComponentType, memo } from "react";

import type { ListedAuction } from "../../../worker/contract/catalogue.ts";
import { isOpenStatus } from "../../../worker/rules/closing.ts";
import { serverNow } from "../../api/server-clock.ts";
import { paths } from "../../paths.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { format } from "../../ui/format.ts";
import { fullName } from "../../ui/full-name.ts";
import { Countdown } from "../../ui/items/countdown.tsx";
import { CardTexts, ListingCard, TimeLeft } from "../../ui/items/listing-card.tsx";
import { Price } from "../../ui/items/price.tsx";
import { startOf } from "../../ui/items/start-of.ts";
import { watchlistsText } from "../../ui/items/watchlists-text.ts";
import { Link } from "../../ui/link.tsx";
import { useTickedValue } from "../../ui/ticker.ts";

/** An action in the corner of a card. Unlike the rest of the card, it doesn't open the item. */
export type CardAction = ComponentType<{ auction: ListedAuction }>;

type AuctionCardProps = {
  auction: ListedAuction;
  isInFirstRow: boolean;
  Action?: CardAction | undefined;
  /** Whether ended auctions have the action too. */
  showsActionAfterEnd?: boolean | undefined;
};

/** An auction in the list, with its price and what happens next, or how it ended. The whole card is a link. */
export const AuctionCard = memo(function AuctionCard({
  auction,
  isInFirstRow,
  Action,
  showsActionAfterEnd,
}: AuctionCardProps) {
  const { _id, title, startingPrice, currency, seller, watchers = 0, buyNowPrice = null } = auction;
  const endsAt = Date.parse(auction.auctionEndTime);
  const startsAt = startOf(auction);
  // A list fetched before the start or the end has the old status.
  const status = useTickedValue(() => statusAt(auction, startsAt, endsAt, serverNow()));
  const isOpen = status === "Live" || status === "Upcoming";
  const { label, amount } = labeledPrice(auction, status);
  return (
    <ListingCard
      auction={auction}
      isInFirstRow={isInFirstRow}
      badge={
        status === "Live" ? (
          <TimeLeft>
            <Countdown targetAt={endsAt} now={serverNow} />
          </TimeLeft>
        ) : status === "Upcoming" ? (
          <>
            <span aria-hidden className="size-2 rounded-full bg-warning" />
            <span>Starts in</span>
            <Countdown targetAt={startsAt ?? endsAt} now={serverNow} />
          </>
        ) : (
          badgeText(status)
        )
      }
      secondBadge={isOpen && watchers > 0 && watchlistsText(watchers)}
    >
      <CardTexts auction={auction} heading="h2" titleLines={2} />
      {Action && (isOpen || showsActionAfterEnd) && (
        <div className="absolute top-3 right-3 z-10">
          <Action auction={auction} />
        </div>
      )}
      <div className="mt-4">
        <p className="text-xs text-muted">{label}</p>
        <div className="flex items-baseline justify-between gap-x-4">
          <Price amount={amount} currency={currency} className="truncate text-xl font-semibold" />
          <p className="shrink-0 text-xs text-muted tabular-nums">{bidCountText(auction, status)}</p>
        </div>
        {/* Always two lines, so that all cards in a list are the same height. */}
        <p className="mt-1 h-4 truncate text-xs text-muted">
          {TIME_LABELS[status]}{" "}
          <DateTime
            iso={status === "Upcoming" && startsAt !== null ? new Date(startsAt).toISOString() : auction.auctionEndTime}
            withTime
          />
        </p>
        <p className="mt-1 h-4 truncate text-xs text-muted">
          {status === "Live" && buyNowPrice !== null && (
            <span className="font-medium text-ink">
              Buy now <Price amount={buyNowPrice} currency={currency} />{" "}
            </span>
          )}
          {label !== STARTING_PRICE_LABEL && (
            <span>
              Starting price <Price amount={startingPrice} currency={currency} />
            </span>
          )}
        </p>
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
    </ListingCard>
  );
});

type CardStatus = ListedAuction["status"] | "Ended";

const STARTING_PRICE_LABEL = "Starting price";
/** The label of the time on a card. */
const TIME_LABELS: Readonly<Record<CardStatus, string>> = {
  Upcoming: "Starts",
  Live: "Ends",
  Sold: "Ended",
  Expired: "Ended",
  Voided: "Ended",
  Ended: "Ended",
};

/** The status by the clock. `Ended`: we don't know the outcome here yet. */
function statusAt({ status }: ListedAuction, startsAt: number | null, endsAt: number, now: number): CardStatus {
  if (!isOpenStatus(status)) return status;
  if (now >= endsAt) return "Ended";
  return startsAt !== null && now < startsAt ? "Upcoming" : "Live";
}

function badgeText(status: CardStatus): string {
  return status === "Expired" ? "Not sold" : status;
}

/** The amount and its label. An auction that ended without a sale shows its highest bid, if there is one. */
function labeledPrice({ startingPrice, currentBid, bidCount }: ListedAuction, status: CardStatus) {
  if (status === "Sold") return { label: "Sold for", amount: currentBid };
  if (status === "Upcoming" || bidCount === 0) return { label: STARTING_PRICE_LABEL, amount: startingPrice };
  return { label: status === "Live" ? "Current bid" : "Highest bid", amount: currentBid };
}

function bidCountText({ bidCount }: ListedAuction, status: CardStatus): string {
  if (bidCount > 0) return format.plural(bidCount, "bid");
  if (status === "Upcoming") return "";
  return status === "Live" ? "No bids yet" : "No bids";
}

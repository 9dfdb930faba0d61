import type { OwnAuction } from "../../../worker/contract/auction.ts";
import { latestEndAfter } from "../../../worker/rules/closing.ts";
import { incrementAt, toMinorOrThrow, toMajor } from "../../../worker/rules/money.ts";
import { zonedDateTimeText } from "../date-time.tsx";
import { durationText } from "../time-left.ts";
import { priceText } from "./price.tsx";
import { softCloseWindowOf } from "./soft-close.ts";

type TermsListProps = {
  auction: Pick<
    OwnAuction,
    | "terms"
    | "status"
    | "buyNowPrice"
    | "currentBid"
    | "currency"
    | "startsAt"
    | "createdAt"
    | "scheduledEndTime"
    | "reserveMet"
    | "reservePrice"
  >;
  className?: string;
};

/** A seller's terms in plain words. */
export function TermsList({ auction, className }: TermsListProps) {
  return (
    <dl className={className}>
      {termRows(auction).map(({ name, text }) => (
        <div key={name}>
          <dt className="font-medium">{name}</dt>
          <dd className="mt-1 text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function termRows(auction: TermsListProps["auction"]) {
  const { terms, currentBid, currency, startsAt, scheduledEndTime, reserveMet = null, reservePrice } = auction;
  const { increments, buyNowPrice } = terms;
  const softCloseMs = softCloseWindowOf(auction);
  // Before the start, Buy It Now isn't offered yet, but will be.
  const isOffered = auction.status === "Upcoming" || (auction.buyNowPrice ?? null) !== null;
  const step = priceText(toMajor(incrementAt(increments, toMinorOrThrow(currentBid))), currency);
  const latestEnd = new Date(latestEndAfter(Date.parse(scheduledEndTime), softCloseMs)).toISOString();
  return [
    ...(startsAt ? [{ name: "Start", text: `Bidding starts ${zonedDateTimeText(startsAt)}.` }] : []),
    ...(reserveMet === null
      ? []
      : [
          {
            name: "Reserve",
            text:
              reservePrice === undefined
                ? `The item won't sell below the seller's hidden reserve. ${reserveMet ? "It's met." : "It isn't met."}`
                : `The item won't sell below ${priceText(reservePrice, currency)}. ${reserveMet ? "A bid has met this reserve." : "This reserve isn't met yet. Bidders can see that."}`,
          },
        ]),
    ...(buyNowPrice === undefined
      ? []
      : [
          {
            name: "Buy now",
            text: isOffered
              ? `Anyone can buy it right away for ${priceText(buyNowPrice, currency)}, until ${reserveMet === null ? "someone bids" : "the reserve is met"}.`
              : `No longer available. The price was ${priceText(buyNowPrice, currency)}.`,
          },
        ]),
    {
      name: "Bid steps",
      text:
        increments === "flat"
          ? `Each bid must be at least ${step} higher than the one before.`
          : `The steps grow with the price. At the current price, the next bid must be at least ${step} higher.`,
    },
    {
      name: "Late bids",
      text:
        softCloseMs === 0
          ? "Late bids don't extend the auction."
          : `If the price changes in the last ${durationText(softCloseMs)}, we extend the auction so that others can still bid. ` +
            `It ends no later than ${zonedDateTimeText(latestEnd)}.`,
    },
  ];
}

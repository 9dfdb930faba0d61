/** The seller's terms in a listing's form: the defaults, those of an existing listing, and what an edit changes. */
import type { OwnAuction } from "../../../../worker/contract/auction.ts";
import type { ListingChanges, TermsInput } from "../../../api/listings.ts";
import { amountText } from "../../../ui/fields/typed-amount.ts";
import { startOf } from "../../../ui/items/start-of.ts";
import { hasSameDetails } from "./details-values.ts";
import type { Listing, ListingValues } from "./listing-schema.ts";
import { toTimeChoice } from "./time-choice.ts";

type TermsValues = Pick<
  ListingValues,
  "increments" | "softClose" | "start" | "reservePrice" | "buyNowPrice" | "relistTimes"
>;

/**
 * The default terms of a new listing. The increments grow with the price, because winning a car by $1 looks like a
 * mistake. The API's own default is still the specified increment of 1.
 */
export const DEFAULT_TERMS: TermsValues = {
  reservePrice: "",
  buyNowPrice: "",
  increments: "tiered",
  softClose: true,
  start: { day: "", time: "" },
  relistTimes: "0",
};

export function isDefaultTerms({
  increments,
  softClose,
  start,
  reservePrice,
  buyNowPrice,
  relistTimes,
}: TermsValues): boolean {
  return (
    reservePrice === "" &&
    buyNowPrice === "" &&
    increments === DEFAULT_TERMS.increments &&
    softClose === DEFAULT_TERMS.softClose &&
    relistTimes === DEFAULT_TERMS.relistTimes &&
    start.day === "" &&
    start.time === ""
  );
}

/** The terms of a listing as the form shows them. */
export function toTermsValues(auction: OwnAuction): TermsValues {
  const { terms, reservePrice } = auction;
  const startsAt = startOf(auction);
  return {
    ...DEFAULT_TERMS,
    increments: terms.increments,
    softClose: terms.softCloseMs > 0,
    reservePrice: optionalAmountText(reservePrice),
    buyNowPrice: optionalAmountText(terms.buyNowPrice),
    start: startsAt === null ? DEFAULT_TERMS.start : toTimeChoice(startsAt),
  };
}

/**
 * The fields that the seller has changed, and those from earlier attempts. If the response to one was lost, the server
 * may have changed them, even if they have their old values again. The others aren't sent, so they stay as they are.
 */
export function changedFields(
  listing: Listing,
  auction: OwnAuction,
  sent: ReadonlySet<string> = new Set(),
): ListingChanges {
  const { title, description, startingPrice, end, details, increments, softClose, startsAt } = listing;
  const { reservePrice, buyNowPrice } = listing;
  const before = toTermsValues(auction);
  const start = startOf(auction);
  const keeps = (name: keyof ListingChanges, isSame: boolean) => isSame && !sent.has(name);
  return {
    ...(keeps("title", title === auction.title) ? {} : { title }),
    ...(keeps("description", description === auction.description) ? {} : { description }),
    ...(keeps("startingPrice", startingPrice === auction.startingPrice)
      ? {}
      : { startingPrice: String(startingPrice) }),
    ...(keeps("auctionEndTime", end === auction.auctionEndTime) ? {} : { auctionEndTime: end }),
    ...(keeps("details", hasSameDetails(details, auction.terms.details)) ? {} : { details: JSON.stringify(details) }),
    ...(keeps("increments", increments === before.increments) ? {} : { increments }),
    ...(keeps("softClose", (softClose === "on") === before.softClose) ? {} : { softClose }),
    ...(keeps("startsAt", startsAt === (start === null ? "" : new Date(start).toISOString())) ? {} : { startsAt }),
    ...(keeps("reservePrice", reservePrice === (auction.reservePrice ?? ""))
      ? {}
      : { reservePrice: String(reservePrice) }),
    ...(keeps("buyNowPrice", buyNowPrice === (auction.terms.buyNowPrice ?? ""))
      ? {}
      : { buyNowPrice: String(buyNowPrice) }),
  };
}

/** The terms of a new listing, without unset ones. */
export function newTerms({ details, increments, softClose, startsAt, reservePrice, buyNowPrice }: Listing): TermsInput {
  return {
    increments,
    softClose,
    ...(hasSameDetails(details, undefined) ? {} : { details: JSON.stringify(details) }),
    ...(startsAt === "" ? {} : { startsAt }),
    ...(reservePrice === "" ? {} : { reservePrice: String(reservePrice) }),
    ...(buyNowPrice === "" ? {} : { buyNowPrice: String(buyNowPrice) }),
  };
}

function optionalAmountText(amount: number | undefined): string {
  return amount === undefined ? "" : amountText(amount);
}

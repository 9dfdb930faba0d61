/** The details of a listing in its form: as typed, as sent, and from an existing listing. */
import { z } from "zod";

import {
  detailName,
  type DetailName,
  type ListingDetails,
  listingDetails,
  type PublicDetails,
} from "../../../../worker/contract/listing-details.ts";
import { canonicalJson } from "../../../../worker/rules/facts.ts";
import { amountText, typedAmountSchema } from "../../../ui/fields/typed-amount.ts";

/** An empty value means that the seller left it out. A field that isn't on screen is absent. */
export type DetailsValues = { [Name in DetailName]?: string };

export const EMPTY_DETAILS: DetailsValues = Object.fromEntries(detailName.options.map((name) => [name, ""]));

const { shippingPrice } = listingDetails.shape;

/** Reads amounts as the person writes them. Doesn't send empty fields. */
export function detailsSchema(currency: string): z.ZodType<ListingDetails, DetailsValues> {
  const amounts = { shippingPrice: typedAmountSchema(currency, z.union([z.literal(""), shippingPrice.unwrap()])) };
  return z
    .partialRecord(detailName, z.string())
    .transform((typed): unknown => Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== "")))
    .pipe(z.looseObject(amounts).partial())
    .transform((values): unknown => values)
    .pipe(listingDetails);
}

export function toDetailsValues(details: PublicDetails = {}): DetailsValues {
  const typed = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === "number" ? amountText(value) : value,
  ]);
  return { ...EMPTY_DETAILS, ...Object.fromEntries(typed) };
}

export function hasSameDetails(details: ListingDetails, before: PublicDetails = {}): boolean {
  return canonicalJson(details) === canonicalJson(before);
}

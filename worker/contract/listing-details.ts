/**
 * The details of a listing, which describe an item and decide nothing about its auction. This schema is their only
 * declaration. They travel as one value, `details`, through forms, drafts, responses, exports, D1, the room and its
 * journal. See `docs/changing-things.md` to add one.
 */
import * as z from "zod";

import type { ItemDetails } from "../rules/facts.ts";
import { toMinorOrThrow, toMajor } from "../rules/money.ts";
import { amount, jsonField, oneOf, text } from "./fields.ts";
import { MAX_LOCATION_LENGTH } from "./lengths.ts";

const PRICE_REQUIRED_MESSAGE = "Enter an amount for the shipping price";
const PRICE_UNUSED_MESSAGE = "Enter a shipping price only if shipping is “Fixed price”";

/** The details as sent, in the order of the form. Each may be absent. */
const submittedDetails = z.object({
  condition: oneOf("condition", ["new", "likeNew", "good", "fair", "forParts"]).exactOptional(),
  returns: oneOf("returns", ["none", "14days", "30days"]).exactOptional(),
  /** `none` means that the buyer picks the item up. */
  shipping: oneOf("shipping", ["none", "price", "arranged"]).exactOptional(),
  /** In major units. 0 for free shipping. */
  shippingPrice: amount(PRICE_REQUIRED_MESSAGE).exactOptional(),
  /** The item's location: a city and a country. */
  location: text(MAX_LOCATION_LENGTH, "Enter where the item is").exactOptional(),
});

export const listingDetails = submittedDetails
  .refine(({ shipping, shippingPrice }) => shipping !== "price" || shippingPrice !== undefined, {
    error: PRICE_REQUIRED_MESSAGE,
    path: ["shippingPrice"],
  })
  .refine(({ shipping, shippingPrice }) => shipping === "price" || shippingPrice === undefined, {
    error: PRICE_UNUSED_MESSAGE,
    path: ["shippingPrice"],
  });
export type ListingDetails = z.output<typeof listingDetails>;
export const detailName = submittedDetails.keyof();
export type DetailName = z.infer<typeof detailName>;

/** More characters than all details together can take as JSON. */
const MAX_DETAILS_JSON_LENGTH = 2_000;
/** As a form field. */
export const detailsField = jsonField(MAX_DETAILS_JSON_LENGTH, listingDetails);

/** The details in responses. Amounts and text have no input rules, because the build compiles this without zod. */
export const publicDetails = submittedDetails
  .extend({ shippingPrice: z.number().exactOptional(), location: z.string().exactOptional() })
  .meta({ ref: "ListingDetails" });
export type PublicDetails = z.infer<typeof publicDetails>;

/** The details in the room and D1, with amounts in minor units. Null if there are none. */
export function toStoredDetails({ shippingPrice, ...others }: ListingDetails): ItemDetails | null {
  const details = {
    ...others,
    ...(shippingPrice === undefined ? {} : { shippingPriceMinor: toMinorOrThrow(shippingPrice) }),
  };
  return Object.keys(details).length === 0 ? null : details;
}

/** The reverse of `toStoredDetails`, as a field of a response. Absent if there are none. */
export function fromStoredDetails(stored: ItemDetails | null | undefined): { readonly details?: PublicDetails } {
  if (!stored) return {};
  const { shippingPriceMinor, ...others } = stored;
  const shippingPrice = typeof shippingPriceMinor === "number" ? { shippingPrice: toMajor(shippingPriceMinor) } : {};
  return { details: publicDetails.parse({ ...others, ...shippingPrice }) };
}

import { expect, it } from "vitest";

import { ownAuction } from "../../../testing/auctions.ts";
import { contentCopiedFrom } from "../form-recovery/current-form.ts";
import { detailsSchema, hasSameDetails, EMPTY_DETAILS, toDetailsValues } from "./details-values.ts";
import { changedFields, newTerms, toTermsValues } from "./listing-terms.ts";

const PUBLIC_DETAILS = { condition: "good", shipping: "price", shippingPrice: 12.5, location: "Oslo, Norway" } as const;
const TYPED_VALUES = {
  ...EMPTY_DETAILS,
  condition: "good",
  shipping: "price",
  shippingPrice: "12.50",
  location: "Oslo, Norway",
};
const auctionWithDetails = ownAuction("a", { terms: { increments: "flat", softCloseMs: 0, details: PUBLIC_DETAILS } });

function problems(typed: Parameters<ReturnType<typeof detailsSchema>["safeParse"]>[0]) {
  return detailsSchema("USD")
    .safeParse(typed)
    .error?.issues.map(({ path, message }) => [path.join("."), message]);
}

it("the form omits empty details and reads amounts as people write them", () => {
  const schema = detailsSchema("USD");
  expect(schema.parse(EMPTY_DETAILS)).toEqual({});
  expect(schema.parse(TYPED_VALUES)).toEqual(PUBLIC_DETAILS);
  expect(schema.parse({ shipping: "price", shippingPrice: "$1,250" })).toEqual({
    shipping: "price",
    shippingPrice: 1_250,
  });
});

it("an invalid detail shows an error at its field", () => {
  expect(problems({ ...TYPED_VALUES, shippingPrice: "" })).toEqual([
    ["shippingPrice", "Enter an amount for the shipping price"],
  ]);
  expect(problems({ ...TYPED_VALUES, shippingPrice: "ten" })).toEqual([
    ["shippingPrice", "Enter the amount in digits, with up to two decimal places"],
  ]);
  expect(problems({ location: "x".repeat(81) })).toEqual([["location", "Use at most 80 characters"]]);
});

it("editing or copying a listing starts the form with the listing's details", () => {
  expect(toDetailsValues(PUBLIC_DETAILS)).toEqual(TYPED_VALUES);
  expect(toDetailsValues(undefined)).toEqual(EMPTY_DETAILS);
  expect(contentCopiedFrom(auctionWithDetails).values.details).toEqual(TYPED_VALUES);
});

it("the form sends details only if they changed, and then all of them", () => {
  const { title, description, auctionEndTime: end } = auctionWithDetails;
  const texts = { title, description, category: "", end, startsAt: "", relistTimes: "0" } as const;
  const prices = { startingPrice: 100, reservePrice: "", buyNowPrice: "" } as const;
  const same = { ...texts, ...prices, increments: "flat", softClose: "off", details: PUBLIC_DETAILS } as const;
  expect(toTermsValues(auctionWithDetails).softClose).toBe(false);
  expect(changedFields(same, auctionWithDetails)).toEqual({});
  expect(changedFields({ ...same, details: {} }, auctionWithDetails)).toEqual({ details: "{}" });
  expect(newTerms(same)).toMatchObject({ details: JSON.stringify(PUBLIC_DETAILS) });
  expect(newTerms({ ...same, details: {} })).not.toHaveProperty("details");
  expect(hasSameDetails({ location: "Oslo, Norway", condition: "good" }, { condition: "good" })).toBe(false);
});

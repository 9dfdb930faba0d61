import { expect, it } from "vitest";

import { createAuctionInput, editAuctionInput } from "./auction.ts";
import { draftFields } from "./draft.ts";
import {
  type DetailName,
  fromStoredDetails,
  listingDetails,
  publicDetails,
  toStoredDetails,
} from "./listing-details.ts";

const ALL_DETAILS = {
  condition: "likeNew",
  returns: "30days",
  shipping: "price",
  shippingPrice: 12.5,
  location: "Oslo, Norway",
} as const satisfies { readonly [Name in DetailName]: unknown };

function problemsOf(details: unknown) {
  const { error } = listingDetails.safeParse(details);
  return error?.issues.map(({ path, message }) => [path.join("."), message]);
}

it.each<[string, unknown, unknown]>([
  ["may all be absent", {}, {}],
  ["may all be present", ALL_DETAILS, ALL_DETAILS],
  ["accept the price as text", { ...ALL_DETAILS, shippingPrice: "12.50" }, ALL_DETAILS],
  ["allow free shipping", { shipping: "price", shippingPrice: 0 }, { shipping: "price", shippingPrice: 0 }],
  ["have their location cleaned", { location: "  Oslo,\n\u202eNorway " }, { location: "Oslo, Norway" }],
  ["drop unknown fields", { weight: "2 kg" }, {}],
])("listing details %s", (_title, sent, read) => {
  expect(listingDetails.parse(sent)).toEqual(read);
});

it.each<[unknown, string, string]>([
  [{ condition: "mint" }, "condition", "condition must be one of new, likeNew, good, fair, forParts"],
  [{ condition: "" }, "condition", "condition must be one of new, likeNew, good, fair, forParts"],
  [{ returns: 14 }, "returns", "returns must be one of none, 14days, 30days"],
  [{ shipping: "free" }, "shipping", "shipping must be one of none, price, arranged"],
  [{ shipping: "price" }, "shippingPrice", "Enter an amount for the shipping price"],
  [{ shipping: "price", shippingPrice: -1 }, "shippingPrice", "Enter an amount for the shipping price"],
  [{ shipping: "price", shippingPrice: 1.234 }, "shippingPrice", "Enter an amount for the shipping price"],
  [{ shipping: "price", shippingPrice: 1_000_000_001 }, "shippingPrice", "Enter an amount for the shipping price"],
  [{ shippingPrice: 5 }, "shippingPrice", "Enter a shipping price only if shipping is “Fixed price”"],
  [{ shipping: "none", shippingPrice: 5 }, "shippingPrice", "Enter a shipping price only if shipping is “Fixed price”"],
  [{ location: " \u200b" }, "location", "Enter where the item is"],
  [{ location: "x".repeat(81) }, "location", "Use at most 80 characters"],
])("listing details reject a wrong $1 (case %#)", (sent, field, message) => {
  expect(problemsOf(sent)).toEqual([[field, message]]);
});

it("listing details store amounts in minor units and show them as sent", () => {
  const stored = toStoredDetails(listingDetails.parse(ALL_DETAILS));
  expect(stored).toEqual({
    condition: "likeNew",
    returns: "30days",
    shipping: "price",
    shippingPriceMinor: 1_250,
    location: "Oslo, Norway",
  });
  expect(fromStoredDetails(stored)).toEqual({ details: ALL_DETAILS });
  expect(publicDetails.parse(ALL_DETAILS)).toEqual(ALL_DETAILS);
});

it("listing details without any values are stored as null", () => {
  expect(toStoredDetails({})).toBeNull();
  expect(fromStoredDetails(null)).toEqual({});
  expect(fromStoredDetails(undefined)).toEqual({});
});

const LISTING = {
  title: "A",
  description: "B",
  category: "art",
  startingPrice: "100",
  auctionDate: "2030-01-01T00:00:00Z",
};

it("the API reads listing details from one optional field", () => {
  expect(createAuctionInput.parse(LISTING).details).toBeUndefined();
  expect(createAuctionInput.parse({ ...LISTING, details: JSON.stringify(ALL_DETAILS) }).details).toEqual(ALL_DETAILS);
  expect(editAuctionInput.parse({ details: "{}" })).toEqual({ details: {} });
});

it.each([
  ["{", "details", "This field must be JSON"],
  ['{"condition":"mint"}', "details.condition", "condition must be one of new, likeNew, good, fair, forParts"],
])("the API rejects the listing details %j", (details, path, message) => {
  const issues = createAuctionInput.safeParse({ ...LISTING, details }).error?.issues ?? [];
  expect(issues.map((issue) => [issue.path.join("."), issue.message])).toEqual([[path, message]]);
});

it("a draft keeps listing details as typed, but only in known fields", () => {
  const details = { shippingPrice: "about 5", location: "" };
  expect(draftFields.parse({ details })).toEqual({ details });
  expect(draftFields.safeParse({ details: { weight: "2 kg" } }).success).toBe(false);
});

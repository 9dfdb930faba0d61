/**
 * Prices of a listing that look like a typo, by the same limits as a first bid. They need to be confirmed, but are
 * never refused. Takes the values about to be sent and the prices before an edit.
 */
import { toMinorOrThrow } from "../../../../worker/rules/money.ts";
import { looksLikeTypo } from "../../../../worker/rules/typo.ts";
import type { Listing, ListingRules } from "./listing-schema.ts";

/** Major units. `base` is the amount to compare it with. */
export type UnusualPrice = {
  readonly name: "reserve" | "Buy Now price" | "starting price";
  readonly amount: number;
  readonly base: number;
  readonly baseName: "starting price" | "previous starting price";
};

type Prices = Pick<Listing, "startingPrice" | "reservePrice" | "buyNowPrice">;

export function unusualPrices(prices: Prices, before: ListingRules["current"]): readonly UnusualPrice[] {
  const { startingPrice, reservePrice, buyNowPrice } = prices;
  const startingPriceBase = { base: startingPrice, baseName: "starting price" } as const;
  const found: readonly (UnusualPrice & { readonly unchanged: boolean })[] = [
    ...(before
      ? ([
          {
            name: "starting price",
            amount: startingPrice,
            base: before.startingPrice,
            baseName: "previous starting price",
            unchanged: startingPrice === before.startingPrice,
          },
        ] as const)
      : []),
    ...(reservePrice === ""
      ? []
      : ([
          {
            name: "reserve",
            amount: reservePrice,
            ...startingPriceBase,
            unchanged: reservePrice === before?.reservePrice,
          },
        ] as const)),
    ...(buyNowPrice === ""
      ? []
      : ([
          {
            name: "Buy Now price",
            amount: buyNowPrice,
            ...startingPriceBase,
            unchanged: buyNowPrice === before?.buyNowPrice,
          },
        ] as const)),
  ];
  return found.filter(
    ({ amount, base, unchanged }) => !unchanged && looksLikeTypo(toMinorOrThrow(amount), null, toMinorOrThrow(base)),
  );
}

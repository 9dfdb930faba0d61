import { priceText } from "../../ui/price.tsx";

/** `$`, `₹`: what stands before an amount that is typed. */
export function currencySign(currency: string): string {
  const parts = new Intl.NumberFormat("en-US", { style: "currency", currency }).formatToParts(0);
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}

export function startingPriceHint({ currency, minStartingPrice }: { currency: string; minStartingPrice: number }) {
  return `In ${currency}, at least ${priceText(minStartingPrice, currency)}`;
}

import { formatMoney, MINOR_PER_MAJOR } from "../../worker/rules/money.ts";
import { classes } from "./classes.ts";

type PriceProps = {
  /** Major units, as on the wire. Sums and averages may have more decimals than an amount. */
  amount: number;
  currency: string;
  className?: string;
};

/** The only way to show an amount on screen. */
export function Price({ amount, currency, className }: PriceProps) {
  return <span className={classes("tabular-nums", className)}>{priceText(amount, currency)}</span>;
}

export function priceText(amount: number, currency: string): string {
  return formatMoney(Math.round(amount * MINOR_PER_MAJOR), currency);
}

/** The sign before an amount in this currency: `$`, `₹`. */
export function currencySign(currency: string): string {
  const parts = new Intl.NumberFormat("en-US", { style: "currency", currency }).formatToParts(0);
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}

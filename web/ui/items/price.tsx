import { classes } from "../classes.ts";
import { format } from "../format.ts";

type PriceProps = {
  /** Major units, as in the API. Sums and averages may have extra decimals. */
  amount: number;
  currency: string;
  className?: string;
};

/** An amount on screen. Use `priceText` within a sentence. */
export function Price({ amount, currency, className }: PriceProps) {
  return (
    <span translate="no" className={classes("tabular-nums", className)}>
      {priceText(amount, currency)}
    </span>
  );
}

export function priceText(amount: number, currency: string): string {
  return format.money(amount, currency);
}

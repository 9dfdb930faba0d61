import type { ComponentProps, ReactNode } from "react";

import { toMajor } from "../../../worker/rules/money.ts";
import { priceText } from "../items/price.tsx";
import { currencySign } from "./currency-signs.ts";
import { TextField } from "./text-field.tsx";
import { readAmount } from "./typed-amount.ts";

type AmountFieldProps = Omit<ComponentProps<typeof TextField>, "type" | "inputMode" | "autoComplete" | "prefix"> & {
  currency: string;
  /** The text in the field. */
  typed: string;
  /** Shows how we read the amount: "You're bidding $1,234.50". */
  describeAmount: (price: string) => ReactNode;
};

/**
 * A form field for an amount. It's a text field, because a number field silently drops a comma and turns 2500,00 into
 * 250000. Below the field, the page shows how it read the text.
 */
export function AmountField({ currency, typed, describeAmount, hint, className, ...field }: AmountFieldProps) {
  const parsed = readAmount(typed, currency);
  const meaning = parsed.kind === "amount" ? describeAmount(priceText(toMajor(parsed.minor), currency)) : null;
  return (
    <TextField
      {...field}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      prefix={currencySign(currency)}
      className={className}
      hint={
        <>
          {meaning && <span className="block font-medium text-ink tabular-nums">{meaning} </span>}
          {hint}
        </>
      }
    />
  );
}

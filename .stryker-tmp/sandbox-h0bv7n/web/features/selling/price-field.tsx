// @ts-nocheck
import type { UseFormReturn } from "react-hook-form";

import { currencySign, priceText } from "../../ui/price.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { Listing, ListingRules, ListingValues } from "./listing-schema.ts";

type PriceFieldProps = { form: UseFormReturn<ListingValues, unknown, Listing>; rules: ListingRules };

export function PriceField({ form: { register, formState }, rules: { currency, minStartingPrice } }: PriceFieldProps) {
  return (
    <TextField
      label="Starting Price"
      inputMode="decimal"
      autoComplete="off"
      prefix={currencySign(currency)}
      hint={`In ${currency}, at least ${priceText(minStartingPrice, currency)}`}
      error={formState.errors.startingPrice?.message}
      {...register("startingPrice")}
    />
  );
}

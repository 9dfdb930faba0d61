import { useWatch } from "react-hook-form";

import type { ContractForm } from "../../../shared/use-contract-form.ts";
import { AmountField } from "../../../ui/fields/amount-field.tsx";
import { priceText } from "../../../ui/items/price.tsx";
import type { Listing, ListingRules, ListingValues } from "./listing-schema.ts";

type StartingPriceFieldProps = { form: ContractForm<ListingValues, Listing>; rules: ListingRules };

/** A separate component, so that typing renders only this field again. */
export function StartingPriceField({ form, rules }: StartingPriceFieldProps) {
  const { currency, minStartingPrice } = rules;
  const typed = useWatch({ control: form.control, name: "startingPrice" });
  return (
    <AmountField
      {...form.register("startingPrice")}
      label="Starting Price"
      currency={currency}
      typed={typed}
      describeAmount={(price) => `Bidding starts at ${price}`}
      hint={`In ${currency}, at least ${priceText(minStartingPrice, currency)}`}
      error={form.errors.startingPrice?.message}
    />
  );
}

import { useWatch } from "react-hook-form";

import type { ContractForm } from "../../../shared/use-contract-form.ts";
import { AmountField } from "../../../ui/fields/amount-field.tsx";
import type { Listing, ListingValues } from "./listing-schema.ts";

type PriceTermsFieldsProps = { form: ContractForm<ListingValues, Listing>; currency: string };

/** The reserve and the Buy It Now price. Either can stay empty. */
export function PriceTermsFields({ form, currency }: PriceTermsFieldsProps) {
  const { register, control, errors } = form;
  const [reservePrice, buyNowPrice] = useWatch({ control, name: ["reservePrice", "buyNowPrice"] });
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <AmountField
        {...register("reservePrice")}
        label="Reserve price"
        note="Optional"
        currency={currency}
        typed={reservePrice}
        describeAmount={(price) => `Not sold below ${price}`}
        hint="The item won't sell below it. Bidders only see whether it's met, never the amount."
        error={errors.reservePrice?.message}
      />
      <AmountField
        {...register("buyNowPrice")}
        label="Buy Now price"
        note="Optional"
        currency={currency}
        typed={buyNowPrice}
        describeAmount={(price) => `Can be bought for ${price}`}
        hint="Anyone can buy at this price, which ends the auction. Offered until the first bid, or until the reserve is met."
        error={errors.buyNowPrice?.message}
      />
    </div>
  );
}

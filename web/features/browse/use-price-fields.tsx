import { useState } from "react";

import { toMajor } from "../../../worker/rules/money.ts";
import type { PriceRange } from "../../api/auctions.ts";
import { AmountField } from "../../ui/fields/amount-field.tsx";
import { amountText, readAmount } from "../../ui/fields/typed-amount.ts";

/** The two fields of a price range. `read` returns null if they can't be read, and shows why at the field. */
export function usePriceFields(range: PriceRange, currency: string) {
  const [lowest, setLowest] = useState(textOf(range.minPrice));
  const [highest, setHighest] = useState(textOf(range.maxPrice));
  const [isSubmitted, setSubmitted] = useState(false);
  const [min, max] = [readAmount(lowest, currency), readAmount(highest, currency)];
  const isCrossed = min.kind === "amount" && max.kind === "amount" && min.minor > max.minor;
  const read = (): PriceRange | null => {
    setSubmitted(true);
    if (min.kind === "unclear" || max.kind === "unclear" || isCrossed) return null;
    return {
      minPrice: min.kind === "amount" ? toMajor(min.minor) : undefined,
      maxPrice: max.kind === "amount" ? toMajor(max.minor) : undefined,
    };
  };
  const clear = () => {
    setLowest("");
    setHighest("");
  };
  const fields = (
    <>
      <AmountField
        label="Lowest price"
        currency={currency}
        typed={lowest}
        value={lowest}
        onChange={(event) => setLowest(event.target.value)}
        describeAmount={(price) => `From ${price}`}
        error={isSubmitted && min.kind === "unclear" ? min.problem : undefined}
      />
      <AmountField
        label="Highest price"
        currency={currency}
        typed={highest}
        value={highest}
        onChange={(event) => setHighest(event.target.value)}
        describeAmount={(price) => `Up to ${price}`}
        error={isSubmitted ? maxPriceProblem(max, isCrossed) : undefined}
      />
    </>
  );
  return { fields, read, clear };
}

function maxPriceProblem(max: ReturnType<typeof readAmount>, isCrossed: boolean): string | undefined {
  if (max.kind === "unclear") return max.problem;
  return isCrossed ? "The highest price is below the lowest" : undefined;
}

function textOf(price: number | undefined): string {
  return price === undefined ? "" : amountText(price);
}

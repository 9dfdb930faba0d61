import { useQuery } from "@tanstack/react-query";
import { type FormEvent, startTransition, useState } from "react";

import { toMajor } from "../../../worker/rules/money.ts";
import type { PriceRange } from "../../api/auctions.ts";
import { settingsQuery } from "../../api/settings.ts";
import { AmountField } from "../../ui/amount-field.tsx";
import { Button } from "../../ui/button.tsx";
import { ChoiceButton } from "../../ui/choice-button.tsx";
import { Popover } from "../../ui/popover.tsx";
import { priceText } from "../../ui/price.tsx";
import { amountText, readAmount } from "../../ui/typed-amount.ts";

type PriceFilterProps = { range: PriceRange; defaultOpen?: boolean; onChange: (range: PriceRange) => void };

/** The lowest and the highest current price. They apply when both have been typed, not with each digit. */
export function PriceFilter({ range, defaultOpen = false, onChange }: PriceFilterProps) {
  const [open, setOpen] = useState(defaultOpen);
  const { data: settings } = useQuery(settingsQuery);
  const currency = settings?.currency;
  return (
    <Popover
      open={open}
      onOpenChange={(next) => startTransition(() => setOpen(next))}
      align="start"
      title="Price"
      titleHidden
      className="w-80 p-4"
      trigger={
        <ChoiceButton disabled={currency === undefined} aria-label={`Price: ${rangeText(range, currency)}`}>
          {rangeText(range, currency)}
        </ChoiceButton>
      }
    >
      {currency !== undefined && (
        <RangeForm
          currency={currency}
          range={range}
          onDone={(next) => {
            setOpen(false);
            onChange(next);
          }}
        />
      )}
    </Popover>
  );
}

type RangeFormProps = { currency: string; range: PriceRange; onDone: (range: PriceRange) => void };

function RangeForm({ currency, range, onDone }: RangeFormProps) {
  const [lowest, setLowest] = useState(textOf(range.minPrice));
  const [highest, setHighest] = useState(textOf(range.maxPrice));
  const [asked, setAsked] = useState(false);
  const [min, max] = [readAmount(lowest, currency), readAmount(highest, currency)];
  const isCrossed = min.kind === "amount" && max.kind === "amount" && min.minor > max.minor;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (min.kind === "unclear" || max.kind === "unclear" || isCrossed) return;
    onDone({
      minPrice: min.kind === "amount" ? toMajor(min.minor) : undefined,
      maxPrice: max.kind === "amount" ? toMajor(max.minor) : undefined,
    });
  };
  return (
    <form noValidate onSubmit={apply} className="space-y-4">
      <AmountField
        label="Lowest price"
        currency={currency}
        typed={lowest}
        value={lowest}
        onChange={(event) => setLowest(event.target.value)}
        understood={(price) => `From ${price}`}
        error={asked && min.kind === "unclear" ? min.problem : undefined}
      />
      <AmountField
        label="Highest price"
        currency={currency}
        typed={highest}
        value={highest}
        onChange={(event) => setHighest(event.target.value)}
        understood={(price) => `Up to ${price}`}
        error={asked ? highestProblem(max, isCrossed) : undefined}
      />
      <div className="flex justify-end gap-2">
        <Button type="button" look="quiet" size="sm" onClick={() => onDone({})}>
          Any price
        </Button>
        <Button type="submit" size="sm">
          Apply
        </Button>
      </div>
    </form>
  );
}

function highestProblem(max: ReturnType<typeof readAmount>, isCrossed: boolean): string | undefined {
  if (max.kind === "unclear") return max.problem;
  return isCrossed ? "The highest price is below the lowest" : undefined;
}

function textOf(price: number | undefined): string {
  return price === undefined ? "" : amountText(price);
}

function rangeText({ minPrice, maxPrice }: PriceRange, currency: string | undefined): string {
  if (currency === undefined || (minPrice === undefined && maxPrice === undefined)) return "Any price";
  if (maxPrice === undefined) return `From ${priceText(minPrice ?? 0, currency)}`;
  if (minPrice === undefined) return `Up to ${priceText(maxPrice, currency)}`;
  return `${priceText(minPrice, currency)} – ${priceText(maxPrice, currency)}`;
}

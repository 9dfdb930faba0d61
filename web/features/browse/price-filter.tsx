import { useQuery } from "@tanstack/react-query";
import { type FormEvent, startTransition, useState } from "react";

import type { PriceRange } from "../../api/auctions.ts";
import { settingsQuery } from "../../api/settings.ts";
import { Button } from "../../ui/button.tsx";
import { ChoiceButton } from "../../ui/fields/choice-button.tsx";
import { priceText } from "../../ui/items/price.tsx";
import { Popover } from "../../ui/popover.tsx";
import { usePriceFields } from "./use-price-fields.tsx";

type PriceFilterProps = { range: PriceRange; defaultOpen?: boolean; onChange: (range: PriceRange) => void };

/** The lowest and highest current price. They apply once submitted, not with each digit. */
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
  const { fields, read } = usePriceFields(range, currency);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const next = read();
    if (next) onDone(next);
  };
  return (
    <form noValidate onSubmit={apply} className="space-y-4">
      {fields}
      <div className="flex justify-end gap-2">
        <Button type="button" variant="quiet" size="sm" onClick={() => onDone({})}>
          Any price
        </Button>
        <Button type="submit" size="sm">
          Apply
        </Button>
      </div>
    </form>
  );
}

function rangeText({ minPrice, maxPrice }: PriceRange, currency: string | undefined): string {
  if (currency === undefined || (minPrice === undefined && maxPrice === undefined)) return "Any price";
  if (maxPrice === undefined) return `From ${priceText(minPrice ?? 0, currency)}`;
  if (minPrice === undefined) return `Up to ${priceText(maxPrice, currency)}`;
  return `${priceText(minPrice, currency)} – ${priceText(maxPrice, currency)}`;
}

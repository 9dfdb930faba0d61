import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";

import { DEFAULT_FILTER } from "../../../worker/contract/default-filter.ts";
import { settingsQuery } from "../../api/settings.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/fields/field.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { LayerDialog } from "../../ui/layer-dialog.tsx";
import {
  CONDITION_CHOICES,
  defaultSort,
  type FilterChanges,
  type FilterProps,
  sortOrdersFor,
  STATUS_CHOICES,
} from "./filter.ts";
import { useCategoryOptions } from "./use-category-options.ts";
import { usePriceFields } from "./use-price-fields.tsx";

type FilterSheetProps = FilterProps & { open: boolean; onClose: () => void };

/** The list's filter choices in one panel, for phones. They apply together. Back or closing discards them. */
export default function FilterSheet({ open, filter, onChange, onClose }: FilterSheetProps) {
  const { data: settings } = useQuery(settingsQuery);
  return (
    <LayerDialog layer="filters" open={open} onOpenChange={(next) => !next && onClose()} title="Filters">
      {settings && (
        // Replaces the panel's own history entry, which closes the panel. Back then undoes the choice.
        <FilterForm filter={filter} currency={settings.currency} onDone={(changes) => onChange(changes, true)} />
      )}
    </LayerDialog>
  );
}

type FilterFormProps = Pick<FilterProps, "filter"> & { currency: string; onDone: (changes: FilterChanges) => void };

function FilterForm({ filter, currency, onDone }: FilterFormProps) {
  const categories = useCategoryOptions();
  const [category, setCategory] = useState(filter.category ?? "");
  const [condition, setCondition] = useState<string>(filter.condition ?? "");
  const [status, setStatus] = useState(filter.status ?? DEFAULT_FILTER.status);
  const [sort, setSort] = useState(filter.sort);
  const { fields, read, clear } = usePriceFields(filter, currency);
  const sorts = sortOrdersFor(status);
  const validSort = sorts.some(({ value }) => value === sort) ? sort : defaultSort(status);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const prices = read();
    if (!prices) return;
    const { minPrice = "", maxPrice = "" } = prices;
    onDone({
      category,
      condition,
      status,
      sort: validSort ?? "",
      minPrice: String(minPrice),
      maxPrice: String(maxPrice),
    });
  };
  return (
    <form noValidate onSubmit={apply} className="space-y-4">
      <Field label="Status">
        {(control) => (
          <Select
            {...control}
            options={STATUS_CHOICES}
            value={status}
            onChange={(next) => setStatus(STATUS_CHOICES.find(({ value }) => value === next)?.value ?? status)}
          />
        )}
      </Field>
      <Field label="Sort by">
        {(control) => (
          <Select
            {...control}
            options={sorts}
            value={validSort ?? ""}
            onChange={(next) => setSort(sorts.find(({ value }) => value === next)?.value)}
          />
        )}
      </Field>
      <Field label="Category">
        {(control) => <Select {...control} options={categories} value={category} onChange={setCategory} />}
      </Field>
      <Field label="Condition">
        {(control) => <Select {...control} options={CONDITION_CHOICES} value={condition} onChange={setCondition} />}
      </Field>
      <div className="grid grid-cols-2 items-start gap-3">{fields}</div>
      <div className="flex gap-3 pt-2 *:flex-1">
        <Button
          variant="secondary"
          onClick={() => {
            setCategory("");
            setCondition("");
            setStatus(DEFAULT_FILTER.status);
            setSort(undefined);
            clear();
          }}
        >
          Clear
        </Button>
        <Button type="submit">Show items</Button>
      </div>
    </form>
  );
}

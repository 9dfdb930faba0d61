import { DEFAULT_FILTER } from "../../../worker/contract/default-filter.ts";
import { Select } from "../../ui/fields/select.tsx";
import type { ChoiceName } from "./filter-stand-ins.tsx";
import { CONDITION_CHOICES, type FilterProps, sortOrdersFor, STATUS_CHOICES } from "./filter.ts";
import { PriceFilter } from "./price-filter.tsx";
import { useCategoryOptions } from "./use-category-options.ts";

type FilterChoicesProps = FilterProps & {
  /** The choice that starts open. */
  openedChoice: ChoiceName | null;
};

/** All filters except the search text and the ending time. */
export default function FilterChoices({ filter, openedChoice, onChange }: FilterChoicesProps) {
  const categories = useCategoryOptions();
  return (
    <>
      <Select
        aria-label="Category"
        defaultOpen={openedChoice === "Category"}
        options={categories}
        value={filter.category ?? ""}
        onChange={(value) => onChange({ category: value })}
      />
      <Select
        aria-label="Condition"
        defaultOpen={openedChoice === "Condition"}
        options={CONDITION_CHOICES}
        value={filter.condition ?? ""}
        onChange={(value) => onChange({ condition: value })}
      />
      <PriceFilter
        range={filter}
        defaultOpen={openedChoice === "Price"}
        onChange={({ minPrice, maxPrice }) =>
          onChange({ minPrice: String(minPrice ?? ""), maxPrice: String(maxPrice ?? "") })
        }
      />
      <Select
        aria-label="Status"
        defaultOpen={openedChoice === "Status"}
        options={STATUS_CHOICES}
        value={filter.status ?? ""}
        onChange={(value) => onChange({ status: value })}
      />
      <Select
        aria-label="Sort by"
        defaultOpen={openedChoice === "Sort by"}
        options={sortOrdersFor(filter.status ?? DEFAULT_FILTER.status)}
        value={filter.sort ?? ""}
        onChange={(value) => onChange({ sort: value })}
      />
    </>
  );
}

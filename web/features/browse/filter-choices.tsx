import { useQuery } from "@tanstack/react-query";

import { FIXED_CATEGORIES } from "../../../worker/contract/category.ts";
import { categoriesQuery } from "../../api/categories.ts";
import { type Option, Select } from "../../ui/select.tsx";
import type { Choice } from "./choice-places.tsx";
import { type FilterProps, SORTS, STATUSES } from "./filter.ts";
import { PriceFilter } from "./price-filter.tsx";

const ALL: Option = { value: "", label: "All Categories" };
const FIXED: readonly Option[] = FIXED_CATEGORIES.map(({ id, name }) => ({ value: id, label: name }));

type FilterChoicesProps = FilterProps & {
  /** The one that is open from the beginning. */
  opened: Choice | null;
};

/** The filters of the list other than the search text. */
export default function FilterChoices({ filter, opened, onChange }: FilterChoicesProps) {
  const { data: categories = [] } = useQuery(categoriesQuery);
  // The eight fixed categories come first and do not wait for the server; categories that users have added follow.
  const added = categories
    .filter(({ _id }) => !FIXED.some(({ value }) => value === _id))
    .map(({ _id, name }) => ({ value: _id, label: name }));
  return (
    <>
      <Select
        aria-label="Category"
        defaultOpen={opened === "Category"}
        options={[ALL, ...FIXED, ...added]}
        value={filter.category ?? ""}
        onChange={(value) => onChange({ category: value })}
      />
      <PriceFilter
        range={filter}
        defaultOpen={opened === "Price"}
        onChange={({ minPrice, maxPrice }) =>
          onChange({ minPrice: String(minPrice ?? ""), maxPrice: String(maxPrice ?? "") })
        }
      />
      <Select
        aria-label="Status"
        defaultOpen={opened === "Status"}
        options={STATUSES}
        value={filter.status ?? ""}
        onChange={(value) => onChange({ status: value })}
      />
      <Select
        aria-label="Sort by"
        defaultOpen={opened === "Sort by"}
        options={SORTS}
        value={filter.sort ?? ""}
        onChange={(value) => onChange({ sort: value })}
      />
    </>
  );
}

import { useQuery } from "@tanstack/react-query";

import { FIXED_CATEGORIES } from "../../../worker/contract/category.ts";
import type { AuctionFilter } from "../../api/auctions.ts";
import { categoriesQuery } from "../../api/categories.ts";
import { type Option, Select } from "../../ui/select.tsx";
import { type FilterName, SORTS, STATUSES } from "./filter.ts";
import { PriceFilter } from "./price-filter.tsx";

const ALL: Option = { value: "", label: "All Categories" };
const FIXED: readonly Option[] = FIXED_CATEGORIES.map(({ id, name }) => ({ value: id, label: name }));

export type FilterProps = {
  filter: AuctionFilter;
  onChange: (changes: Partial<Record<FilterName, string>>) => void;
};

/** The filters of the list other than the search text. */
export default function FilterChoices({ filter, onChange }: FilterProps) {
  const { data: categories = [] } = useQuery(categoriesQuery);
  // The eight fixed categories come first and do not wait for the server; categories that users have added follow.
  const added = categories
    .filter(({ _id }) => !FIXED.some(({ value }) => value === _id))
    .map(({ _id, name }) => ({ value: _id, label: name }));
  return (
    <>
      <Select
        aria-label="Category"
        options={[ALL, ...FIXED, ...added]}
        value={filter.category ?? ""}
        onChange={(value) => onChange({ category: value })}
      />
      <PriceFilter
        range={filter}
        onChange={({ minPrice, maxPrice }) =>
          onChange({ minPrice: String(minPrice ?? ""), maxPrice: String(maxPrice ?? "") })
        }
      />
      <Select
        aria-label="Status"
        options={STATUSES}
        value={filter.status ?? ""}
        onChange={(value) => onChange({ status: value })}
      />
      <Select
        aria-label="Sort by"
        options={SORTS}
        value={filter.sort ?? ""}
        onChange={(value) => onChange({ sort: value })}
      />
    </>
  );
}

import { useQuery } from "@tanstack/react-query";

import { FIXED_CATEGORIES } from "../../../worker/contract/category.ts";
import type { AuctionFilter } from "../../api/auctions.ts";
import { categoriesQuery } from "../../api/categories.ts";
import { type Option, Select } from "../../ui/select.tsx";
import { type FilterName, SORTS, STATUSES } from "./filter.ts";
import { PriceFilter } from "./price-filter.tsx";
import { SearchBox } from "./search-box.tsx";

const ALL: Option = { value: "", label: "All Categories" };
const FIXED: readonly Option[] = FIXED_CATEGORIES.map(({ id, name }) => ({ value: id, label: name }));

type FilterBarProps = { filter: AuctionFilter; onChange: (changes: Partial<Record<FilterName, string>>) => void };

export function FilterBar({ filter, onChange }: FilterBarProps) {
  const { data: categories = [] } = useQuery(categoriesQuery);
  // The eight fixed categories come first and do not wait for the server; categories that users have added follow.
  const added = categories
    .filter(({ _id }) => !FIXED.some(({ value }) => value === _id))
    .map(({ _id, name }) => ({ value: _id, label: name }));
  return (
    <div className="grid gap-2 sm:grid-cols-4 sm:gap-3 lg:grid-cols-[1fr_minmax(0,13rem)_minmax(0,11rem)_minmax(0,10rem)_minmax(0,12rem)]">
      <div className="sm:col-span-4 lg:col-span-1">
        <SearchBox value={filter.search ?? ""} onSearch={(text) => onChange({ search: text })} />
      </div>
      {/* On a phone one row that scrolls sideways, so that the first auction is on the first screen. */}
      <div className="-mx-4 flex [scrollbar-width:none] gap-2 overflow-x-auto px-4 py-1 *:w-38 *:shrink-0 sm:contents sm:*:w-auto">
        <div>
          <Select
            aria-label="Category"
            options={[ALL, ...FIXED, ...added]}
            value={filter.category ?? ""}
            onChange={(value) => onChange({ category: value })}
          />
        </div>
        <div>
          <PriceFilter
            range={filter}
            onChange={({ minPrice, maxPrice }) =>
              onChange({ minPrice: String(minPrice ?? ""), maxPrice: String(maxPrice ?? "") })
            }
          />
        </div>
        <div>
          <Select
            aria-label="Status"
            options={STATUSES}
            value={filter.status ?? ""}
            onChange={(value) => onChange({ status: value })}
          />
        </div>
        <div>
          <Select
            aria-label="Sort by"
            options={SORTS}
            value={filter.sort ?? ""}
            onChange={(value) => onChange({ sort: value })}
          />
        </div>
      </div>
    </div>
  );
}

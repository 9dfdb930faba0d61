import { lazy, Suspense } from "react";

import { FaultBoundary } from "../../ui/fault-boundary.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { FilterProps } from "./filter-choices.tsx";
import { SearchBox } from "./search-box.tsx";

/** With the library of its lists: the page shows its lots before it. */
const FilterChoices = lazy(() => import("./filter-choices.tsx"));

const PLACES = ["Category", "Price", "Status", "Sort by"];

export function FilterBar({ filter, onChange }: FilterProps) {
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-[1fr_minmax(0,13rem)_minmax(0,11rem)_minmax(0,10rem)_minmax(0,12rem)]">
      <div className="col-span-2 sm:col-span-4 lg:col-span-1">
        <SearchBox value={filter.search ?? ""} onSearch={(text) => onChange({ search: text })} />
      </div>
      <FaultBoundary fallback={null}>
        <Suspense
          fallback={PLACES.map((name) => (
            <Skeleton key={name} className="h-11" />
          ))}
        >
          <FilterChoices filter={filter} onChange={onChange} />
        </Suspense>
      </FaultBoundary>
    </div>
  );
}

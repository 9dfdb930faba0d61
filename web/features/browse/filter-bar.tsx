import { lazy, Suspense } from "react";

import { FaultBoundary } from "../../ui/fault-boundary.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { FilterProps } from "./filter-choices.tsx";
import { SearchBox } from "./search-box.tsx";

/** Loaded separately, because it needs the library for select boxes: the page shows its lots before it. */
const FilterChoices = lazy(() => import("./filter-choices.tsx"));

const PLACES = ["Category", "Price", "Status", "Sort by"];

export function FilterBar({ filter, onChange }: FilterProps) {
  return (
    <div className="grid gap-2 sm:grid-cols-4 sm:gap-3 lg:grid-cols-[1fr_minmax(0,13rem)_minmax(0,11rem)_minmax(0,10rem)_minmax(0,12rem)]">
      <div className="sm:col-span-4 lg:col-span-1">
        <SearchBox value={filter.search ?? ""} onSearch={(text) => onChange({ search: text })} />
      </div>
      {/* On a phone one row that scrolls sideways, so that the first auction is on the first screen. */}
      <div className="relative -mx-4 flex [scrollbar-width:none] gap-2 overflow-x-auto px-4 py-1 *:w-38 *:shrink-0 sm:contents sm:*:w-auto">
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
    </div>
  );
}

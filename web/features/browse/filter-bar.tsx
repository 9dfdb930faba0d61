import { lazy, Suspense, useState } from "react";

import { FaultBoundary } from "../../ui/fault-boundary.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type Choice, ChoicePlaces, CHOICES } from "./choice-places.tsx";
import type { FilterProps } from "./filter.ts";
import { SearchBox } from "./search-box.tsx";

const load = () => import("./filter-choices.tsx");
/** Loaded when a choice is first needed: with the library for select boxes it weighs more than the whole page. */
const FilterChoices = lazy(load);

export function FilterBar({ filter, onChange }: FilterProps) {
  const [opened, setOpened] = useState<Choice | null>(null);
  // The names of categories and the currency of prices come with the code.
  const isNamed = filter.category !== undefined || filter.minPrice !== undefined || filter.maxPrice !== undefined;
  const places = isNamed ? (
    CHOICES.map((name) => <Skeleton key={name} className="h-11" />)
  ) : (
    // A failure shows when the code is needed.
    <ChoicePlaces filter={filter} opened={opened} onNear={() => void load().catch(() => {})} onOpen={setOpened} />
  );
  return (
    <div className="grid gap-2 sm:grid-cols-4 sm:gap-3 lg:grid-cols-[1fr_minmax(0,13rem)_minmax(0,11rem)_minmax(0,10rem)_minmax(0,12rem)]">
      <div className="sm:col-span-4 lg:col-span-1">
        <SearchBox value={filter.search ?? ""} onSearch={(text) => onChange({ search: text })} />
      </div>
      {/* On a phone one row that scrolls sideways, so that the first auction is on the first screen. */}
      <div className="relative -mx-4 flex [scrollbar-width:none] gap-2 overflow-x-auto px-4 py-1 *:w-38 *:shrink-0 sm:contents sm:*:w-auto">
        <FaultBoundary fallback={null}>
          {isNamed || opened ? (
            <Suspense fallback={places}>
              <FilterChoices filter={filter} opened={opened} onChange={onChange} />
            </Suspense>
          ) : (
            places
          )}
        </FaultBoundary>
      </div>
    </div>
  );
}

import { SlidersHorizontal } from "lucide-react";
import { Suspense, useState } from "react";

import { Button } from "../../ui/button.tsx";
import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type ChoiceName, FilterStandIns, CHOICE_NAMES } from "./filter-stand-ins.tsx";
import { countActiveFilters, type FilterProps } from "./filter.ts";
import { SearchBox } from "./search-box.tsx";

const loadChoices = () => import("./filter-choices.tsx");
/** Loaded when a choice is first needed. With the library for select boxes, it's larger than the rest of the page. */
const FilterChoices = lazyComponent(loadChoices);
const loadSheet = () => import("./filter-sheet.tsx");
const FilterSheet = lazyComponent(loadSheet);

export function FilterBar({ filter, onChange }: FilterProps) {
  const [openedChoice, setOpenedChoice] = useState<ChoiceName | null>(null);
  // Only the loaded choices can show category names and prices.
  const needsChoices = filter.category !== undefined || filter.minPrice !== undefined || filter.maxPrice !== undefined;
  const placeholders = needsChoices ? (
    CHOICE_NAMES.map((name) => <Skeleton key={name} className="h-11" />)
  ) : (
    // A failed preload is ignored. If loading still fails once the code is needed, the error shows then.
    <FilterStandIns
      filter={filter}
      openedChoice={openedChoice}
      onPreload={() => void loadChoices().catch(() => {})}
      onOpen={setOpenedChoice}
    />
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 md:grid-cols-[1.1fr_1fr_1fr_0.8fr_1.25fr] md:gap-3 xl:grid-cols-[1fr_minmax(0,12rem)_minmax(0,10rem)_minmax(0,9rem)_minmax(0,8.5rem)_minmax(0,11.5rem)]">
      <div className="md:col-span-5 xl:col-span-1">
        <SearchBox value={filter.search ?? ""} onSearch={(text) => onChange({ search: text })} />
      </div>
      <div className="contents max-md:hidden">
        <ErrorBoundary fallback={placeholders}>
          {needsChoices || openedChoice ? (
            <Suspense fallback={placeholders}>
              <FilterChoices filter={filter} openedChoice={openedChoice} onChange={onChange} />
            </Suspense>
          ) : (
            placeholders
          )}
        </ErrorBoundary>
      </div>
      <SheetButton filter={filter} onChange={onChange} />
    </div>
  );
}

/** On a phone, one button opens all choices, so that the first item fits on the first screen. */
function SheetButton({ filter, onChange }: FilterProps) {
  const [openCount, setOpenCount] = useState(0);
  const [open, setOpen] = useState(false);
  const count = countActiveFilters(filter);
  const preloadSheet = () => void loadSheet().catch(() => {});
  return (
    <>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={preloadSheet}
        onFocus={preloadSheet}
        onClick={() => {
          setOpenCount((before) => before + 1);
          setOpen(true);
        }}
        className="md:hidden"
      >
        <SlidersHorizontal aria-hidden className="size-4 text-muted" />
        {count === 0 ? "Filters" : `Filters · ${count}`}
      </Button>
      {openCount > 0 && (
        <ErrorBoundary resetKey={String(openCount)} fallback={null}>
          <Suspense>
            {/* Each time it opens, it starts from the current filter. */}
            <FilterSheet
              key={openCount}
              open={open}
              filter={filter}
              onChange={onChange}
              onClose={() => setOpen(false)}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

import type { ReactNode } from "react";

import { EndsFilter } from "./ends-filter.tsx";
import { FilterBar } from "./filter-bar.tsx";
import type { FilterProps } from "./filter.ts";

type AuctionsLayoutProps = FilterProps & {
  /** How many auctions the filter finds. */
  count: ReactNode;
  children: ReactNode;
};

/**
 * The All Auctions page, around its list. The build renders it too (`web/app/first-screens.tsx`), with
 * `DEFAULT_FILTER` and without an account, so the first render needs neither data nor a browser.
 */
export function AuctionsLayout({ filter, onChange, count, children }: AuctionsLayoutProps) {
  return (
    <div className="mx-auto max-w-7xl px-4 pt-6 pb-10 sm:px-6 sm:pt-10 lg:py-14">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="font-display text-3xl font-medium tracking-tight">All Auctions</h1>
        <output className="block min-h-5 text-sm text-muted">{count}</output>
      </div>
      <div className="mt-4 mb-2 sm:mt-6 sm:mb-4">
        <FilterBar filter={filter} onChange={onChange} />
      </div>
      <div className="mb-4 sm:mb-5">
        {filter.status === "Live" && (
          <EndsFilter value={filter.endsWithin ?? ""} onChange={(value) => onChange({ endsWithin: value })} />
        )}
      </div>
      {children}
    </div>
  );
}

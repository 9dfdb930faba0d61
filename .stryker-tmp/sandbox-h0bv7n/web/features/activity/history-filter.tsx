// @ts-nocheck
import type { HistoryFilter as Filter } from "../../api/activity.ts";

const FILTERS: readonly { value: Filter; label: string }[] = [
  { value: "all", label: "All Activities" },
  { value: "created", label: "Created" },
  { value: "won", label: "Won" },
  { value: "bid", label: "Bid" },
];

type HistoryFilterProps = { value: Filter; onChange: (filter: Filter) => void };

export function HistoryFilter({ value, onChange }: HistoryFilterProps) {
  return (
    <fieldset className="flex flex-wrap gap-1.5 sm:gap-2">
      <legend className="sr-only">Filter activities</legend>
      {FILTERS.map((filter) => (
        <button
          key={filter.value}
          type="button"
          aria-pressed={filter.value === value}
          onClick={() => onChange(filter.value)}
          className="h-9 rounded-full border border-line-strong bg-surface px-3.5 text-sm font-medium text-ink transition-colors hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-on-accent sm:px-4"
        >
          {filter.label}
        </button>
      ))}
    </fieldset>
  );
}

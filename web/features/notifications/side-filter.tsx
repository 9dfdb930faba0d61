import type { ListedNotification } from "../../../worker/contract/notification.ts";

export type Side = ListedNotification["side"] | "all";

const SIDES: readonly { value: Side; label: string }[] = [
  { value: "all", label: "All" },
  { value: "selling", label: "Selling" },
  { value: "bidding", label: "Bidding" },
];

/** Which notifications of a person who sells and bids are listed. */
export function SideFilter({ value, onChange }: { value: Side; onChange: (side: Side) => void }) {
  return (
    <fieldset className="flex gap-1.5 border-b border-line px-4 py-2">
      <legend className="sr-only">Filter notifications</legend>
      {SIDES.map((side) => (
        <button
          key={side.value}
          type="button"
          aria-pressed={side.value === value}
          onClick={() => onChange(side.value)}
          className="h-8 rounded-full border border-line-strong px-3 text-sm font-medium transition-colors hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-on-accent"
        >
          {side.label}
        </button>
      ))}
    </fieldset>
  );
}

import { classes } from "../../ui/classes.ts";
import { ENDS_CHOICES } from "./filter.ts";

type EndsFilterProps = { value: string; onChange: (value: string) => void };

/** Filters by how soon auctions end. */
export function EndsFilter({ value, onChange }: EndsFilterProps) {
  return (
    // `relative` makes the hidden inputs scroll with the fieldset, so that they don't make the page wider.
    <fieldset className="relative -mx-4 flex min-w-0 [scrollbar-width:none] items-center gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:px-0">
      <legend className="float-left mr-2 text-sm text-muted max-sm:sr-only">Ends</legend>
      {ENDS_CHOICES.map(({ value: each, label }) => (
        <label
          key={each}
          className={classes(
            "inline-flex h-9 shrink-0 cursor-pointer items-center whitespace-nowrap rounded-full border px-3.5 text-sm font-medium transition-colors",
            "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
            value === each
              ? "border-accent bg-accent-soft text-accent"
              : "border-line bg-surface hover:border-line-strong",
          )}
        >
          <input
            type="radio"
            name="endsWithin"
            value={each}
            checked={value === each}
            onChange={() => onChange(each)}
            className="sr-only"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

import { classes } from "../../ui/classes.ts";
import { ENDS } from "./filter.ts";

type EndsFilterProps = { value: string; onChange: (value: string) => void };

/** Only the auctions that end soon. */
export function EndsFilter({ value, onChange }: EndsFilterProps) {
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="float-left mr-2 text-sm text-muted">Ends</legend>
      {ENDS.map(({ value: each, label }) => (
        <label
          key={each}
          className={classes(
            "inline-flex h-9 cursor-pointer items-center rounded-full border px-3.5 text-sm font-medium transition-colors",
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

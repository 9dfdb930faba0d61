import type { UseFormRegisterReturn } from "react-hook-form";

import { FieldMessage } from "./field.tsx";

type ReasonChoicesProps = {
  reasons: readonly { readonly value: string; readonly label: string }[];
  reason: UseFormRegisterReturn;
  error: string | undefined;
};

/** The reasons for a report, with none chosen at first. */
export function ReasonChoices({ reasons, reason, error }: ReasonChoicesProps) {
  return (
    <fieldset aria-describedby="report-missing">
      <legend className="text-sm font-medium">What's wrong?</legend>
      <div className="mt-2 space-y-1">
        {reasons.map(({ value, label }) => (
          <label key={value} className="flex min-h-9 items-center gap-3 text-sm">
            <input type="radio" value={value} className="size-4 shrink-0" {...reason} />
            {label}
          </label>
        ))}
      </div>
      <FieldMessage id="report-missing" error={error} />
    </fieldset>
  );
}

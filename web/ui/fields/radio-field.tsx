import { useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";

import { FieldMessage } from "./field.tsx";

type RadioFieldProps = {
  legend: string;
  choices: readonly { readonly value: string; readonly label: string; readonly effect: string }[];
  registration: UseFormRegisterReturn;
  error: string | undefined;
  className?: string;
};

/** Radio buttons, each with its effect. */
export function RadioField({ legend, choices, registration, error, className }: RadioFieldProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={id} className={className}>
      <legend className="text-sm font-medium">{legend}</legend>
      <div className="mt-2 space-y-3">
        {choices.map(({ value, label, effect }) => (
          <label key={value} className="flex gap-3 text-sm">
            <input type="radio" value={value} className="mt-0.5 size-4 shrink-0" {...registration} />
            <span>
              <span className="block font-medium">{label}</span>
              <span className="block text-muted">{effect}</span>
            </span>
          </label>
        ))}
      </div>
      <FieldMessage id={id} error={error} />
    </fieldset>
  );
}

import type { UseFormRegisterReturn } from "react-hook-form";

import { FieldMessage } from "../../ui/field.tsx";
import { ACTS } from "./acts.ts";

type ActChoicesProps = {
  legend: string;
  choices: readonly (keyof typeof ACTS)[];
  act: UseFormRegisterReturn;
  error: string | undefined;
};

/** The acts that an admin chooses between, each with what it does. */
export function ActChoices({ legend, choices, act, error }: ActChoicesProps) {
  return (
    <fieldset aria-describedby="act-missing" className="mb-5">
      <legend className="text-sm font-medium">{legend}</legend>
      <div className="mt-2 space-y-3">
        {choices.map((choice) => (
          <label key={choice} className="flex gap-3 text-sm">
            <input type="radio" value={choice} className="mt-0.5 size-4 shrink-0" {...act} />
            <span>
              <span className="block font-medium">{ACTS[choice].label}</span>
              <span className="block text-muted">{ACTS[choice].effect}</span>
            </span>
          </label>
        ))}
      </div>
      <FieldMessage id="act-missing" error={error} />
    </fieldset>
  );
}

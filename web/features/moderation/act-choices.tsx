import type { UseFormRegisterReturn } from "react-hook-form";

import { FieldMessage } from "../../ui/field.tsx";
import { ACTS } from "./acts.ts";

type ChoicesProps = {
  legend: string;
  choices: readonly { readonly value: string; readonly label: string; readonly effect: string }[];
  register: UseFormRegisterReturn;
  error: string | undefined;
};

/** An admin's choices, each with its effect. */
export function Choices({ legend, choices, register, error }: ChoicesProps) {
  return (
    <fieldset aria-describedby="act-missing" className="mb-5">
      <legend className="text-sm font-medium">{legend}</legend>
      <div className="mt-2 space-y-3">
        {choices.map(({ value, label, effect }) => (
          <label key={value} className="flex gap-3 text-sm">
            <input type="radio" value={value} className="mt-0.5 size-4 shrink-0" {...register} />
            <span>
              <span className="block font-medium">{label}</span>
              <span className="block text-muted">{effect}</span>
            </span>
          </label>
        ))}
      </div>
      <FieldMessage id="act-missing" error={error} />
    </fieldset>
  );
}

type ActChoicesProps = {
  legend: string;
  choices: readonly (keyof typeof ACTS)[];
  act: UseFormRegisterReturn;
  error: string | undefined;
};

/** The acts that an admin chooses between. */
export function ActChoices({ legend, choices, act, error }: ActChoicesProps) {
  const offered = choices.map((value) => ({ value, label: ACTS[value].label, effect: ACTS[value].effect }));
  return <Choices legend={legend} choices={offered} register={act} error={error} />;
}

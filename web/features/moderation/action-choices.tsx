import type { UseFormRegisterReturn } from "react-hook-form";

import { FieldMessage } from "../../ui/field.tsx";
import { ACTION_TEXTS } from "./action-texts.ts";

type ChoicesProps = {
  legend: string;
  choices: readonly { readonly value: string; readonly label: string; readonly effect: string }[];
  register: UseFormRegisterReturn;
  error: string | undefined;
};

/** Choices for an admin, each with its effect. */
export function Choices({ legend, choices, register, error }: ChoicesProps) {
  return (
    <fieldset aria-describedby="action-missing" className="mb-5">
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
      <FieldMessage id="action-missing" error={error} />
    </fieldset>
  );
}

type ActionChoicesProps = {
  legend: string;
  choices: readonly (keyof typeof ACTION_TEXTS)[];
  action: UseFormRegisterReturn;
  error: string | undefined;
};

/** Actions for an admin to choose between. */
export function ActionChoices({ legend, choices, action, error }: ActionChoicesProps) {
  const offered = choices.map((value) => ({
    value,
    label: ACTION_TEXTS[value].label,
    effect: ACTION_TEXTS[value].effect,
  }));
  return <Choices legend={legend} choices={offered} register={action} error={error} />;
}

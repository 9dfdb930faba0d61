import type { FieldErrors, UseFormRegisterReturn } from "react-hook-form";

import type { NameForm } from "../../../worker/contract/account.ts";
import { TextField } from "../../ui/text-field.tsx";

type NameFieldsProps = { readonly [Name in keyof NameForm]: UseFormRegisterReturn<Name> } & {
  readonly errors: FieldErrors<NameForm>;
};

/** The two parts of a person's name. */
export function NameFields({ firstName, lastName, errors }: NameFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label="First name" autoComplete="given-name" error={errors.firstName?.message} {...firstName} />
      <TextField label="Last name" autoComplete="family-name" error={errors.lastName?.message} {...lastName} />
    </div>
  );
}

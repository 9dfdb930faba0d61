import type { FieldErrors, UseFormRegisterReturn } from "react-hook-form";

import type { NameForm } from "../../../worker/contract/account.ts";
import { TextField } from "../../ui/fields/text-field.tsx";

type TypedName = Pick<NameForm, "firstName" | "lastName">;
type NameFieldsProps = { readonly [Name in keyof TypedName]: UseFormRegisterReturn<Name> } & {
  readonly errors: FieldErrors<TypedName>;
  /** Whether the person has only one name, so there's no last name field. */
  readonly oneName: boolean;
  readonly onOneNameChange: (oneName: boolean) => void;
};

/** A person's name in one or two parts. Register the last name field with `shouldUnregister`. */
export function NameFields({ firstName, lastName, errors, oneName, onOneNameChange }: NameFieldsProps) {
  return (
    <div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={oneName ? "Name" : "First name"}
          autoComplete={oneName ? "name" : "given-name"}
          error={errors.firstName?.message}
          className={oneName ? "sm:col-span-2" : undefined}
          {...firstName}
        />
        {!oneName && (
          <TextField label="Last name" autoComplete="family-name" error={errors.lastName?.message} {...lastName} />
        )}
      </div>
      <button
        type="button"
        className="mt-1.5 min-h-6 rounded-sm text-sm text-accent underline underline-offset-4"
        onClick={() => onOneNameChange(!oneName)}
      >
        {oneName ? "Add a last name" : "I have only one name"}
      </button>
    </div>
  );
}

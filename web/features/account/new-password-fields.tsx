import type { FieldErrors, UseFormRegisterReturn } from "react-hook-form";

import { PasswordField } from "../../ui/password-field.tsx";

type NewPassword = { password: string; confirmPassword: string };
type Registered = { readonly [Name in keyof NewPassword]: UseFormRegisterReturn<Name> };
type Props = Registered & {
  readonly label: "Password" | "New password";
  readonly errors: FieldErrors<NewPassword>;
};

/** A password that is chosen now, and the same once more. */
export function NewPasswordFields({ label, password, confirmPassword, errors }: Props) {
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        hint="At least 8 characters, with uppercase, lowercase, and a number."
        error={errors.password?.message}
        {...password}
      />
      <PasswordField
        label={`Confirm ${label.toLowerCase()}`}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...confirmPassword}
      />
    </>
  );
}

import type { ComponentProps } from "react";
import type { FieldErrors, UseFormRegisterReturn } from "react-hook-form";

import { forbiddenName } from "../../../worker/contract/text/normalize-password.ts";
import { SITE_NAME } from "../../site-name.ts";
import { PasswordField } from "../../ui/fields/password-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, "label" | "type" | "inputMode" | "autoComplete"> & {
  /**
   * How password managers treat the field: as an account's username, with or without its passkeys, or as a new address.
   */
  readonly autoComplete: "username" | "username webauthn" | "email";
};

/** The email address for signing in. */
export function EmailField(input: EmailFieldProps) {
  return <TextField label="Email" type="email" inputMode="email" {...input} />;
}

const SITE = forbiddenName(SITE_NAME);
const EMAIL_NAME = "the part of your email before the @";
const FORBIDDEN_NAMES_TEXT = SITE === null ? EMAIL_NAME : `“${SITE}” or ${EMAIL_NAME}`;
const HINT =
  "Use at least 8 characters, with uppercase and lowercase letters and a number. " +
  `Don't include ${FORBIDDEN_NAMES_TEXT}.`;

type NewPassword = { password: string; confirmPassword: string };
type RegisteredFields = { readonly [Name in keyof NewPassword]: UseFormRegisterReturn<Name> };
type NewPasswordFieldsProps = RegisteredFields & {
  readonly label: "Password" | "New password";
  readonly errors: FieldErrors<NewPassword>;
};

/** A new password and its confirmation. */
export function NewPasswordFields({ label, password, confirmPassword, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        hint={HINT}
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

import { useMutation, useQueryClient } from "@tanstack/react-query";

import { changePasswordForm, type ChangePasswordValues, firstPasswordForm } from "../../../worker/contract/security.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { changePassword } from "../../api/security.ts";
import { useContractForm } from "../../shared/use-contract-form.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/fields/password-field.tsx";
import { toasts } from "../../ui/toast.ts";
import { NewPasswordFields } from "./credential-fields.tsx";

const EMPTY = { currentPassword: "", password: "", confirmPassword: "" };

/** Changes the password, or sets a first password for an account created with Google. */
export function ChangePasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: ({ currentPassword, ...chosen }: ChangePasswordValues) =>
      changePassword(hasPassword ? { currentPassword, ...chosen } : chosen),
    onSuccess() {
      toasts.success("Password Changed");
      for (const queryKey of [queryKeys.sessions, queryKeys.profile]) void client.invalidateQueries({ queryKey });
    },
  });
  const { register, reset, errors, submit } = useContractForm(hasPassword ? changePasswordForm : firstPasswordForm, {
    initial: EMPTY,
    send: change.mutate,
    onSent: () => reset(EMPTY),
    failureMessage: "Something went wrong",
  });

  return (
    <form noValidate className="mt-4 space-y-5" onSubmit={submit}>
      <p className="text-sm text-muted">
        {hasPassword
          ? "A new password signs you out everywhere else."
          : "You sign in with Google. Set a password to sign in without it, too."}
      </p>
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      {hasPassword && (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register("currentPassword")}
        />
      )}
      <NewPasswordFields
        label="New password"
        password={register("password")}
        confirmPassword={register("confirmPassword")}
        errors={errors}
      />
      <Button type="submit" busy={change.isPending} busyLabel="Saving...">
        {hasPassword ? "Change password" : "Set password"}
      </Button>
    </form>
  );
}

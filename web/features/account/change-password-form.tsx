import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";

import {
  changePasswordForm,
  type ChangePasswordForm as Fields,
  firstPasswordForm,
} from "../../../worker/contract/security.ts";
import { messageOf } from "../../api/failure.ts";
import { placeFailure } from "../../api/form-failure.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { changePassword } from "../../api/security.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { toasts } from "../../ui/toast.ts";
import { NewPasswordFields } from "./new-password-fields.tsx";

const FAILED = "Something went wrong";
const EMPTY = { currentPassword: "", password: "", confirmPassword: "" };

/** Another password, or for someone of Google the first one. */
export function ChangePasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const client = useQueryClient();
  const { register, handleSubmit, setError, reset, formState } = useForm<Fields>({
    resolver: standardSchemaResolver(hasPassword ? changePasswordForm : firstPasswordForm),
    defaultValues: EMPTY,
  });
  const { errors } = formState;
  const change = useMutation({
    mutationFn: ({ currentPassword, ...chosen }: Fields) =>
      changePassword(hasPassword ? { currentPassword, ...chosen } : chosen),
    async onSuccess() {
      toasts.success("Password Changed");
      reset(EMPTY);
      await Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.sessions }),
        client.invalidateQueries({ queryKey: queryKeys.profile }),
      ]);
    },
    onError: (error) => placeFailure(error, { setError, fields: ["currentPassword", "password", "confirmPassword"] }),
  });
  const { error } = change;
  const placed = Object.keys(errors).length > 0;

  return (
    <form
      noValidate
      className="mt-4 space-y-5"
      onSubmit={(event) => void handleSubmit((fields) => change.mutate(fields))(event)}
    >
      <p className="text-sm text-muted">
        {hasPassword
          ? "A new password signs you out everywhere else."
          : "You sign in with Google. With a password you can also sign in without it."}
      </p>
      {error && !placed && <Alert tone="danger">{messageOf(error, FAILED)}</Alert>}
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
        {hasPassword ? "Change Password" : "Set Password"}
      </Button>
    </form>
  );
}

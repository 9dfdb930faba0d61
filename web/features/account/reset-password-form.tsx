import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { Link, useNavigate } from "react-router";

import { newPasswordForm, type NewPasswordForm } from "../../../worker/contract/security.ts";
import { ApiFailure, messageOf } from "../../api/failure.ts";
import { placeFailure } from "../../api/form-failure.ts";
import { resetPassword } from "../../api/security.ts";
import { paths } from "../../paths.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { toasts } from "../../ui/toast.ts";
import { NewPasswordFields } from "./new-password-fields.tsx";

const FAILED = "Something went wrong";

/** The new password of whoever holds the link. */
export function ResetPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const { register, handleSubmit, setError, formState } = useForm<NewPasswordForm>({
    resolver: standardSchemaResolver(newPasswordForm),
    defaultValues: { password: "", confirmPassword: "" },
  });
  const { errors } = formState;
  const reset = useMutation({
    mutationFn: (chosen: NewPasswordForm) => resetPassword({ ...chosen, token }),
    onSuccess() {
      toasts.success("Password Changed");
      void navigate(paths.login);
    },
    onError: (error) => placeFailure(error, { setError, fields: ["password", "confirmPassword"] }),
  });
  const { error } = reset;
  const isOver = error instanceof ApiFailure && error.code === "reset_link_invalid";
  const placed = Object.keys(errors).length > 0;

  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={(event) => void handleSubmit((chosen) => reset.mutate(chosen))(event)}
    >
      {error && !placed && (
        <Alert tone="danger">
          {messageOf(error, FAILED)}
          {isOver && (
            <Link to={paths.forgotPassword} className="mt-1 block w-fit rounded-sm underline">
              Ask for a new link
            </Link>
          )}
        </Alert>
      )}
      <NewPasswordFields
        label="New password"
        password={register("password")}
        confirmPassword={register("confirmPassword")}
        errors={errors}
      />
      <Button type="submit" className="w-full" busy={reset.isPending} busyLabel="Saving...">
        Set Password
      </Button>
    </form>
  );
}

import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";

import { newPasswordForm, type NewPasswordForm } from "../../../worker/contract/security.ts";
import { resetPassword } from "../../api/security.ts";
import { paths } from "../../paths.ts";
import { useContractForm } from "../../shared/use-contract-form.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { toasts } from "../../ui/toast.ts";
import { NewPasswordFields } from "./credential-fields.tsx";

/** Sets a new password with the token from a reset link. */
export function ResetPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const reset = useMutation({
    mutationFn: (chosen: NewPasswordForm) => resetPassword({ ...chosen, token }),
    onSuccess() {
      toasts.success("Password Changed");
      void navigate(paths.login);
    },
  });
  const { register, errors, submit } = useContractForm(newPasswordForm, {
    initial: { password: "", confirmPassword: "" },
    send: reset.mutate,
    failureMessage: "Something went wrong",
  });

  return (
    <form noValidate className="space-y-5" onSubmit={submit}>
      {errors.root && (
        <Alert tone="danger">
          {errors.root.message}
          {errors.root.type === "reset_link_invalid" && (
            <Link to={paths.forgotPassword} className="mt-1 block w-fit rounded-sm underline">
              Request a new link
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
        Set password
      </Button>
    </form>
  );
}

import { useMutation } from "@tanstack/react-query";
import { useLocation } from "react-router";

import { forgotPasswordInput } from "../../../worker/contract/security.ts";
import { requestReset } from "../../api/security.ts";
import { useContractForm } from "../../shared/use-contract-form.ts";
import { readTypedEmail } from "../../sign-in-state.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { EmailField } from "./credential-fields.tsx";

/** Requests a reset link. The response does not reveal whether the account exists. */
export function ForgotPasswordForm() {
  const request = useMutation({ mutationFn: requestReset });
  const { register, errors, submit } = useContractForm(forgotPasswordInput, {
    initial: { email: readTypedEmail(useLocation().state) },
    send: request.mutate,
    failureMessage: "Something went wrong",
  });

  return (
    <form noValidate className="space-y-5" onSubmit={submit}>
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      {request.data && (
        <Alert tone="success">
          {request.data}. The link expires in 30 minutes and works only once. No email? Check your spam folder, or try
          again later.
        </Alert>
      )}
      <EmailField autoComplete="username" error={errors.email?.message} {...register("email")} />
      <Button type="submit" className="w-full" busy={request.isPending} busyLabel="Sending...">
        Send link
      </Button>
    </form>
  );
}

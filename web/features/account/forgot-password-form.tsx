import { useMutation } from "@tanstack/react-query";

import { forgotPasswordInput } from "../../../worker/contract/security.ts";
import { askForReset } from "../../api/security.ts";
import { useContractForm } from "../../api/use-contract-form.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { EmailField } from "./credential-fields.tsx";

/** Asks for the mail. What comes back says nothing about whether there is such an account. */
export function ForgotPasswordForm() {
  const ask = useMutation({ mutationFn: askForReset });
  const { register, errors, submit } = useContractForm(forgotPasswordInput, {
    initial: { email: "" },
    send: ask.mutate,
    failed: "Something went wrong",
  });

  return (
    <form noValidate className="space-y-5" onSubmit={submit}>
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      {ask.data && (
        <Alert tone="success">
          {ask.data}. It works once, within 30 minutes. Nothing there? Look among the spam, or ask again later.
        </Alert>
      )}
      <EmailField autoComplete="username" error={errors.email?.message} {...register("email")} />
      <Button type="submit" className="w-full" busy={ask.isPending} busyLabel="Sending...">
        Send Link
      </Button>
    </form>
  );
}

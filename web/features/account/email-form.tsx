import { useMutation } from "@tanstack/react-query";

import { emailChangeForm, googleEmailChangeForm } from "../../../worker/contract/security.ts";
import { requestEmailChange } from "../../api/security.ts";
import { useContractForm } from "../../shared/use-contract-form.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { OwnPasswordField } from "../../ui/fields/password-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";

const EMPTY = { email: "", password: "" };

/** Asks for a link to be sent to the new email address. Opening the link changes the address. */
export function EmailForm({ hasPassword }: { hasPassword: boolean }) {
  const request = useMutation({
    mutationFn: ({ email, password }: typeof EMPTY) =>
      requestEmailChange(hasPassword ? { email, password } : { email }),
  });
  const { register, reset, errors, submit } = useContractForm(hasPassword ? emailChangeForm : googleEmailChangeForm, {
    initial: EMPTY,
    send: request.mutate,
    onSent: () => reset(EMPTY),
    fieldByErrorCode: { wrong_password: "password" },
    failureMessage: "Something went wrong",
  });
  return (
    <form noValidate className="mt-4 space-y-5" onSubmit={submit}>
      <p className="text-sm text-muted">
        To change your address, enter the new one. Then open the link we send there, and confirm the change.
      </p>
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      {request.isSuccess && <Alert tone="success">{request.data}</Alert>}
      <TextField
        label="New email"
        type="email"
        inputMode="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register("email")}
      />
      {hasPassword && <OwnPasswordField error={errors.password?.message} {...register("password")} />}
      <Button type="submit" busy={request.isPending} busyLabel="Sending...">
        Send link
      </Button>
    </form>
  );
}

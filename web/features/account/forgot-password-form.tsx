import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";

import { forgotPasswordInput, type ForgotPasswordInput } from "../../../worker/contract/security.ts";
import { messageOf } from "../../api/failure.ts";
import { placeFailure } from "../../api/form-failure.ts";
import { askForReset } from "../../api/security.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { EmailField } from "./email-field.tsx";

const FAILED = "Something went wrong";

/** Asks for the mail. What comes back says nothing about whether there is such an account. */
export function ForgotPasswordForm() {
  const { register, handleSubmit, setError, formState } = useForm<ForgotPasswordInput>({
    resolver: standardSchemaResolver(forgotPasswordInput),
    defaultValues: { email: "" },
  });
  const ask = useMutation({
    mutationFn: askForReset,
    onError: (error) => placeFailure(error, { setError, fields: ["email"] }),
  });

  return (
    <form noValidate className="space-y-5" onSubmit={(event) => void handleSubmit((input) => ask.mutate(input))(event)}>
      {ask.error && <Alert tone="danger">{messageOf(ask.error, FAILED)}</Alert>}
      {ask.data && (
        <Alert tone="success">
          {ask.data}. It works once, within 30 minutes. Nothing there? Look among the spam, or ask again later.
        </Alert>
      )}
      <EmailField autoComplete="username" error={formState.errors.email?.message} {...register("email")} />
      <Button type="submit" className="w-full" busy={ask.isPending} busyLabel="Sending...">
        Send Link
      </Button>
    </form>
  );
}

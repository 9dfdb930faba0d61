import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import type { z } from "zod";

import { signupForm } from "../../../worker/contract/account.ts";
import { signUp } from "../../api/account.ts";
import { messageOf } from "../../api/failure.ts";
import { placeFailure } from "../../api/form-failure.ts";
import { settingsQuery } from "../../api/settings.ts";
import { paths } from "../../paths.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { CheckboxField } from "../../ui/checkbox-field.tsx";
import { PictureField } from "../../ui/picture-field.tsx";
import { Progress } from "../../ui/progress.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toasts } from "../../ui/toast.ts";
import { EmailField } from "./email-field.tsx";
import { GoogleButton } from "./google-button.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { OrLine } from "./or-line.tsx";

/** As long as the settings are not known, the specification's hint holds. */
const STANDARD_MAX_BYTES = 10 * 1024 * 1024;
const FAILED = "Cannot Sign Up Right Now!!";

type SignupFields = z.input<typeof signupForm>;

export function SignupForm() {
  const navigate = useNavigate();
  const { data: settings } = useQuery(settingsQuery);
  const [photo, setPhoto] = useState<File | null>(null);
  const [sent, setSent] = useState(0);
  const { register, handleSubmit, setError, formState } = useForm<SignupFields>({
    resolver: standardSchemaResolver(signupForm),
    defaultValues: { firstName: "", lastName: "", email: "", password: "", confirmPassword: "", terms: false },
  });
  const { errors } = formState;
  const signup = useMutation({
    mutationFn: ({ terms: _agreed, ...fields }: SignupFields) => signUp({ ...fields, photo, onProgress: setSent }),
    onSuccess: () => toasts.success("Sign Up Successful"),
    onError(error) {
      toasts.error(messageOf(error, FAILED));
      placeFailure(error, { setError, fields: ["firstName", "lastName", "email", "password", "confirmPassword"] });
    },
  });
  const busy = signup.isPending;
  // Of whoever went elsewhere meanwhile the form is gone, and they stay there.
  const submit = (fields: SignupFields) => signup.mutate(fields, { onSuccess: () => void navigate(paths.login) });

  return (
    <>
      <form noValidate className="space-y-5" onSubmit={(event) => void handleSubmit(submit)(event)}>
        {signup.error && <Alert tone="danger">{signup.error.message}</Alert>}
        <PictureField
          label="Photo (optional)"
          shape="round"
          file={photo}
          maxBytes={settings?.maxImageBytes ?? STANDARD_MAX_BYTES}
          onChange={setPhoto}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="First name"
            autoComplete="given-name"
            error={errors.firstName?.message}
            {...register("firstName")}
          />
          <TextField
            label="Last name"
            autoComplete="family-name"
            error={errors.lastName?.message}
            {...register("lastName")}
          />
        </div>
        <EmailField autoComplete="email" error={errors.email?.message} {...register("email")} />
        <NewPasswordFields
          label="Password"
          password={register("password")}
          confirmPassword={register("confirmPassword")}
          errors={errors}
        />
        <CheckboxField error={errors.terms?.message} {...register("terms")}>
          I agree to the terms and conditions and the privacy policy
        </CheckboxField>
        {busy && photo && <Progress label="Uploading your photo" share={sent} />}
        <Button type="submit" className="w-full" busy={busy} busyLabel="Creating Account...">
          Create Account
        </Button>
      </form>
      <OrLine />
      <GoogleButton disabled={busy}>Sign Up with Google</GoogleButton>
    </>
  );
}

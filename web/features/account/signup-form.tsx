import { useMutation } from "@tanstack/react-query";
import { type ChangeEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { z } from "zod";

import { signupForm } from "../../../worker/contract/account.ts";
import { saveVerificationReturn } from "../../api/email-verification.ts";
import { messageOf } from "../../api/failure.ts";
import { signUp } from "../../api/sign-up.ts";
import { paths } from "../../paths.ts";
import { useContractForm } from "../../shared/use-contract-form.ts";
import { onwardState } from "../../sign-in-state.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { CheckboxField } from "../../ui/fields/checkbox-field.tsx";
import { Progress } from "../../ui/progress.tsx";
import { toasts } from "../../ui/toast.ts";
import { EmailField, NewPasswordFields } from "./credential-fields.tsx";
import { GoogleButton } from "./google-button.tsx";
import { NameFields } from "./name-fields.tsx";
import { PhotoField } from "./photo-field.tsx";

type SignupFields = z.output<typeof signupForm>;

type SignupFormProps = {
  /** The typed email address. The other sign-in and sign-up pages start with it. */
  email: string;
  onEmailChange: (email: string) => void;
};

export function SignupForm({ email, onEmailChange }: SignupFormProps) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [photo, setPhoto] = useState<File | null>(null);
  const [uploadedFraction, setUploadedFraction] = useState(0);
  const signup = useMutation({
    mutationFn: ({ terms: _agreed, ...fields }: SignupFields) =>
      signUp({ ...fields, photo, onProgress: setUploadedFraction }),
    onSuccess: () => toasts.success("Sign Up Successful", "session"),
    onError: (error) => toasts.error(messageOf(error, "Cannot Sign Up Right Now!!"), "session"),
  });
  const busy = signup.isPending;
  const { register, getValues, setValue, watch, errors, fileErrors, submit } = useContractForm(signupForm, {
    initial: {
      firstName: "",
      lastName: "",
      oneName: false,
      email,
      password: "",
      confirmPassword: "",
      terms: false,
    },
    send: (fields, { onError }) =>
      signup.mutate(fields, {
        onError,
        // Not called if the person has left the page.
        onSuccess(linkSent) {
          const next = { ...onwardState(state, getValues("email").trim()), linkSent };
          if (linkSent) saveVerificationReturn(next.from);
          void navigate(paths.login, { state: next });
        },
      }),
    fileFields: ["image"],
  });

  return (
    <>
      <form noValidate className="space-y-5" onSubmit={submit}>
        {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
        <PhotoField label="Photo (optional)" file={photo} error={fileErrors["image"]} onChange={setPhoto} />
        <NameFields
          firstName={register("firstName")}
          lastName={register("lastName", { shouldUnregister: true })}
          errors={errors}
          oneName={watch("oneName")}
          onOneNameChange={(oneName) => setValue("oneName", oneName)}
        />
        <EmailField
          autoComplete="email"
          error={errors.email?.message}
          {...register("email", {
            onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onEmailChange(target.value),
          })}
        />
        <NewPasswordFields
          label="Password"
          password={register("password")}
          confirmPassword={register("confirmPassword")}
          errors={errors}
        />
        <CheckboxField error={errors.terms?.message} {...register("terms")}>
          I agree to the <NewTabLink to={paths.terms}>terms and conditions</NewTabLink> and the{" "}
          <NewTabLink to={paths.privacy}>privacy policy</NewTabLink>
        </CheckboxField>
        {busy && photo && <Progress label="Uploading your photo" fraction={uploadedFraction} />}
        <Button type="submit" className="w-full" busy={busy} busyLabel="Creating Account...">
          Create Account
        </Button>
      </form>
      <GoogleButton disabled={busy}>Sign Up with Google</GoogleButton>
    </>
  );
}

/** In a new tab, so that the typed text stays. */
function NewTabLink({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} target="_blank" rel="noopener" className="rounded-sm text-accent underline underline-offset-4">
      {children}
    </a>
  );
}

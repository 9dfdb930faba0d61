import { useMutation } from "@tanstack/react-query";
import { type ChangeEvent, useEffect } from "react";
import { useLocation } from "react-router";

import { loginInput } from "../../../worker/contract/account.ts";
import { signIn } from "../../api/account.ts";
import { COOKIES_BLOCKED, restoreSession } from "../../api/begin-session.ts";
import { localStore } from "../../browser/storage.ts";
import { paths } from "../../paths.ts";
import { useContractForm } from "../../shared/use-contract-form.ts";
import { wasLinkSent, onwardState, readTypedEmail } from "../../sign-in-state.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/fields/password-field.tsx";
import { Link } from "../../ui/link.tsx";
import { toasts } from "../../ui/toast.ts";
import { EmailField } from "./credential-fields.tsx";
import { GoogleButton } from "./google-button.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

/**
 * If another account has the address but never confirmed it, a new account gets the address only once its link is
 * opened. Until then, signing in to the new account fails.
 */
const OPEN_LINK_FIRST = "If you just signed up, open the link we sent you first.";

type LoginFormProps = {
  /** The typed email address. The other sign-in and sign-up pages start with it. */
  email: string;
  onEmailChange: (email: string) => void;
};

/** After the sign-in, this page's guard redirects to the page that the person came from, or else to their profile. */
export function LoginForm({ email, onEmailChange }: LoginFormProps) {
  const { state } = useLocation();
  const linkSent = wasLinkSent(state);
  // If a reload loses track of the session, the server tells us whose it is. The guards then redirect back.
  useEffect(() => {
    if (!localStore.isAvailable()) void restoreSession();
  }, []);
  const login = useMutation({
    mutationFn: signIn,
    onSuccess: () => toasts.success("Logged In", "session"),
    onError: () => toasts.error("Login Failed", "session"),
  });
  const { register, errors, submit } = useContractForm(loginInput, {
    initial: { email, password: "" },
    send: login.mutate,
  });

  return (
    <>
      <form noValidate className="space-y-5" onSubmit={submit}>
        {linkSent && !errors.root && (
          <Alert tone="info">We sent a link to {readTypedEmail(state)}. Open it to confirm your email address.</Alert>
        )}
        {!navigator.cookieEnabled && !errors.root && <Alert tone="warning">{COOKIES_BLOCKED}</Alert>}
        {errors.root && (
          <Alert tone="danger">
            {errors.root.type === "invalid_credentials"
              ? `Login Failed. The email or password is incorrect.${linkSent ? ` ${OPEN_LINK_FIRST}` : ""}`
              : errors.root.message}
          </Alert>
        )}
        <EmailField
          autoComplete="username webauthn"
          error={errors.email?.message}
          {...register("email", {
            onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onEmailChange(target.value),
          })}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register("password")}
        />
        <Link
          to={paths.forgotPassword}
          state={onwardState(state, email)}
          className="block w-fit rounded-sm text-sm font-medium text-accent underline underline-offset-4"
        >
          Forgot password?
        </Link>
        <Button type="submit" className="w-full" busy={login.isPending} busyLabel="Signing In...">
          Sign In
        </Button>
      </form>
      <GoogleButton disabled={login.isPending}>Sign In with Google</GoogleButton>
      <PasskeyButton disabled={login.isPending} autofill />
    </>
  );
}

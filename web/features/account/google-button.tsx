import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import { ERRORS } from "../../../worker/contract/errors.ts";
import { messageOf } from "../../api/failure.ts";
import { openGoogleSignIn, signInWithGoogle } from "../../api/google.ts";
import { settingsQuery } from "../../api/settings.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { toasts } from "../../ui/toast.ts";

const NOT_CONFIGURED = ERRORS.google_not_configured.message;
const FAILED = ERRORS.google_sign_in_failed.message;
const CLOSED = "Popup closed before completing login.";
const BLOCKED = "Your browser blocked the Google window. Allow pop-ups for this page and try again.";

/** `problem` is the message below the button. Absent if the toast is enough. */
type GoogleResult = { readonly problem?: string };

type GoogleButtonProps = {
  children: string;
  disabled: boolean;
  /** Whether an "or" separates the button from another way to sign in. */
  withDivider?: boolean;
  onSignedIn?: () => void;
};

/** Signs in or up with Google. Says so if the deployment doesn't offer it. */
export function GoogleButton({ children, disabled, withDivider = true, onSignedIn }: GoogleButtonProps) {
  const client = useQueryClient();
  const [result, setResult] = useState<GoogleResult>({});
  const unmountController = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    unmountController.current = controller;
    return () => controller.abort();
  }, []);

  const attempt = useMutation({
    mutationFn: async (): Promise<GoogleResult> => {
      const { signal } = unmountController.current;
      const { google } = await client.fetchQuery(settingsQuery);
      if (signal.aborted) return {};
      if (!google) return { problem: NOT_CONFIGURED };
      const outcome = await openGoogleSignIn(signal);
      if (signal.aborted) return {};
      if (outcome.type === "cancelled") return showToast(CLOSED);
      if (outcome.type === "failed") return showToast(FAILED, outcome.reason);
      if (outcome.type === "blocked") return showToast(FAILED, BLOCKED);
      await signInWithGoogle(outcome.payload);
      toasts.success("Login Successful", "session");
      onSignedIn?.();
      return {};
    },
    onSuccess: setResult,
    onError: (error) => setResult(showToast(FAILED, messageOf(error, FAILED))),
    // The window itself shows the progress.
    meta: { quiet: true },
  });
  // The settings must be loaded before the tap, because browsers open windows only right after one.
  useEffect(() => void client.prefetchQuery(settingsQuery), [client]);

  return (
    <>
      {withDivider && (
        <div aria-hidden className="my-6 flex items-center gap-4 text-xs text-muted uppercase">
          <span className="h-px grow bg-line" />
          or
          <span className="h-px grow bg-line" />
        </div>
      )}
      <div className="space-y-3">
        <Button
          variant="secondary"
          className="w-full"
          busy={attempt.isPending}
          disabled={disabled}
          onClick={() => {
            setResult({});
            attempt.mutate();
          }}
        >
          {!attempt.isPending && <GoogleMark />}
          {children}
        </Button>
        {result.problem && <Alert tone="warning">{result.problem}</Alert>}
      </div>
    </>
  );
}

/** Shows a toast, and the problem below the button if it says more than the toast. */
function showToast(message: string, problem = message): GoogleResult {
  toasts.error(message);
  return problem === message ? {} : { problem };
}

/** Google's logo in Google's colors, as its sign-in guidelines require. */
function GoogleMark() {
  return (
    <svg aria-hidden viewBox="0 0 18 18" className="size-4.5">
      <path
        fill="#4285F4"
        d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92c1.7-1.57 2.68-3.88 2.68-6.62Z"
      />
      <path
        fill="#34A853"
        d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86-2.34 0-4.33-1.58-5.04-3.71H.96v2.33A9 9 0 0 0 9 18Z"
      />
      <path fill="#FBBC05" d="M3.96 10.71a5.4 5.4 0 0 1 0-3.42V4.96H.96a9 9 0 0 0 0 8.08l3-2.33Z" />
      <path
        fill="#EA4335"
        d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.59A9 9 0 0 0 .96 4.96l3 2.33C4.67 5.16 6.66 3.58 9 3.58Z"
      />
    </svg>
  );
}

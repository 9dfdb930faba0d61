import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import { ERRORS } from "../../../worker/contract/errors.ts";
import { messageOf } from "../../api/failure.ts";
import { askGoogle, logInWithGoogle } from "../../api/google.ts";
import { settingsQuery } from "../../api/settings.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { toasts } from "../../ui/toast.ts";
import { GoogleMark } from "./google-mark.tsx";

const NOT_CONFIGURED = ERRORS.google_not_configured.message;
const FAILED = ERRORS.google_sign_in_failed.message;
const CLOSED = "Popup closed before completing login.";
const BLOCKED = "Your browser did not open the window for Google: allow pop-ups for this page and try again.";

/** What stands below the button; undefined where the toast has said it all. */
type Outcome = { readonly problem?: string };

/** Signs in or up with Google, where the deployment has it; where not, it says so. */
export function GoogleButton({ children, disabled }: { children: string; disabled: boolean }) {
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>({});
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  const attempt = useMutation({
    mutationFn: async (): Promise<Outcome> => {
      const { signal } = leaving.current;
      const { google } = await client.fetchQuery(settingsQuery);
      if (signal.aborted) return {};
      if (!google) return { problem: NOT_CONFIGURED };
      const told = await askGoogle(signal);
      if (signal.aborted) return {};
      if (told.type === "cancelled") return toasted(CLOSED);
      if (told.type === "failed") return toasted(FAILED);
      if (told.type === "blocked") return toasted(FAILED, BLOCKED);
      await logInWithGoogle(told.payload);
      toasts.success("Login Successful");
      return {};
    },
    onSuccess: setOutcome,
    onError: (error) => setOutcome(toasted(FAILED, messageOf(error, FAILED))),
    // The window itself is what runs.
    meta: { quiet: true },
  });
  // Whether Google is configured is known by the time of the press: browsers open windows only right after it.
  useEffect(() => void client.prefetchQuery(settingsQuery), [client]);

  return (
    <div className="space-y-3">
      <Button
        look="secondary"
        className="w-full"
        busy={attempt.isPending}
        disabled={disabled}
        onClick={() => {
          setOutcome({});
          attempt.mutate();
        }}
      >
        {!attempt.isPending && <GoogleMark />}
        {children}
      </Button>
      {outcome.problem && <Alert tone="warning">{outcome.problem}</Alert>}
    </div>
  );
}

/** A toast, and below the button what it does not say. */
function toasted(message: string, problem = message): Outcome {
  toasts.error(message);
  return problem === message ? {} : { problem };
}

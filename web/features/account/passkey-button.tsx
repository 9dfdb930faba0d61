import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useEffect, useState } from "react";

import { isDecided, messageOf } from "../../api/failure.ts";
import {
  supportsPasskeys,
  supportsPasskeyAutofill,
  signInWithPasskey,
  stopWaitingForPasskey,
} from "../../api/passkeys.ts";
import { serverNow } from "../../api/server-clock.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { toasts } from "../../ui/toast.ts";

const FAILED = "We couldn't accept this passkey. Try again.";
const CANCELLED = "You didn't choose a passkey. Try again, or sign in with your password.";

/** The server accepts a response for five minutes, but an offer in the field waits as long as the page is open. */
const RENEWAL_MS = 4 * 60_000;
const OFFER_CHECK_INTERVAL_MS = 15_000;

type PasskeyButtonProps = {
  disabled: boolean;
  /** Whether the browser can also offer its passkeys in the email field. */
  autofill?: boolean;
  onSignedIn?: () => void;
};

/** Signs in with a passkey. Not shown in a browser without passkeys. */
export function PasskeyButton({ disabled, autofill = false, onSignedIn }: PasskeyButtonProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = useMutation({
    mutationFn: signInWithPasskey,
    onSuccess: (outcome, { autofill: offered }) => {
      if (outcome === "done") {
        toasts.success("Logged In", "session");
        onSignedIn?.();
      } else if (!offered) setProblem(CANCELLED);
    },
    // The user didn't ask for the offer in the field, so show only failures after they chose a passkey.
    onError: (error, { autofill: offered }) => (!offered || isDecided(error)) && setProblem(messageOf(error, FAILED)),
    // The browser itself shows the progress.
    meta: { quiet: true },
  });
  const { mutate } = attempt;
  const isPrompting = attempt.isPending && !attempt.variables.autofill;
  // A browser runs one ceremony at a time. The button's ceremony replaces the offer, which comes back afterwards.
  const shouldOffer = autofill && !isPrompting && attempt.data !== "done";
  useEffect(() => {
    if (!shouldOffer) return;
    let isUnmounted = false;
    let offeredAt = -Infinity;
    const offer = () => {
      const isDue = serverNow() - offeredAt >= RENEWAL_MS;
      if (!isDue || document.visibilityState === "hidden") return;
      offeredAt = serverNow();
      void supportsPasskeyAutofill().then((isSupported) => isSupported && !isUnmounted && mutate({ autofill: true }));
    };
    offer();
    const timer = setInterval(offer, OFFER_CHECK_INTERVAL_MS);
    document.addEventListener("visibilitychange", offer);
    return () => {
      isUnmounted = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", offer);
      void stopWaitingForPasskey();
    };
  }, [shouldOffer, mutate]);
  if (!supportsPasskeys()) return null;
  return (
    <div className="mt-3 space-y-3">
      <Button
        variant="secondary"
        className="w-full"
        busy={isPrompting}
        disabled={disabled}
        onClick={() => {
          setProblem(null);
          mutate({ autofill: false });
        }}
      >
        {!isPrompting && <KeyRound aria-hidden className="size-4.5" strokeWidth={1.75} />}
        Sign in with a passkey
      </Button>
      {problem !== null && <Alert tone="warning">{problem}</Alert>}
    </div>
  );
}

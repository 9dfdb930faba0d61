import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useEffect, useState } from "react";

import { isDecided, messageOf } from "../../api/failure.ts";
import { hasPasskeys, offersPasskeysInField, signInWithPasskey, stopWaitingForPasskey } from "../../api/passkeys.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { toasts } from "../../ui/toast.ts";

const FAILED = "This passkey was not accepted: try again";
const CANCELLED = "No passkey was chosen. You can try again, or sign in with your password.";

type PasskeyButtonProps = {
  disabled: boolean;
  /** Whether the browser may also offer its passkeys in the field for the e-mail address. */
  inField?: boolean;
  onSignedIn?: () => void;
};

/** Signs in with a passkey; nothing in a browser that has none. */
export function PasskeyButton({ disabled, inField = false, onSignedIn }: PasskeyButtonProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = useMutation({
    mutationFn: signInWithPasskey,
    onSuccess: (outcome, { inField: offered }) => {
      if (outcome === "done") {
        toasts.success("Logged In");
        onSignedIn?.();
      } else if (!offered) setProblem(CANCELLED);
    },
    // Nobody has asked for the offer in the field: only what becomes of a chosen passkey is said.
    onError: (error, { inField: offered }) => (!offered || isDecided(error)) && setProblem(messageOf(error, FAILED)),
    // The browser itself shows the progress.
    meta: { quiet: true },
  });
  const { mutate } = attempt;
  useEffect(() => {
    if (!inField) return;
    let left = false;
    void offersPasskeysInField().then((can) => can && !left && mutate({ inField: true }));
    return () => {
      left = true;
      void stopWaitingForPasskey();
    };
  }, [inField, mutate]);
  if (!hasPasskeys()) return null;
  const asked = attempt.isPending && !attempt.variables.inField;
  return (
    <div className="mt-3 space-y-3">
      <Button
        look="secondary"
        className="w-full"
        busy={asked}
        disabled={disabled}
        onClick={() => {
          setProblem(null);
          mutate({ inField: false });
        }}
      >
        {!asked && <KeyRound aria-hidden className="size-4.5" strokeWidth={1.75} />}
        Sign in with a passkey
      </Button>
      {problem !== null && <Alert tone="warning">{problem}</Alert>}
    </div>
  );
}

/** The admin's verification for actions that need more than a session: their password, or one of their passkeys. */
import { useQuery } from "@tanstack/react-query";
import type { UseFormRegisterReturn } from "react-hook-form";
import { z } from "zod";

import { adminActionInput } from "../../../worker/contract/moderation.ts";
import { typedPassword } from "../../../worker/contract/security.ts";
import { profileQuery } from "../../api/account.ts";
import { supportsPasskeys, passkeysQuery } from "../../api/passkeys.ts";
import { Button } from "../../ui/button.tsx";
import { OwnPasswordField } from "../../ui/fields/password-field.tsx";

/** The form for an action with verification. The server decides whether the password is needed. */
export const sensitiveActionForm = adminActionInput.extend({ password: typedPassword, withPasskey: z.boolean() });
export const NOT_REAUTHENTICATED = { password: "", withPasskey: false };
/** Cleared after a refusal, and when the dialog closes. */
export const REAUTHENTICATION_SECRETS = ["password"] as const;

const EMAIL_NOTE = "All admins get an email about this.";

type ReauthenticationFieldsProps = {
  password: UseFormRegisterReturn;
  error: string | undefined;
  withPasskey: boolean;
  /** Switches between passkey and password. */
  onChoose: (withPasskey: boolean) => void;
};

export function ReauthenticationFields({ password, error, withPasskey, onChoose }: ReauthenticationFieldsProps) {
  // Already loaded wherever an admin sees this.
  const { data: profile } = useQuery({ ...profileQuery, enabled: false });
  const { data: passkeys = [] } = useQuery({ ...passkeysQuery, enabled: supportsPasskeys() });
  const hasPassword = profile?.hasPassword ?? true;
  return (
    <div className="mt-5 space-y-3">
      {withPasskey && <p className="text-sm text-muted">Your browser will ask for your passkey next. {EMAIL_NOTE}</p>}
      {!withPasskey && hasPassword && <OwnPasswordField hint={EMAIL_NOTE} error={error} {...password} />}
      {!withPasskey && !hasPassword && (
        <p className="text-sm text-muted">You can do this within ten minutes of signing in. {EMAIL_NOTE}</p>
      )}
      {passkeys.length > 0 && (
        <Button variant="secondary" size="sm" onClick={() => onChoose(!withPasskey)}>
          {withPasskey ? "Don't use a passkey" : "Use a passkey instead"}
        </Button>
      )}
    </div>
  );
}

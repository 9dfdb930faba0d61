import { useState } from "react";

import { ApiFailure } from "../api/failure.ts";

/** Whether someone must confirm their email address first. Nothing was written, so the same input can be sent again. */
export function needsVerification(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && error.code === "email_not_verified";
}

type BlockedMutation = { readonly error: Error | null; readonly isPending: boolean };

/** The refusal of a call that waits for a confirmed address. It stays while the call is sent again. */
export function useVerificationRefusal({ error, isPending }: BlockedMutation): ApiFailure | null {
  const [blocked, setBlocked] = useState<ApiFailure | null>(null);
  const current = needsVerification(error) ? error : isPending ? blocked : null;
  if (current !== blocked) setBlocked(current);
  return current;
}

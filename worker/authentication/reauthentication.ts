/**
 * Reauthenticates an account's owner before a sensitive step, such as deleting or exporting the account, changing its
 * address or passkeys, or a sensitive admin action. A session left open on a shared computer must not be enough, and
 * must not let anyone guess the password.
 */
import { verifyPassword } from "../accounts/passwords.ts";
import { findPasswordHash } from "../accounts/queries/people.ts";
import { ERRORS } from "../contract/errors.ts";
import type { Assertion } from "../contract/passkeys.ts";
import { FRESH_SIGN_IN_MS } from "../contract/security.ts";
import { loginAttemptsOf } from "../http/account-limits.ts";
import type { HttpContext } from "../http/context.ts";
import { fail } from "../http/failure.ts";
import { confirmedCallerOf } from "../http/find-session.ts";
import { authenticateWithPasskey, refusePasskey } from "./passkey-ceremony.ts";

/** `passkey`: the answer to a challenge from `POST /auth/passkey-options`. */
type Reauthentication = { readonly password?: string | undefined; readonly passkey?: Assertion | undefined };

/**
 * Call this once the inbox has confirmed the session. Returns null if the caller used one of their passkeys, gave
 * the account's password or, if it has none, has just signed in. Otherwise returns the refusal. If the password is
 * missing, the refusal requests it and no attempt is counted. `signInFirstMessage` is the sentence that requests a
 * fresh sign-in. Only calls whose input has a `passkey` field accept a passkey.
 */
export async function refuseUnlessReauthenticated(
  c: HttpContext,
  { password, passkey }: Reauthentication,
  signInFirstMessage: string,
): Promise<Response | null> {
  const { createdAt, user } = confirmedCallerOf(c);
  if (passkey) {
    const owner = await authenticateWithPasskey(c, passkey);
    if (!owner.ok) return refusePasskey(c, owner.reason);
    return owner.account.id === user.id ? null : refusePasskey(c, "another account");
  }
  const stored = await findPasswordHash(c.get("db"), user.id);
  if (stored === null) {
    const isFresh = c.get("now") - createdAt < FRESH_SIGN_IN_MS;
    return isFresh ? null : fail(c, "fresh_sign_in_needed", { message: signInFirstMessage });
  }
  if (password === undefined || password === "") return refusePassword(c, "Password is required");
  const attempts = loginAttemptsOf(c, user.email ?? user.id);
  const refusal = await attempts.begin();
  if (refusal) return refusal;
  if (!(await verifyPassword(password, stored, c.get("settings"))).ok) {
    return refusePassword(c, ERRORS.wrong_password.message);
  }
  await attempts.recordSuccess();
  return null;
}

function refusePassword(c: HttpContext, message: string): Response {
  return fail(c, "wrong_password", { message, fields: { password: [message] } });
}

/** Checks passkeys' responses to our challenges. Each response is accepted once. */
import { type ChallengePurpose, type PasskeyChallenge, readChallenge } from "../accounts/passkey-challenge.ts";
import { passkeyIdOf, verifySignIn } from "../accounts/passkeys.ts";
import { consumeOneTimeToken } from "../accounts/queries/one-time-tokens.ts";
import { findPasskey, recordPasskeyUse } from "../accounts/queries/passkeys.ts";
import type { SignInAccount } from "../accounts/queries/people.ts";
import type { Assertion } from "../contract/passkeys.ts";
import type { HttpContext } from "../http/context.ts";
import { fail } from "../http/failure.ts";
import { logEvent } from "../http/log.ts";

type PasskeySignInResult =
  | { readonly ok: true; readonly account: SignInAccount }
  | { readonly ok: false; readonly reason: string };

/** The account whose passkey answered a sign-in challenge, even if suspended, or a reason for the log. */
export async function authenticateWithPasskey(c: HttpContext, response: Assertion): Promise<PasskeySignInResult> {
  const { db, now } = c.var;
  const challenge = await consumeChallenge(c, "sign in", response);
  if (!challenge) return { ok: false, reason: "no challenge" };
  const found = await findPasskey(db, passkeyIdOf(response.id));
  if (!found) return { ok: false, reason: "unknown" };
  const { passkey, account } = found;
  const counter = await verifySignIn(ceremonyOf(c, challenge), response, passkey, account.id);
  if (counter === null) return { ok: false, reason: "not verified" };
  if (!(await recordPasskeyUse(db, passkey.id, counter, now))) return { ok: false, reason: "counter" };
  return { ok: true, account };
}

export function originOf(c: HttpContext): string {
  return new URL(c.req.url).origin;
}

export function ceremonyOf(c: HttpContext, { challenge }: PasskeyChallenge) {
  return { origin: originOf(c), challenge };
}

/**
 * The challenge that a response answers. Marks it as used. Null if it isn't one of ours for this purpose, or was used
 * before.
 */
export async function consumeChallenge(
  c: HttpContext,
  purpose: ChallengePurpose,
  { response: { clientDataJSON } }: { readonly response: { readonly clientDataJSON: string } },
): Promise<PasskeyChallenge | null> {
  const { db, settings, now } = c.var;
  if (settings.passwordPepper === null) return null;
  const challenge = await readChallenge(settings.passwordPepper, purpose, clientDataJSON, now);
  return challenge && (await consumeOneTimeToken(db, challenge.id, challenge.expiresAt)) ? challenge : null;
}

export function refusePasskey(c: HttpContext, reason: string) {
  logEvent(c, "passkey_refused", { reason });
  return fail(c, "passkey_refused");
}

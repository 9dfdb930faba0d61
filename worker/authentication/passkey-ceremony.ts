/**
 * A passkey's answers to our challenges. Each ceremony begins with a challenge in a signed cookie, and ends with the
 * browser's answer, which is accepted once.
 */
import { deleteCookie, getCookie, setCookie } from "hono/cookie";

import {
  CHALLENGE_MS,
  challengeIn,
  cookieNameOf,
  newChallenge,
  type PasskeyChallenge,
  type ChallengePurpose,
  readChallenge,
  signChallenge,
} from "../accounts/passkey-challenge.ts";
import { passkeyIdOf, verifySignIn } from "../accounts/passkeys.ts";
import { findPasskey, recordPasskeyUse } from "../accounts/queries/passkeys.ts";
import type { Login } from "../accounts/queries/people.ts";
import { consumeSignInToken } from "../accounts/queries/sign-in-tokens.ts";
import type { Assertion } from "../contract/passkeys.ts";
import type { HttpContext } from "../http/context.ts";
import { fail } from "../http/failure.ts";
import { logEvent } from "../http/log.ts";

/** Strict, because only the site's own pages ever send it. */
const ATTRIBUTES = { path: "/", secure: true, httpOnly: true, sameSite: "Strict" } as const;

/** How many random cookies to try to find an unused one. There are only a few. */
const MAX_TRIES = 256;

type PasskeyOwner = { readonly ok: true; readonly login: Login } | { readonly ok: false; readonly reason: string };

/**
 * The account whose passkey has answered a sign-in challenge. The account may be suspended. Otherwise the reason for
 * the refusal, for the log.
 */
export async function ownerOfPasskey(c: HttpContext, response: Assertion): Promise<PasskeyOwner> {
  const { db, now } = c.var;
  const challenge = await consumeChallenge(c, "sign in", response);
  if (!challenge) return { ok: false, reason: "no challenge" };
  const found = await findPasskey(db, passkeyIdOf(response.id));
  if (!found) return { ok: false, reason: "unknown" };
  const { passkey, login } = found;
  const counter = await verifySignIn(siteOf(c, challenge), response, passkey, login.id);
  if (counter === null) return { ok: false, reason: "not verified" };
  if (!(await recordPasskeyUse(db, passkey.id, counter, now))) return { ok: false, reason: "counter" };
  return { ok: true, login };
}

export function originOf(c: HttpContext): string {
  return new URL(c.req.url).origin;
}

export function siteOf(c: HttpContext, { challenge }: PasskeyChallenge) {
  return { origin: originOf(c), challenge };
}

/** False without `PASSWORD_PEPPER`, because there is no key to sign with. */
export async function setChallenge(c: HttpContext, purpose: ChallengePurpose, challenge: Uint8Array): Promise<boolean> {
  const { settings, now } = c.var;
  if (settings.passwordPepper === null) return false;
  const text = Buffer.from(challenge).toString("base64url");
  const value = await signChallenge(settings.passwordPepper, purpose, text, now);
  setCookie(c, cookieNameOf(text), value, { ...ATTRIBUTES, maxAge: CHALLENGE_MS / 1_000 });
  return true;
}

/** A challenge whose cookie no other page in this browser uses, unless MAX_TRIES challenges are all taken. */
export function unusedChallenge(c: HttpContext): Uint8Array<ArrayBuffer> {
  for (let tries = 1; ; tries += 1) {
    const challenge = newChallenge();
    const name = cookieNameOf(Buffer.from(challenge).toString("base64url"));
    if (getCookie(c, name) === undefined || tries === MAX_TRIES) return challenge;
  }
}

/**
 * The challenge that an answer is for, from this browser's cookie. Marks it as used. Null if there is none for this
 * purpose, or it was used before.
 */
export async function consumeChallenge(
  c: HttpContext,
  purpose: ChallengePurpose,
  { response: { clientDataJSON } }: { readonly response: { readonly clientDataJSON: string } },
): Promise<PasskeyChallenge | null> {
  const { db, settings, now } = c.var;
  if (settings.passwordPepper === null) return null;
  const name = cookieNameOf(challengeIn(clientDataJSON));
  const read = await readChallenge(settings.passwordPepper, purpose, getCookie(c, name) ?? "", now);
  deleteCookie(c, name, ATTRIBUTES);
  return read && (await consumeSignInToken(db, read.id, read.expiresAt)) ? read : null;
}

export function refusePasskey(c: HttpContext, reason: string) {
  logEvent(c, "passkey_refused", { reason });
  return fail(c, "passkey_refused");
}

/**
 * The two signed cookies of a sign-in with Google: the attempt (the OAuth state that the callback must match) and the
 * sign-in token (the verified identity, exchanged for a session). Each is signed with a separate key derived from the
 * client secret, so that neither can be used as the other.
 */
import { randomBytes } from "node:crypto";

import * as z from "zod";

import type { GoogleSettings } from "../../settings/settings.ts";
import { readToken, signToken, tokenKey } from "../signed-token.ts";
import { googleIdentity, type GoogleIdentity } from "./identity.ts";

const MINUTE_MS = 60_000;
/** Time to choose an account and sign in at Google. */
export const ATTEMPT_MS = 10 * MINUTE_MS;
/** The page posts the token immediately. The remaining time is for slow connections. */
export const SIGN_IN_TOKEN_MS = 5 * MINUTE_MS;

const JTI_BYTES = 16;

const attempt = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });
type SignInAttempt = z.infer<typeof attempt>;

const signInTokenClaims = z.object({ jti: z.string().min(1), exp: z.number(), identity: googleIdentity });
/** Opens one session. Its `id` is stored as used until `expiresAt` (epoch ms). */
type SignInToken = { readonly id: string; readonly expiresAt: number; readonly identity: GoogleIdentity };

export function signAttempt(settings: GoogleSettings, { state, nonce, verifier }: SignInAttempt, now: number) {
  return sign(settings, "attempt", { state, nonce, verifier }, now + ATTEMPT_MS);
}

/** Null if we didn't sign the text or it has expired. */
export function readAttempt(settings: GoogleSettings, text: string, now: number): Promise<SignInAttempt | null> {
  return readToken(keyFor(settings, "attempt"), attempt, text, now);
}

export function issueSignInToken(settings: GoogleSettings, verified: GoogleIdentity, now: number) {
  return sign(settings, "sign-in token", { identity: verified }, now + SIGN_IN_TOKEN_MS);
}

export async function readSignInToken(
  settings: GoogleSettings,
  text: string,
  now: number,
): Promise<SignInToken | null> {
  const data = await readToken(keyFor(settings, "sign-in token"), signInTokenClaims, text, now);
  // The deployment may have switched to another provider since the token was issued.
  if (!data || data.identity.issuer !== settings.issuer) return null;
  return { id: data.jti, expiresAt: data.exp * 1_000, identity: data.identity };
}

type TokenPurpose = "attempt" | "sign-in token";

function sign(settings: GoogleSettings, purpose: TokenPurpose, content: object, expiresAt: number): Promise<string> {
  return signToken(keyFor(settings, purpose), content, randomBytes(JTI_BYTES).toString("base64url"), expiresAt);
}

function keyFor({ clientSecret }: GoogleSettings, purpose: TokenPurpose): Uint8Array {
  return tokenKey(clientSecret, `google ${purpose}`);
}

/**
 * The two signed cookies of a sign-in with Google: the attempt (the OAuth state that the callback must match) and the
 * sign-in token (the verified identity, exchanged for a session). Each is signed with its own key, derived from the
 * client secret, so that one cannot be used as the other.
 */
import { createHmac, randomBytes } from "node:crypto";

import { errors, jwtVerify, SignJWT } from "jose";
import * as z from "zod";

import type { GoogleSettings } from "../../settings.ts";
import { identity, type Identity } from "./identity.ts";

const MINUTE_MS = 60_000;
/** Time to choose an account and sign in at Google. */
export const ATTEMPT_MS = 10 * MINUTE_MS;
/** The page posts the token at once; the remaining time is for slow connections. */
export const SIGN_IN_TOKEN_MS = 5 * MINUTE_MS;

const JTI_BYTES = 16;

const attempt = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });
export type Attempt = z.infer<typeof attempt>;

const signInToken = z.object({ jti: z.string().min(1), exp: z.number(), identity });
/** Opens one session: its `id` is stored as used until `expiresAt` (epoch ms). */
export type SignInToken = { readonly id: string; readonly expiresAt: number; readonly identity: Identity };

export function signAttempt(settings: GoogleSettings, { state, nonce, verifier }: Attempt, now: number) {
  return sign(settings, "attempt", { state, nonce, verifier }, now, ATTEMPT_MS);
}

/** Null when the text was not signed by us or has expired. */
export async function readAttempt(settings: GoogleSettings, text: string, now: number): Promise<Attempt | null> {
  return attempt.safeParse(await read(settings, "attempt", text, now)).data ?? null;
}

export function issueSignInToken(settings: GoogleSettings, verified: Identity, now: number) {
  return sign(settings, "sign-in token", { identity: verified }, now, SIGN_IN_TOKEN_MS);
}

export async function readSignInToken(
  settings: GoogleSettings,
  text: string,
  now: number,
): Promise<SignInToken | null> {
  const { data } = signInToken.safeParse(await read(settings, "sign-in token", text, now));
  // The deployment may have been configured for another provider since the token was issued.
  if (!data || data.identity.issuer !== settings.issuer) return null;
  return { id: data.jti, expiresAt: data.exp * 1_000, identity: data.identity };
}

type Purpose = "attempt" | "sign-in token";

function sign(
  settings: GoogleSettings,
  purpose: Purpose,
  content: Attempt | { identity: Identity },
  now: number,
  lifetimeMs: number,
) {
  return new SignJWT({ ...content })
    .setProtectedHeader({ alg: "HS256" })
    .setJti(randomBytes(JTI_BYTES).toString("base64url"))
    .setExpirationTime(new Date(now + lifetimeMs))
    .sign(keyFor(settings, purpose));
}

async function read(settings: GoogleSettings, purpose: Purpose, text: string, now: number): Promise<unknown> {
  try {
    const options = { algorithms: ["HS256"], currentDate: new Date(now), requiredClaims: ["exp", "jti"] };
    return (await jwtVerify(text, keyFor(settings, purpose), options)).payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function keyFor({ clientSecret }: GoogleSettings, purpose: Purpose): Uint8Array {
  return createHmac("sha256", clientSecret).update(`lotline google ${purpose}`).digest();
}

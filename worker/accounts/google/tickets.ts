/**
 * What a browser carries for us on its way to Google and back, signed so that nobody else can make it: the attempt
 * (what the callback must match) and the hand-off (who has been verified). Each has a key of its own, made of the
 * client's secret, so that one is never taken for the other.
 */
import { createHmac, randomBytes } from "node:crypto";

import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";

import type { GoogleSettings } from "../../settings.ts";
import { identity, type Identity } from "./identity.ts";

const MINUTE_MS = 60_000;
/** As long as someone may take to choose an account and sign in there. */
export const ATTEMPT_MS = 10 * MINUTE_MS;
/** The page posts it at once; this is for a slow line. */
export const HAND_OFF_MS = 5 * MINUTE_MS;

const JTI_BYTES = 16;

const attempt = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });
export type Attempt = z.infer<typeof attempt>;

const handOff = z.object({ jti: z.string().min(1), exp: z.number(), identity });
/** `id` opens one session and no second one until `expiresAt` (epoch ms), when it is nothing any more. */
export type HandOff = { readonly id: string; readonly expiresAt: number; readonly identity: Identity };

export function signAttempt(settings: GoogleSettings, { state, nonce, verifier }: Attempt, now: number) {
  return sign(settings, "attempt", { state, nonce, verifier }, now, ATTEMPT_MS);
}

/** Null for what we did not sign, or signed too long ago. */
export async function readAttempt(settings: GoogleSettings, text: string, now: number): Promise<Attempt | null> {
  return attempt.safeParse(await read(settings, "attempt", text, now)).data ?? null;
}

export function signHandOff(settings: GoogleSettings, person: Identity, now: number) {
  return sign(settings, "hand-off", { identity: person }, now, HAND_OFF_MS);
}

export async function readHandOff(settings: GoogleSettings, text: string, now: number): Promise<HandOff | null> {
  const { data } = handOff.safeParse(await read(settings, "hand-off", text, now));
  // An hour-old deployment may have been set to another provider since.
  if (!data || data.identity.issuer !== settings.issuer) return null;
  return { id: data.jti, expiresAt: data.exp * 1_000, identity: data.identity };
}

type Purpose = "attempt" | "hand-off";

function sign(
  settings: GoogleSettings,
  purpose: Purpose,
  content: Attempt | { identity: Identity },
  now: number,
  forMs: number,
) {
  return new SignJWT({ ...content })
    .setProtectedHeader({ alg: "HS256" })
    .setJti(randomBytes(JTI_BYTES).toString("base64url"))
    .setExpirationTime(new Date(now + forMs))
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

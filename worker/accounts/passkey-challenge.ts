/**
 * The challenge of a passkey ceremony. It's a token that we sign for one purpose, and that the passkey signs in turn,
 * so we don't store it beforehand. It lasts five minutes and works once. Its `id` is stored as used until `expiresAt`
 * (epoch ms).
 */
import { randomBytes } from "node:crypto";

import * as z from "zod";

import { readToken, signToken, tokenKey } from "./signed-token.ts";

/**
 * Time to find the authenticator and confirm. A login page that is open longer requests a new challenge
 * (passkey-button.tsx).
 */
export const CHALLENGE_MS = 5 * 60_000;

/** Finds the challenge in the browser's JSON. Base64url needs no escaping in JSON. */
const CHALLENGE_FIELD = /"challenge"\s*:\s*"([\w-]{1,512})"/;

const JTI_BYTES = 16;

const content = z.object({ jti: z.string().min(1), exp: z.number(), purpose: z.string() });

/** `challenge` is in base64url, as in the browser's response. */
export type PasskeyChallenge = { readonly id: string; readonly expiresAt: number; readonly challenge: string };

/** To sign in, or to add a passkey to the one account whose ID follows `add to`. */
export type ChallengePurpose = "sign in" | `add to ${string}`;

/** `now` is epoch ms. */
export function newChallenge(pepper: string, purpose: ChallengePurpose, now: number): Promise<string> {
  const jti = randomBytes(JTI_BYTES).toString("base64url");
  return signToken(keyFor(pepper), { purpose }, jti, now + CHALLENGE_MS);
}

/** The challenge that a browser's response answers. Null if it isn't ours for this purpose, or has expired. */
export async function readChallenge(
  pepper: string,
  purpose: ChallengePurpose,
  clientDataJson: string,
  now: number,
): Promise<PasskeyChallenge | null> {
  const [, challenge = ""] = CHALLENGE_FIELD.exec(decodeBase64url(clientDataJson)) ?? [];
  const data = await readToken(keyFor(pepper), content, decodeBase64url(challenge), now);
  if (!data || data.purpose !== purpose) return null;
  return { id: data.jti, expiresAt: data.exp * 1_000, challenge };
}

function decodeBase64url(base64url: string): string {
  return Buffer.from(base64url, "base64url").toString();
}

function keyFor(pepper: string): Uint8Array {
  return tokenKey(pepper, "passkey challenge");
}

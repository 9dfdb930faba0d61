/**
 * The signed cookie that begins a passkey ceremony: its challenge, and the person and purpose it is for. It lasts five
 * minutes and works once. Its `id` is stored as used until `expiresAt` (epoch ms).
 */
import { randomBytes } from "node:crypto";

import * as z from "zod";

import { readToken, signToken, tokenKey } from "./signed-token.ts";

/**
 * Time to find the authenticator and confirm. A login page that is open longer requests another one
 * (passkey-button.tsx).
 */
export const CHALLENGE_MS = 5 * 60_000;

/** Matches in the JSON that the browser writes, in which base64url needs no escapes. */
const CHALLENGE_FIELD = /"challenge"\s*:\s*"([\w-]{1,128})"/;

const CHALLENGE_BYTES = 32;
const JTI_BYTES = 16;

const content = z.object({ jti: z.string().min(1), exp: z.number(), challenge: z.string(), purpose: z.string() });

export type PasskeyChallenge = { readonly id: string; readonly expiresAt: number; readonly challenge: string };

/** To sign in, or to add a passkey to this account only. */
export type ChallengePurpose = "sign in" | `add to ${string}`;

export function newChallenge(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(randomBytes(CHALLENGE_BYTES));
}

/** How many pages of one browser can wait for an answer at the same time, each with a cookie. */
const COOKIES = 8;

/** The cookie of a challenge, which is in base64url. Another page that begins a ceremony has another cookie. */
export function cookieNameOf(challenge: string): string {
  return `__Host-passkey-${(Buffer.from(challenge, "base64url")[0] ?? 0) % COOKIES}`;
}

/**
 * The challenge that a browser's answer names, in base64url, or "" if it names none. Only the cookie proves that it was
 * ours.
 */
export function challengeIn(clientDataJson: string): string {
  const text = Buffer.from(clientDataJson, "base64url").toString();
  return CHALLENGE_FIELD.exec(text)?.[1] ?? "";
}

/** `challenge` is in base64url, `now` is epoch ms. */
export function signChallenge(
  pepper: string,
  purpose: ChallengePurpose,
  challenge: string,
  now: number,
): Promise<string> {
  const jti = randomBytes(JTI_BYTES).toString("base64url");
  return signToken(keyFor(pepper), { purpose, challenge }, jti, now + CHALLENGE_MS);
}

/** Null when the text was not signed by us for this purpose, or has expired. */
export async function readChallenge(
  pepper: string,
  purpose: ChallengePurpose,
  text: string,
  now: number,
): Promise<PasskeyChallenge | null> {
  const data = await readToken(keyFor(pepper), content, text, now);
  if (!data || data.purpose !== purpose) return null;
  return { id: data.jti, expiresAt: data.exp * 1_000, challenge: data.challenge };
}

function keyFor(pepper: string): Uint8Array {
  return tokenKey(pepper, "passkey challenge");
}

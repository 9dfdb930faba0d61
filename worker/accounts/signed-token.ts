/**
 * Tokens for cookies and challenges, which only we can issue. Each is a JWT that expires, signed with a key for one
 * purpose only.
 */
import { createHmac } from "node:crypto";

import { errors, jwtVerify, SignJWT } from "jose";
import type * as z from "zod";

/** Longer than any token that we issue. We don't parse longer text. */
const MAX_LENGTH = 4_096;

/** A separate key for each purpose, so that no other text signed with the secret is accepted instead. */
export function tokenKey(secret: string, purpose: string): Uint8Array {
  return createHmac("sha256", secret).update(`lotline ${purpose}`).digest();
}

/** `jti` is the token's ID. `expiresAt` is epoch ms. */
export function signToken(key: Uint8Array, content: object, jti: string, expiresAt: number): Promise<string> {
  return new SignJWT({ ...content })
    .setProtectedHeader({ alg: "HS256" })
    .setJti(jti)
    .setExpirationTime(new Date(expiresAt))
    .sign(key);
}

/** Null if the text wasn't signed with this key, has expired, or doesn't match the schema. `now` is epoch ms. */
export async function readToken<Content>(
  key: Uint8Array,
  schema: z.ZodType<Content>,
  text: string,
  now: number,
): Promise<Content | null> {
  if (text === "" || text.length > MAX_LENGTH) return null;
  try {
    const options = { algorithms: ["HS256"], currentDate: new Date(now), requiredClaims: ["exp", "jti"] };
    return schema.safeParse((await jwtVerify(text, key, options)).payload).data ?? null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

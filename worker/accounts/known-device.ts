/**
 * The content of the cookie of a device that has signed in before: the account, and an id that the account's limiter
 * knows until it is revoked. The cookie grants no access. It only gives the device's login attempts a counter of their
 * own, so that others cannot lock it out (decision 35).
 */
import { createHmac, randomBytes } from "node:crypto";

import { errors, jwtVerify, SignJWT } from "jose";
import * as z from "zod";

/** A year; each sign-in renews it. */
export const KNOWN_DEVICE_MS = 365 * 24 * 3_600_000;

const ID_BYTES = 16;
/** Longer than any that we issue. A longer one is not even parsed. */
const MAX_LENGTH = 512;

const content = z.object({ sub: z.string(), jti: z.string() });
/** `account` is the name of the account's limiter. */
export type KnownDevice = { readonly account: string; readonly id: string };

export function newDeviceId(): string {
  return randomBytes(ID_BYTES).toString("base64url");
}

/** `now` is epoch ms. */
export function signDevice(pepper: string, { account, id }: KnownDevice, now: number): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(account)
    .setJti(id)
    .setExpirationTime(new Date(now + KNOWN_DEVICE_MS))
    .sign(keyFor(pepper));
}

/**
 * Null when the text was not signed by us or has expired. The id may have been revoked, which only the limiter can
 * check.
 */
export async function readDevice(pepper: string, text: string, now: number): Promise<KnownDevice | null> {
  if (text === "" || text.length > MAX_LENGTH) return null;
  try {
    const options = { algorithms: ["HS256"], currentDate: new Date(now), requiredClaims: ["exp"] };
    const { data } = content.safeParse((await jwtVerify(text, keyFor(pepper), options)).payload);
    return data ? { account: data.sub, id: data.jti } : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** A separate key, so that nothing else that is signed with the pepper is accepted as a device cookie. */
function keyFor(pepper: string): Uint8Array {
  return createHmac("sha256", pepper).update("lotline known device").digest();
}

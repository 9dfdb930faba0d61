/**
 * The cookie for a device that has signed in before. It contains the account, and an ID that the account's limiter
 * stores until the ID is revoked. The cookie grants no access. It only gives the device's sign-in attempts a separate
 * counter, so that others can't lock the device out.
 */
import { randomBytes } from "node:crypto";

import * as z from "zod";

import { readToken, signToken, tokenKey } from "./signed-token.ts";

/** A year. Each sign-in renews it. */
export const KNOWN_DEVICE_MS = 365 * 24 * 3_600_000;

const ID_BYTES = 16;

const content = z.object({ sub: z.string(), jti: z.string() });
/** `accountHash` is a hash of the account's address, which is part of its limiter's name. */
export type KnownDevice = { readonly accountHash: string; readonly id: string };

export function newDeviceId(): string {
  return randomBytes(ID_BYTES).toString("base64url");
}

/** `now` is epoch ms. */
export function signDevice(pepper: string, { accountHash, id }: KnownDevice, now: number): Promise<string> {
  return signToken(keyFor(pepper), { sub: accountHash }, id, now + KNOWN_DEVICE_MS);
}

/** Null if we didn't sign the text or it has expired. Only the limiter can check whether the ID was revoked. */
export async function readDevice(pepper: string, text: string, now: number): Promise<KnownDevice | null> {
  const data = await readToken(keyFor(pepper), content, text, now);
  return data && { accountHash: data.sub, id: data.jti };
}

function keyFor(pepper: string): Uint8Array {
  return tokenKey(pepper, "known device");
}

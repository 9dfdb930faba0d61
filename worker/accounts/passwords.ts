/**
 * Password hashes: scrypt in a PHC string that includes its cost and its pepper's ID. So a raised cost or a new pepper
 * applies at each user's next sign-in. We hash passwords as `normalizePassword` returns them, so that a password typed
 * on another keyboard still matches. A failed check takes equally long for every account and for an unknown email
 * address.
 *
 * Invariant: despite the callback, the runtime computes a hash synchronously on the isolate's only thread. So an
 * isolate never computes two at the same time, never needs more than one buffer of 16 MiB, and needs no queue.
 */
import { createHash, createHmac, randomBytes, scrypt, timingSafeEqual } from "node:crypto";

import { normalizePassword } from "../contract/text/normalize-password.ts";

type HashCost = { readonly ln: number; readonly r: number; readonly p: number };

/** The deployment's pepper, and the previous pepper while any hashes still use it. Null if not set. */
export type Peppers = { readonly passwordPepper: string | null; readonly previousPepper: string | null };

/** N = 2^14, r = 8, p = 5: 16 MiB and about 140 ms, equivalent to the usual Argon2id recommendation. */
const COST: HashCost = { ln: 14, r: 8, p: 5 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** Enough to distinguish two peppers, but too little to help anyone guess one. */
const PEPPER_ID_LENGTH = 4;

const PHC_PATTERN =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})(?:,keyid=([\w-]{4}))?\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/;

/** A hash that no password matches, compared when the account is unknown. */
const UNMATCHABLE_HASH = `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${"A".repeat(22)}==$${"A".repeat(43)}=`;

export async function hashPassword(password: string, pepper: string | null): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(normalizePassword(password), salt, COST, KEY_BYTES, pepper);
  const keyId = pepper === null ? "" : `,keyid=${idOf(pepper)}`;
  return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}${keyId}$${salt.toString("base64")}$${key.toString("base64")}`;
}

/**
 * Whether the password is correct, and whether to hash it again with today's cost and pepper. `stored` is null for an
 * unknown user, or one without a password.
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
  peppers: Peppers,
): Promise<{ readonly ok: boolean; readonly needsRehash: boolean }> {
  const [, ln, r, p, keyId, salt, key] = PHC_PATTERN.exec(stored ?? UNMATCHABLE_HASH) ?? [];
  if (salt === undefined || key === undefined) return { ok: false, needsRehash: false };
  const cost: HashCost = { ln: Number(ln), r: Number(r), p: Number(p) };
  const expected = Buffer.from(key, "base64");
  const { passwordPepper, previousPepper } = peppers;
  // A hash without an ID was made without a pepper. One whose pepper is lost matches no password.
  const pepper =
    [passwordPepper, previousPepper].find((candidate) => candidate !== null && idOf(candidate) === keyId) ?? null;
  const derived = await derive(normalizePassword(password), Buffer.from(salt, "base64"), cost, expected.length, pepper);
  const ok = timingSafeEqual(derived, expected) && stored !== null;
  const currentKeyId = passwordPepper === null ? undefined : idOf(passwordPepper);
  const isCurrent = keyId === currentKeyId && cost.ln === COST.ln && cost.r === COST.r && cost.p === COST.p;
  return { ok, needsRehash: ok && !isCurrent };
}

function idOf(pepper: string): string {
  return createHash("sha256").update(`pepper ${pepper}`).digest("base64url").slice(0, PEPPER_ID_LENGTH);
}

function derive(password: string, salt: Uint8Array, { ln, r, p }: HashCost, length: number, pepper: string | null) {
  const secret = pepper === null ? password : createHmac("sha256", pepper).update(password).digest();
  const options = { N: 2 ** ln, r, p, maxmem: 160 * 2 ** ln * r };
  return new Promise<Buffer>((resolve, reject) => {
    scrypt(secret, salt, length, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

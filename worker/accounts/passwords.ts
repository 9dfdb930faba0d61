/**
 * Password hashes: scrypt in a PHC string that includes its cost, so that a raised cost is applied at each user's next
 * login. The password is hashed exactly as it was typed. An unknown e-mail address takes as long to check as a known one.
 *
 * Invariant: despite the callback, the runtime computes a hash synchronously on the isolate's only thread. An isolate
 * therefore never computes two at once, never needs more than one buffer of 16 MiB, and needs no queue.
 */
import { createHmac, randomBytes, scrypt, timingSafeEqual } from "node:crypto";

type Cost = { readonly ln: number; readonly r: number; readonly p: number };

/** N = 2^14, r = 8, p = 5: 16 MiB and about 140 ms, equivalent to the usual Argon2id recommendation. */
const COST: Cost = { ln: 14, r: 8, p: 5 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;

const PHC = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/;

/** A hash that no password matches, compared when the account is unknown. */
const UNMATCHABLE = `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${"A".repeat(22)}==$${"A".repeat(43)}=`;

export async function hashPassword(password: string, pepper: string | null): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, COST, KEY_BYTES, pepper);
  return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${salt.toString("base64")}$${key.toString("base64")}`;
}

/** Whether the password is correct, and whether to hash it again at today's cost. `stored` is null for an unknown user. */
export async function verifyPassword(
  password: string,
  stored: string | null,
  pepper: string | null,
): Promise<{ readonly ok: boolean; readonly rehash: boolean }> {
  const [, ln, r, p, salt, key] = PHC.exec(stored ?? UNMATCHABLE) ?? [];
  if (salt === undefined || key === undefined) return { ok: false, rehash: false };
  const cost: Cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  const expected = Buffer.from(key, "base64");
  const derived = await derive(password, Buffer.from(salt, "base64"), cost, expected.length, pepper);
  const ok = timingSafeEqual(derived, expected) && stored !== null;
  return { ok, rehash: ok && (cost.ln !== COST.ln || cost.r !== COST.r || cost.p !== COST.p) };
}

function derive(password: string, salt: Uint8Array, { ln, r, p }: Cost, length: number, pepper: string | null) {
  const secret = pepper === null ? password : createHmac("sha256", pepper).update(password).digest();
  const options = { N: 2 ** ln, r, p, maxmem: 160 * 2 ** ln * r };
  return new Promise<Buffer>((resolve, reject) => {
    scrypt(secret, salt, length, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

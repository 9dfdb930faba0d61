/** Ids of people and auctions: 128 bits in lower-case hex, so that nobody finds one by counting. */
import { createHash, randomBytes } from "node:crypto";

const ID_BYTES = 16;

export function newId(): string {
  return randomBytes(ID_BYTES).toString("hex");
}

/** The id of what a person makes under an idempotency key: a repeat finds what the first call has made. */
export function idUnderKey(userId: string, key: string): string {
  return createHash("sha256")
    .update(`${userId} ${key}`)
    .digest("hex")
    .slice(0, 2 * ID_BYTES);
}

/** IDs of users and auctions: 128 random bits in lower-case hex, so that they cannot be guessed or enumerated. */
import { createHash, randomBytes } from "node:crypto";

const ID_BYTES = 16;

export function newId(): string {
  return randomBytes(ID_BYTES).toString("hex");
}

/** The ID of what a user creates with an idempotency key. A retried call finds what the first one created. */
export function deriveIdFromKey(userId: string, key: string): string {
  return createHash("sha256")
    .update(`${userId} ${key}`)
    .digest("hex")
    .slice(0, 2 * ID_BYTES);
}

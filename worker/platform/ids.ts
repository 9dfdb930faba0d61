/** IDs: 128 random bits in lower-case hex, so that no one can guess or enumerate them. */
import { createHash, randomBytes } from "node:crypto";

const ID_BYTES = 16;

export function newId(): string {
  return randomBytes(ID_BYTES).toString("hex");
}

/**
 * The ID of a record created with an idempotency key, from a draft or from an expired auction. A retry finds the record
 * that the first call created. The same key gives a different ID for each kind.
 */
export function deriveId(userId: string, kind: "listing" | "draft" | "relisting" | "question", key: string): string {
  return createHash("sha256")
    .update(`${userId} ${kind} ${key}`)
    .digest("hex")
    .slice(0, 2 * ID_BYTES);
}

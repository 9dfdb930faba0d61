/**
 * What the journal's hash chain is computed over. Both sides use this text: the room when it writes, and the
 * browser that verifies a closed auction. Hashing needs a platform, so it is not done here.
 */
import type { Fact } from "./auction.ts";

/** A fact as everyone may see it: its place, its time, its public part, and the hash that commits to its secret. */
export type PublicRecord = {
  readonly seq: number;
  readonly at: number;
  readonly fact: Fact;
  readonly sealed?: string;
};

/** The hash before the first fact: 64 zeros. */
export const GENESIS_HASH = "0".repeat(64);

/** The text whose SHA-256 (lower-case hex) is the hash of this record. */
export function chainInput(previousHash: string, record: PublicRecord): string {
  const { seq, at, fact, sealed } = record;
  return previousHash + canonicalJson(sealed === undefined ? { seq, at, fact } : { seq, at, fact, sealed });
}

/** JSON with sorted keys and no blanks: one text for one value. Leaves out what is undefined. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members: Record<string, unknown> = { ...value };
  let text = "";
  for (const key of Object.keys(members).toSorted()) {
    const member = members[key];
    if (member !== undefined) text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}

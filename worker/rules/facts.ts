/**
 * The facts that make up an auction's journal, and the text that chains each one to the one before. The room uses that
 * text to write the journal, and the browser uses it to verify an auction. Hashing needs platform APIs, so it happens
 * elsewhere.
 */
import type { Fact } from "./fact-schemas.ts";

export type { Fact, ItemDetails, ListingChange, OfferFields, OpenedReserve, Outcome, Terms } from "./fact-schemas.ts";

/** The part of a fact that only its owner may see. */
export type SecretPart = {
  /** The maximum of an automatic bid. */
  readonly maxMinor?: number;
  /** The hidden reserve. */
  readonly reserveMinor?: number;
  /** The people whom the fact blocks or unblocks. */
  readonly personIds?: readonly string[];
  /** Why a listing was hidden, or a bid removed. */
  readonly reason?: string;
  /** Without the salt anyone could guess the other fields from their hash. */
  readonly salt?: string;
};

/** A reserve, with its random salt. Without the salt anyone could open the seal by hashing every candidate. */
export type SealedReserve = { readonly reserveMinor: number; readonly salt: string };

/** A fact that a decision proposes, before it has a place in the journal. */
export type FactDraft = { readonly fact: Fact; readonly secret?: SecretPart };
export type SequencedFact = FactDraft & { readonly seq: number; readonly at: number };

/**
 * Gives drafts the next sequence numbers and one time: `now` (epoch ms), or that of the last fact if it is later. A
 * decision can rely on its first fact having the number `auction.seq + 1`.
 */
export function sequenceFacts(
  auction: Pick<SequencedFact, "seq" | "at"> | null,
  drafts: readonly FactDraft[],
  now: number,
): SequencedFact[] {
  const seq = auction?.seq ?? 0;
  const at = Math.max(now, auction?.at ?? 0);
  return drafts.map((draft, index) => ({ ...draft, seq: seq + index + 1, at }));
}

/** A fact as everyone can see it: its place, its time, its public part, and the hash that commits to its secret. */
export type PublicRecord = {
  readonly seq: number;
  readonly at: number;
  readonly fact: Fact;
  readonly sealed?: string;
};

/** The hash before the first fact: 64 zeros. */
export const GENESIS_HASH = "0".repeat(64);

/** The text whose SHA-256 (lowercase hex) is the hash of this record. */
export function chainInput(previousHash: string, { seq, at, fact, sealed }: PublicRecord): string {
  return previousHash + canonicalJson(sealed === undefined ? { seq, at, fact } : { seq, at, fact, sealed });
}

/** JSON with sorted keys and no whitespace, so that equal values give equal text. Omits undefined fields. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  let text = "";
  for (const [key, member] of members) {
    if (member !== undefined) text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}

/**
 * The hidden reserve in a public journal. When a bid meets the reserve, a fact opens it. The opened reserve must hash
 * to the seal of the fact that set it, and the check then uses it from that fact on. A reserve that is never met stays
 * unknown, and there is no winner.
 */
import type { JournalRecord } from "../contract/journal.ts";
import { canonicalJson, type SealedReserve } from "../rules/facts.ts";
import { sealsReserve } from "./sealed-amounts.ts";
import { sha256 } from "./sha256.ts";

export type OpenedReserves = {
  /** By the number of the fact that set the reserve. */
  readonly bySeq: ReadonlyMap<number, SealedReserve>;
  /** Numbers of facts that open a different value than was sealed. */
  readonly forgedSeqs: ReadonlySet<number>;
};

export async function findOpenedReserves(records: readonly JournalRecord[]): Promise<OpenedReserves> {
  const bySeq = new Map<number, SealedReserve>();
  const forgedSeqs = new Set<number>();
  for (const { seq, fact } of records) {
    const opened = "openedReserve" in fact ? fact.openedReserve : undefined;
    if (!opened) continue;
    const { seq: setSeq, reserveMinor, salt } = opened;
    const setRecord = records[setSeq - 1];
    const isMatch =
      sealsReserve(setRecord?.fact) && setRecord?.sealed === (await sha256(canonicalJson({ reserveMinor, salt })));
    if (isMatch) bySeq.set(setSeq, { reserveMinor, salt });
    else forgedSeqs.add(seq);
  }
  return { bySeq, forgedSeqs };
}

/**
 * The reserve that a fact sets, or null if it removes one. `UNKNOWN_RESERVE` for a reserve that is never opened.
 * Undefined for any other fact.
 */
export function reserveSetBy(
  record: JournalRecord | undefined,
  { bySeq }: OpenedReserves,
): SealedReserve | null | undefined {
  if (record?.fact.type === "reserveRemoved") return null;
  return record?.fact.type === "reserveSet" ? (bySeq.get(record.seq) ?? UNKNOWN_RESERVE) : undefined;
}

/**
 * Not a number, so that no comparison with it is true, and rules that refuse too low or too high amounts accept it.
 * `reserveOpeningAt` would open it, so never pass it to a rule that may open a reserve in the fact that sets it.
 */
const UNKNOWN_RESERVE: SealedReserve = { reserveMinor: Number.NaN, salt: "" };

/** False if the secret part of a fact is only the assumed one, `UNKNOWN_RESERVE`. */
export function isKnownReserve({ reserveMinor }: { readonly reserveMinor?: number }): boolean {
  return !Number.isNaN(reserveMinor);
}

/**
 * Checks an auction completely from its page: the journal by itself (`verify-journal.ts`), then the receipts in this
 * browser and the public state against the journal. Receipts and state are read first, so that the journal is at least
 * as recent.
 */
import type { AuctionDetails } from "../../../../worker/contract/auction.ts";
import { fromStoredDetails } from "../../../../worker/contract/listing-details.ts";
import type { JournalDefect } from "../../../../worker/journal/check-journal.ts";
import {
  type VerificationFault,
  type ValidVerification,
  verifyJournal,
} from "../../../../worker/journal/verify-journal.ts";
import { type Auction, minNextBid, priceOf, isReserveMet } from "../../../../worker/rules/auction.ts";
import { canonicalJson } from "../../../../worker/rules/facts.ts";
import { toMajor } from "../../../../worker/rules/money.ts";
import { type JournalEvidence, fetchDetails, fetchEvidence } from "../../../api/journal.ts";
import { type SavedReceipt, readReceipts } from "../../../api/receipts.ts";
import { startOf } from "../../../ui/items/start-of.ts";

type VerdictEvidence = {
  /** The checked journal with its signatures, for the person to save. */
  readonly evidence: JournalEvidence;
  /** Null if there are no receipts and this browser can't store any. */
  readonly receipts: readonly SavedReceipt[] | null;
};
export type ValidJournal = VerdictEvidence &
  ValidVerification & {
    readonly bidCount: number;
    /** Null for a canceled auction, which has no page. */
    readonly details: AuctionDetails | null;
  };
export type BrokenJournal = VerdictEvidence & JournalDefect<VerificationFault | "shown">;
export type Verdict = ValidJournal | BrokenJournal;

export async function verifyAuction(auctionId: string, signal: AbortSignal): Promise<Verdict> {
  const receipts = readReceipts(auctionId);
  const details = await fetchDetails(auctionId, signal);
  const evidence = await fetchEvidence(auctionId, signal);
  const common = { evidence, receipts };
  const verification = await verifyJournal(evidence, receipts ?? []);
  if (!verification.valid) return { ...common, ...verification };
  const { records } = evidence;
  if (details) {
    const state = verification.states[details.seq - 1];
    if (!state || !matchesJournal(state, details, new Set(bidderIdsIn(records)))) {
      return { ...common, valid: false, fault: "shown", seq: details.seq, at: state?.at ?? null };
    }
  }
  const bidCount = records.filter(({ fact }) => fact.type === "newBid").length;
  return { ...common, ...verification, bidCount, details };
}

/** Whether the public price, number of bids, start, end, details, reserve, purchase and winner match the replay. */
function matchesJournal(auction: Auction, details: AuctionDetails, bidderIds: ReadonlySet<string>): boolean {
  const winnerId = auction.outcome?.winnerId ?? null;
  const shownWinnerId = details.winner?._id ?? null;
  return (
    details.currentBid === toMajor(priceOf(auction) ?? auction.terms.startingPriceMinor) &&
    details.minNextBid === toMajor(minNextBid(auction)) &&
    details.bidCount === auction.bidCount &&
    startOf(details) === (auction.terms.startsAt ?? null) &&
    Date.parse(details.auctionEndTime) === auction.endsAt &&
    canonicalJson(details.terms.details ?? null) ===
      canonicalJson(fromStoredDetails(auction.terms.details).details ?? null) &&
    (details.reserveMet ?? null) === isReserveMet(auction) &&
    (details.bought ?? false) === auction.bought &&
    (shownWinnerId === null) === (winnerId === null) &&
    // A winner shown under an alias can't be compared with the journal's ID.
    (shownWinnerId === null || !bidderIds.has(shownWinnerId) || shownWinnerId === winnerId)
  );
}

function bidderIdsIn(records: JournalEvidence["records"]): string[] {
  return records.flatMap(({ fact }) => ("bidderId" in fact ? [fact.bidderId] : []));
}

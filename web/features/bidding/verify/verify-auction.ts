/**
 * The complete check of an auction: its journal, the published state against the journal, and the signature of the
 * result. The published state is fetched first, so that the journal is at least as long.
 */
import type { AuctionDetails } from "../../../../worker/contract/auction.ts";
import { type Auction, minNextBid, priceOf } from "../../../../worker/rules/auction.ts";
import { toMajor } from "../../../../worker/rules/money.ts";
import { fetchCertificate, fetchDetails, fetchJournal } from "../../../api/journal.ts";
import { startOf } from "../../../ui/start-of.ts";
import { checkJournal, type Fault } from "./check-journal.ts";
import { checkSignature, type Signature } from "./check-signature.ts";

export type Verdict =
  | {
      readonly sound: true;
      readonly facts: number;
      readonly bids: number;
      readonly shown: AuctionDetails;
      /** `none`: this deployment signs no results; null while the auction runs or without a result to sign. */
      readonly signature: Signature | "none" | null;
      readonly lastHash: string;
    }
  | { readonly sound: false; readonly fault: Fault | "shown"; readonly seq: number; readonly at: number | null };

export async function verifyAuction(auctionId: string, signal: AbortSignal): Promise<Verdict> {
  const shown = await fetchDetails(auctionId, signal);
  const records = await fetchJournal(auctionId, signal);
  const checked = await checkJournal(records);
  if (!checked.sound) return checked;
  const then = checked.states[shown.seq - 1];
  if (!then || then.id !== auctionId || !matches(then, shown, new Set(bidders(records)))) {
    return { sound: false, fault: "shown", seq: shown.seq, at: then?.at ?? null };
  }
  // A result is signed with the hash of the fact before it. A voided auction is signed again, as that.
  const ended = records.findLastIndex(({ fact }) => fact.type === "closed" || fact.type === "voided");
  const lastHash = records[ended - 1]?.hash;
  const last = checked.states.at(-1);
  const signature =
    lastHash !== undefined && last ? await signatureOf(auctionId, { auction: last, lastHash }, signal) : null;
  const bids = records.filter(({ fact }) => fact.type === "newBid").length;
  return { sound: true, facts: records.length, bids, shown, signature, lastHash: checked.lastHash };
}

async function signatureOf(
  auctionId: string,
  closing: { auction: Auction; lastHash: string },
  signal: AbortSignal,
): Promise<Signature | "none"> {
  const signed = await fetchCertificate(auctionId, signal);
  return signed ? checkSignature(signed.certificate, signed.keys, closing) : "none";
}

/** Whether the published price, number of bids, start, end and winner match the replay. */
function matches(auction: Auction, shown: AuctionDetails, known: ReadonlySet<string>): boolean {
  const winnerId = auction.outcome?.winnerId ?? null;
  const shownWinner = shown.winner?._id ?? null;
  return (
    shown.currentBid === toMajor(priceOf(auction) ?? auction.terms.startingPriceMinor) &&
    shown.minNextBid === toMajor(minNextBid(auction)) &&
    shown.bidCount === auction.bidCount &&
    startOf(shown) === (auction.terms.startsAt ?? null) &&
    Date.parse(shown.auctionEndTime) === auction.endsAt &&
    (shownWinner === null) === (winnerId === null) &&
    // A winner who is shown under an alias cannot be compared with the journal's id.
    (shownWinner === null || !known.has(shownWinner) || shownWinner === winnerId)
  );
}

function bidders(records: Awaited<ReturnType<typeof fetchJournal>>): string[] {
  return records.flatMap(({ fact }) => ("bidderId" in fact ? [fact.bidderId] : []));
}

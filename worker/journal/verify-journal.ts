/**
 * The complete check of a journal: first its chain and its rules, then a bidder's receipts, then the signed statements
 * about it. Both the page and `scripts/commands/verify-journal.ts` use this check. It's pure, except for the platform's
 * hashing and signatures. It never uses the network, the clock or the screen.
 */
import type { Receipt } from "../contract/bid.ts";
import {
  CERTIFICATE_TYPE,
  HEAD_TYPE,
  headStatement,
  type HeadStatement,
  type CertificateStatement,
  certificateStatement,
} from "../contract/certificate.ts";
import type { JournalFile, JournalFileHeader } from "../contract/journal-file.ts";
import type { JournalRecord } from "../contract/journal.ts";
import type { Auction } from "../rules/auction.ts";
import { toMajor } from "../rules/money.ts";
import { type JournalDefect, checkJournal, type JournalFault } from "./check-journal.ts";
import { checkSignature } from "./check-signature.ts";

/**
 * The faults beyond `JournalFault`:
 * - `auction`: the journal belongs to another auction
 * - `receipt`: an entry differs from the one in the bid's receipt
 * - `cut`: entries are missing that the signed head or the certificate covers
 * - `head`, `certificate`: the signed statement about an entry contradicts the journal
 * - `signature`: the head or the certificate was not signed with a published key
 */
export type VerificationFault = JournalFault | "auction" | "receipt" | "cut" | "head" | "certificate" | "signature";

type CheckedStatement<Content> = {
  readonly signature: "holds" | "unsupported";
  readonly statement: Content;
};

export type ValidVerification = {
  readonly valid: true;
  /** The auction after each entry. */
  readonly states: readonly Auction[];
  readonly lastHash: string;
  /** Null if the file has no signed head. */
  readonly head: CheckedStatement<HeadStatement> | null;
  readonly certificate: CheckedStatement<CertificateStatement> | null;
};
type JournalVerification = ValidVerification | JournalDefect<VerificationFault>;

export async function verifyJournal(
  file: JournalFile,
  receipts: readonly Receipt[] = [],
): Promise<JournalVerification> {
  const { header, records } = file;
  const checked = await checkJournal(records);
  if (!checked.valid) return checked;
  const { states, lastHash } = checked;
  if (states[0]?.id !== header.auction) return defectAt(records, 1, "auction");
  const mismatched = receipts
    .toSorted((one, other) => one.seq - other.seq)
    .find(({ seq, hash }) => records[seq - 1]?.hash !== hash);
  if (mismatched) return defectAt(records, mismatched.seq, "receipt");
  const head = await checkHead(header, records);
  if (head && "fault" in head) return head;
  const certificate = await checkCertificate(header, records, states);
  if (certificate && "fault" in certificate) return certificate;
  return { valid: true, states, lastHash, head, certificate };
}

async function checkHead({ head, keys, auction }: JournalFileHeader, records: readonly JournalRecord[]) {
  if (head === null) return null;
  const signed = await checkSignature(head, keys, HEAD_TYPE, headStatement);
  if (signed.signature === "broken") return defectAt(records, signed.statement?.seq ?? records.length, "signature");
  const { sub, seq, hash } = signed.statement;
  if (seq > records.length) return defectAt(records, records.length + 1, "cut");
  return sub === auction && records[seq - 1]?.hash === hash ? signed : defectAt(records, seq, "head");
}

const RESULT_FACT_TYPES: ReadonlySet<string> = new Set(["closed", "voided", "buyerReleased"]);

async function checkCertificate(
  { certificate, keys }: JournalFileHeader,
  records: readonly JournalRecord[],
  states: readonly Auction[],
) {
  if (certificate === null) return null;
  // A result is signed with the hash of the entry before it. If the auction is voided, or its buyer is released,
  // we sign the new result, too.
  const end = records.findLastIndex(({ fact }) => RESULT_FACT_TYPES.has(fact.type));
  const signed = await checkSignature(certificate, keys, CERTIFICATE_TYPE, certificateStatement);
  const seq = end === -1 ? records.length : end;
  if (signed.signature === "broken") return defectAt(records, seq, "signature");
  const [lastHash, auction] = [records[end - 1]?.hash, states[end]];
  if (lastHash === undefined || !auction) return defectAt(records, records.length + 1, "cut");
  if (signed.statement.journalHash !== lastHash) return defectAt(records, seq, "certificate");
  return matchesResult(signed.statement, auction) ? signed : defectAt(records, end + 1, "certificate");
}

function matchesResult({ sub, status, winner, price, currency }: CertificateStatement, auction: Auction): boolean {
  const { outcome, id, voided } = auction;
  return (
    sub === id &&
    (status === "Voided") === (voided !== null) &&
    winner === (outcome?.winnerId ?? null) &&
    price === (outcome ? toMajor(outcome.priceMinor) : null) &&
    currency === auction.currency
  );
}

function defectAt(
  records: readonly JournalRecord[],
  seq: number,
  fault: VerificationFault,
): JournalDefect<VerificationFault> {
  return { valid: false, fault, seq, at: records[seq - 1]?.at ?? null };
}

/**
 * Verifies a journal saved as a file, without a server, a database or a network. The check is the same as the page's
 * (`worker/journal/verify-journal.ts`). This reads the file and describes the result.
 */
import { readFileSync } from "node:fs";

import { z } from "zod";

import { type KeySet, keySet } from "../../worker/contract/certificate.ts";
import { type JournalFile, parseJournalFile } from "../../worker/contract/journal-file.ts";
import { type VerificationFault, type ValidVerification, verifyJournal } from "../../worker/journal/verify-journal.ts";
import { priceOf, isReserveMet } from "../../worker/rules/auction.ts";
import { toMajor } from "../../worker/rules/money.ts";
import { Problem } from "../command-line/problem.mjs";

/** The text after "entry 7 ". */
const FAULTS: { readonly [F in VerificationFault]: string } = {
  auction: "opens a different auction from the one the file names.",
  gap: "is missing or out of place.",
  time: "is older than the entry before it.",
  hash: "was changed, so its fingerprint doesn't match.",
  rules: "breaks the rules, given the entries before it.",
  receipt: "isn't the one in the receipt.",
  cut: "is missing. The signature in the file shows that the journal continues here.",
  head: "isn't the one that was signed. This entry or an earlier one was changed.",
  certificate: "doesn't lead to the signed result. This entry or an earlier one was changed.",
  signature: "has a signature that wasn't made with this key.",
};

/** The site's keys: all of them, or one. */
const keys = z.union([keySet, keySet.shape.keys.element.transform((key) => ({ keys: [key] }))]);

/** The report on a valid file. Throws a Problem that identifies the first wrong entry. */
export async function verifyJournalFile(file: string, keyFile?: string): Promise<string> {
  const parsed = parseJournalFile(textOf(file));
  if ("wrongLine" in parsed) throw new Problem(`Line ${parsed.wrongLine} of ${file} doesn't belong in a journal.`);
  const givenKeys = keyFile === undefined ? null : keysIn(keyFile);
  const header = givenKeys ? { ...parsed.header, keys: givenKeys } : parsed.header;
  const verification = await verifyJournal({ ...parsed, header });
  if (!verification.valid) throw new Problem(`Broken: entry ${verification.seq} ${FAULTS[verification.fault]}`);
  return [
    `Everything adds up: ${entriesIn(parsed)} of auction ${verification.states[0]?.id}${originOf(parsed)}.`,
    "- The entries are numbered without a gap, their times never go back, and each carries the fingerprint of the one before.",
    `- Replaying every entry by the rules gave the same result. ${bidsIn(parsed)}`,
    `- ${resultOf(verification)}`,
    ...signaturesOf(verification, givenKeys !== null),
    `Fingerprint of the last entry: ${verification.lastHash}`,
  ].join("\n");
}

function entriesIn({ records }: JournalFile): string {
  return records.length === 1 ? "1 entry" : `${records.length} entries`;
}

function originOf({ header }: JournalFile): string {
  return `, read from ${header.origin} at ${header.savedAt}`;
}

function bidsIn({ records }: JournalFile): string {
  const bids = records.filter(({ fact }) => fact.type === "newBid" || fact.type === "bidEdited").length;
  return bids === 0 ? "There are no bids." : `Every bid and raise was at least the minimum bid (${bids} checked).`;
}

function resultOf({ states }: ValidVerification): string {
  const auction = states.at(-1);
  if (!auction) return "There is no auction.";
  const { phase, outcome, currency } = auction;
  if (outcome) return `It has ended. ${outcome.winnerId} won for ${toMajor(outcome.priceMinor)} ${currency}.`;
  if (phase === "closed" && isReserveMet(auction) === false) return "It ended below its reserve, so no one won.";
  const price = priceOf(auction);
  const text = price === null ? "There is no bid" : `The price is ${toMajor(price)} ${currency}`;
  if (phase === "open") return `It is open. ${text}.`;
  return `It is ${phase === "cancelled" ? "canceled" : phase}, so no one won.`;
}

function signaturesOf({ head, certificate }: ValidVerification, isKeyGiven: boolean): string[] {
  if (!head && !certificate) return ["- Nothing in this file is signed, so it doesn't show who wrote it."];
  const lines: string[] = [];
  if (head) {
    const { seq, statedAt, iss } = head.statement;
    lines.push(`- ${iss} signed the journal up to entry ${seq} at ${statedAt}.`);
  }
  if (certificate) {
    const { status, closedAt } = certificate.statement;
    lines.push(`- The result is signed: ${status} at ${closedAt}.`);
  }
  const given = "- The signatures match the key you gave.";
  const own =
    "- The signatures match the key in the file itself. To check whose it is, save the site's /.well-known/jwks.json and pass it with --key.";
  return [...lines, isKeyGiven ? given : own];
}

function keysIn(file: string): KeySet["keys"] {
  let value: unknown;
  try {
    value = JSON.parse(textOf(file));
  } catch (error) {
    throw error instanceof SyntaxError ? new Problem(`${file} is not JSON.`) : error;
  }
  const parsed = keys.safeParse(value);
  if (!parsed.success) throw new Problem(`${file} has no keys in the form the site publishes.`);
  return parsed.data.keys;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new Problem(`${file} can't be read.`);
  }
}

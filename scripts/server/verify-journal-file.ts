/**
 * Verifies a journal that was saved as a file, by itself: no server, no database, no network. The check is the page's
 * own (`worker/journal/verify-journal.ts`); this reads the file and describes the result.
 */
import { readFileSync } from "node:fs";

import { z } from "zod";

import { type KeySet, keySet } from "../../worker/contract/certificate.ts";
import { type JournalFile, parseJournalFile } from "../../worker/contract/journal-file.ts";
import { type Fault, type Sound, verifyJournal } from "../../worker/journal/verify-journal.ts";
import { priceOf, reserveMet } from "../../worker/rules/auction.ts";
import { toMajor } from "../../worker/rules/money.ts";
import { Problem } from "./problem.mjs";

/** The text after "Entry 7 ". */
const FAULTS: { readonly [F in Fault]: string } = {
  auction: "opens another auction than the file says.",
  gap: "is missing or out of place.",
  time: "is older than the entry before it.",
  hash: "was changed: its fingerprint does not match.",
  rules: "is not allowed by the rules after the entries before it.",
  receipt: "is not the one that was acknowledged.",
  cut: "is missing: the journal goes on here, as is signed in the file.",
  head: "is not the one that was signed: it, or an entry before it, was changed.",
  certificate: "does not lead to the result that was signed: it, or an entry before it, was changed.",
  signature: "is said to be signed, but not with this key.",
};

/** The site's keys: all of them, or one. */
const keys = z.union([keySet, keySet.shape.keys.element.transform((key) => ({ keys: [key] }))]);

/** The report on a sound file; throws a Problem that names the first wrong entry. */
export async function verifyJournalFile(file: string, keyFile?: string): Promise<string> {
  const read = parseJournalFile(textOf(file));
  if ("wrongLine" in read) throw new Problem(`Line ${read.wrongLine} of ${file} does not belong in a journal.`);
  const given = keyFile === undefined ? null : keysIn(keyFile);
  const header = given ? { ...read.header, keys: given } : read.header;
  const verified = await verifyJournal({ ...read, header });
  if (!verified.sound) throw new Problem(`Broken: entry ${verified.seq} ${FAULTS[verified.fault]}`);
  return [
    `Everything adds up: ${read.records.length} entries of auction ${verified.states[0]?.id}${originOf(read)}.`,
    "- The entries are numbered without a gap, their times never go back, and each carries the fingerprint of the one before.",
    `- Every entry was decided again by the rules, with the same result. ${bidsIn(read)}`,
    `- ${resultOf(verified)}`,
    ...signaturesOf(verified, given !== null),
    `Fingerprint of the last entry: ${verified.lastHash}`,
  ].join("\n");
}

function originOf({ header }: JournalFile): string {
  return `, read from ${header.origin} at ${header.savedAt}`;
}

function bidsIn({ records }: JournalFile): string {
  const bids = records.filter(({ fact }) => fact.type === "newBid" || fact.type === "bidEdited").length;
  return bids === 0 ? "There are no bids." : `Each bid and raise (${bids}) was at least the smallest next bid.`;
}

function resultOf({ states }: Sound): string {
  const auction = states.at(-1);
  if (!auction) return "There is no auction.";
  const { phase, outcome, currency } = auction;
  if (outcome) return `It has ended: ${outcome.winnerId} has won for ${toMajor(outcome.priceMinor)} ${currency}.`;
  if (phase === "closed" && reserveMet(auction) === false) return "It has ended below its reserve: nobody has won.";
  const price = priceOf(auction);
  const text = price === null ? "there is no bid" : `the price is ${toMajor(price)} ${currency}`;
  return phase === "open" ? `It is open: ${text}.` : `It is ${phase}: nobody has won.`;
}

function signaturesOf({ head, certificate }: Sound, isKeyGiven: boolean): string[] {
  if (!head && !certificate) return ["- Nothing in this file is signed: it does not show who wrote it."];
  const lines: string[] = [];
  if (head) {
    const { seq, statedAt, iss } = head.statement;
    lines.push(`- Signed as of ${statedAt} by ${iss}: the journal up to entry ${seq}.`);
  }
  if (certificate) {
    const { status, closedAt } = certificate.statement;
    lines.push(`- Signed: the result, which is ${status} at ${closedAt}.`);
  }
  const given = "- The signatures are by the key that you gave.";
  const own =
    "- The signatures are by the key in the file itself. To know whose it is, save /.well-known/jwks.json of the site and pass it with --key.";
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
  if (!parsed.success) throw new Problem(`${file} has no keys as the site publishes them.`);
  return parsed.data.keys;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new Problem(`${file} cannot be read.`);
  }
}

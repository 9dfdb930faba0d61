/** The evidence for verifying an auction: its journal, public state, signed statements and keys. */
import type { AuctionDetails } from "../../worker/contract/auction.ts";
import {
  certificateResponse,
  headResponse,
  type HeadStatement,
  type KeySet,
  keySet,
} from "../../worker/contract/certificate.ts";
import type { JournalFileHeader } from "../../worker/contract/journal-file.ts";
import { journalResponse, type JournalRecord } from "../../worker/contract/journal.ts";
import { call } from "./client.ts";
import { ApiFailure } from "./failure.ts";
import { auctionResponse } from "./response-schemas.ts";
import { serverNow } from "./server-clock.ts";

/** A room that is busy with bids refuses pages of its journal. We try each page this many times. */
const MAX_TRIES = 10;

/** The contents of a journal file (`worker/contract/journal-file.ts`). */
export type JournalEvidence = { readonly header: JournalFileHeader; readonly records: readonly JournalRecord[] };

/**
 * The journal, fetched after the signed head so that it reaches at least that far, and the certificate if the auction
 * has ended.
 */
export async function fetchEvidence(auctionId: string, signal?: AbortSignal): Promise<JournalEvidence> {
  const head = (await fetchHead(auctionId, signal))?.head ?? null;
  const records = await fetchJournal(auctionId, signal);
  const keys = head === null ? [] : await fetchKeys(signal);
  const certificate = head === null ? null : await fetchLatestCertificate(auctionId, records, signal);
  const source = { origin: location.origin, savedAt: new Date(serverNow()).toISOString() };
  const header = { format: "lotline-journal/1", auction: auctionId, ...source, head, certificate, keys } as const;
  return { header, records };
}

/**
 * The certificate of an ended auction, or null. If the auction is voided in the meantime, the new certificate covers
 * one more journal entry, which is added to the records.
 */
async function fetchLatestCertificate(
  auctionId: string,
  records: JournalRecord[],
  signal: AbortSignal | undefined,
): Promise<string | null> {
  let certificate: string | null = null;
  for (let known = 0; known < countEnds(records);) {
    known = countEnds(records);
    certificate = await fetchCertificate(auctionId, signal);
    records.push(...(await fetchJournal(auctionId, signal, records.at(-1)?.seq)));
  }
  return certificate;
}

function countEnds(records: readonly JournalRecord[]): number {
  return records.filter(({ fact }) => fact.type === "closed" || fact.type === "voided").length;
}

/**
 * The last title of a recently canceled auction, which has a journal but no page. Null if there's no such auction. Only
 * the first page of the journal is read, so a title that changed hundreds of facts later is missed.
 */
export async function fetchCancelledTitle(auctionId: string, signal: AbortSignal): Promise<string | null> {
  try {
    const { records } = await fetchPage(pathOf(auctionId, "journal"), 0, signal);
    return records.reduce((title, { fact }) => titleIn(fact) ?? title, "");
  } catch (error) {
    if (error instanceof ApiFailure && error.code === "auction_not_found") return null;
    throw error;
  }
}

function titleIn(fact: JournalRecord["fact"]): string | undefined {
  if (fact.type === "opened") return fact.terms.title;
  return fact.type === "listingEdited" ? fact.change.title : undefined;
}

/** The whole journal, or everything after entry `from`, across all pages. */
export async function fetchJournal(auctionId: string, signal?: AbortSignal, from = 0): Promise<JournalRecord[]> {
  const path = pathOf(auctionId, "journal");
  const records: JournalRecord[] = [];
  for (let after: number | null = from; after !== null;) {
    const page = await fetchPage(path, after, signal);
    records.push(...page.records);
    // Stop at a page that doesn't advance. Verification finds missing records by their sequence numbers.
    after = page.next !== null && page.next > after ? page.next : null;
  }
  return records;
}

async function fetchPage(
  path: string,
  after: number,
  signal?: AbortSignal,
): Promise<{ records: JournalRecord[]; next: number | null }> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call(journalResponse, path, { query: { after }, ...(signal && { signal }) });
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.code !== "busy" || tries === MAX_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? 1) * 1_000));
      signal?.throwIfAborted();
    }
  }
}

/** The auction's details. Null for a canceled one, which has only a journal. */
export async function fetchDetails(auctionId: string, signal: AbortSignal): Promise<AuctionDetails | null> {
  try {
    const response = await call(auctionResponse, "/auction/fetchSpecificAuction", { query: { auctionId }, signal });
    return response.auctionDetails;
  } catch (error) {
    if (error instanceof ApiFailure && error.code === "auction_not_found") return null;
    throw error;
  }
}

/** The newest entry of the journal, signed. Null if this deployment doesn't sign. */
async function fetchHead(
  auctionId: string,
  signal?: AbortSignal,
): Promise<{ readonly head: string; readonly statement: HeadStatement } | null> {
  try {
    return await call(headResponse, pathOf(auctionId, "head"), signal && { signal });
  } catch (error) {
    if (error instanceof ApiFailure && error.code === "signing_not_configured") return null;
    throw error;
  }
}

async function fetchCertificate(auctionId: string, signal?: AbortSignal): Promise<string> {
  return (await call(certificateResponse, pathOf(auctionId, "certificate"), signal && { signal })).certificate;
}

/** The keys are at a well-known URL outside the API. */
export async function fetchKeys(signal?: AbortSignal): Promise<KeySet["keys"]> {
  const response = await fetch("/.well-known/jwks.json", signal && { signal });
  return keySet.parse(await response.json()).keys;
}

function pathOf(auctionId: string, part: "journal" | "head" | "certificate"): string {
  return `/auction/${encodeURIComponent(auctionId)}/${part}`;
}

/** What an auction is verified with: its journal, its published state, and the signed result with its keys. */
import { type AuctionDetails, auctionAnswer } from "../../worker/contract/auction.ts";
import { certificateAnswer, type KeySet, keySet } from "../../worker/contract/certificate.ts";
import { journalAnswer, type JournalRecord } from "../../worker/contract/journal.ts";
import { call } from "./client.ts";
import { ApiFailure } from "./failure.ts";

/** A room that is busy with bids refuses pages of its journal: each is asked for this often before the reader gives up. */
const MAX_TRIES = 10;

/** The whole journal, however many pages it has. */
export async function fetchJournal(auctionId: string, signal: AbortSignal): Promise<JournalRecord[]> {
  const path = `/auction/${encodeURIComponent(auctionId)}/journal`;
  const records: JournalRecord[] = [];
  for (let after: number | null = 0; after !== null;) {
    const page = await fetchPage(path, after, signal);
    records.push(...page.records);
    // Stop at a page that does not advance: the check finds missing records by their sequence numbers.
    after = page.next !== null && page.next > after ? page.next : null;
  }
  return records;
}

async function fetchPage(
  path: string,
  after: number,
  signal: AbortSignal,
): Promise<{ records: JournalRecord[]; next: number | null }> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call(journalAnswer, path, { query: { after }, signal });
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.code !== "busy" || tries === MAX_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? 1) * 1_000));
      signal.throwIfAborted();
    }
  }
}

export async function fetchDetails(auctionId: string, signal: AbortSignal): Promise<AuctionDetails> {
  const answered = await call(auctionAnswer, "/auction/fetchSpecificAuction", { query: { auctionId }, signal });
  return answered.auctionDetails;
}

/** The signed result and the keys to check it with; null if this deployment does not sign results. */
export async function fetchCertificate(
  auctionId: string,
  signal: AbortSignal,
): Promise<{ certificate: string; keys: KeySet["keys"] } | null> {
  try {
    const path = `/auction/${encodeURIComponent(auctionId)}/certificate`;
    const [{ certificate }, { keys }] = await Promise.all([
      call(certificateAnswer, path, { signal }),
      fetchKeys(signal),
    ]);
    return { certificate, keys };
  } catch (error) {
    if (error instanceof ApiFailure && error.code === "signing_not_configured") return null;
    throw error;
  }
}

/** The keys have a well-known address outside the API. */
async function fetchKeys(signal: AbortSignal): Promise<KeySet> {
  const response = await fetch("/.well-known/jwks.json", { signal });
  return keySet.parse(await response.json());
}

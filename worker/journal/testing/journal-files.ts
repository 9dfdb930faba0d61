/** Short journals of bids, and their signed files, for tests of the page's check and the command's check. */
import { calculateJwkThumbprint, type CryptoKey, exportJWK, generateKeyPair, SignJWT } from "jose";

import { CERTIFICATE_TYPE, HEAD_TYPE, type KeySet, keySet } from "../../contract/certificate.ts";
import type { JournalFile, JournalFileHeader } from "../../contract/journal-file.ts";
import type { JournalRecord } from "../../contract/journal.ts";
import { type Fact, GENESIS_HASH } from "../../rules/facts.ts";
import { toMajor } from "../../rules/money.ts";
import { sequencedFactsOf, anOpenCommand, publishFacts, T0, type TimedCommand } from "./journals.ts";

const HOUR_MS = 3_600_000;
const ORIGIN = "https://auctions.example";
const OPEN = anOpenCommand({ endsAt: T0 + 24 * HOUR_MS, softCloseMs: 0, freezeMs: 0 });

/** Bidders with their amounts in minor units. */
export const BIDS = [
  ["ann", 100_00],
  ["bob", 120_00],
  ["ann", 150_00],
] as const satisfies readonly (readonly [bidderId: string, amountMinor: number])[];

/** An opening and bids. Then the auction goes on, or is closed or canceled. */
export function aJournal(
  end: "open" | "closed" | "cancelled" = "open",
  bids: readonly (readonly [bidderId: string, amountMinor: number])[] = BIDS,
): JournalRecord[] {
  const commands: TimedCommand[] = [
    [OPEN, T0],
    ...bids.map(
      ([bidderId, amountMinor], index) =>
        [{ type: "placeBid", bidId: `lot-${index + 2}`, bidderId, amountMinor }, T0 + (index + 1) * 60_000] as const,
    ),
  ];
  if (end === "cancelled") commands.push([{ type: "deleteListing", sellerId: "sue" }, T0 + HOUR_MS]);
  return publishFacts(sequencedFactsOf(commands, end === "closed" ? T0 + 24 * HOUR_MS : null));
}

/** A forged journal. The bid in entry `raisedSeq` is a cent higher, and all hashes are recomputed. */
export function withAmountRaised(records: readonly JournalRecord[], raisedSeq: number): JournalRecord[] {
  let lastHash = GENESIS_HASH;
  return records.map(({ seq, at, fact }) => {
    const [forged] = publishFacts([{ seq, at, fact: forgedFact(fact, seq === raisedSeq, lastHash) }], lastHash);
    if (!forged) throw new Error("one fact was given");
    lastHash = forged.hash;
    return forged;
  });
}

function forgedFact(fact: Fact, isRaised: boolean, lastHash: string): Fact {
  if (fact.type === "closed") return { ...fact, lastHash };
  return fact.type === "newBid" && isRaised ? { ...fact, amountMinor: fact.amountMinor + 1 } : fact;
}

export type TestKey = { readonly privateKey: CryptoKey; readonly publicKey: KeySet["keys"][number] };

export async function aKey(): Promise<TestKey> {
  const { privateKey, publicKey } = await generateKeyPair("EdDSA", { extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const [key] = keySet.parse({ keys: [{ ...jwk, kid, alg: "EdDSA", use: "sig" }] }).keys;
  if (!key) throw new Error("one key was given");
  return { privateKey, publicKey: key };
}

/** The file of a journal as the site with this key would sign it now. */
export async function aFile(records: readonly JournalRecord[], key: TestKey): Promise<JournalFile & WithHeader> {
  const last = records.at(-1);
  const closed = records.findLast(({ fact }) => fact.type === "closed");
  const head = { iss: ORIGIN, sub: "lot", iat: 1, statedAt: isoOf(T0), seq: last?.seq, hash: last?.hash };
  const header: JournalFileHeader = {
    format: "lotline-journal/1",
    auction: "lot",
    origin: ORIGIN,
    savedAt: isoOf(T0),
    head: await sign(head, HEAD_TYPE, key),
    certificate: closed ? await sign(resultOf(closed, records), CERTIFICATE_TYPE, key) : null,
    keys: [key.publicKey],
  };
  return { header, records };
}

type WithHeader = { readonly header: JournalFileHeader };

function resultOf({ fact, at, seq }: JournalRecord, records: readonly JournalRecord[]) {
  const outcome = fact.type === "closed" ? fact.outcome : null;
  return {
    iss: ORIGIN,
    sub: "lot",
    iat: Math.floor(at / 1_000),
    closedAt: isoOf(at),
    status: outcome ? "Sold" : "Expired",
    winner: outcome?.winnerId ?? null,
    price: outcome ? toMajor(outcome.priceMinor) : null,
    currency: "USD",
    journalHash: records[seq - 2]?.hash,
  };
}

export function sign(statement: object, typ: string, { privateKey, publicKey: { kid } }: TestKey): Promise<string> {
  return new SignJWT({ ...statement }).setProtectedHeader({ alg: "EdDSA", typ, kid }).sign(privateKey);
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}

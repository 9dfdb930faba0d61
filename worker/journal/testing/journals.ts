/** Journals as rooms write them: the facts of commands, and their chain as everyone reads it. */
import { createHash } from "node:crypto";

import { type JournalRecord, journalRecord } from "../../contract/journal.ts";
import { type Auction, evolve } from "../../rules/auction.ts";
import { type Command, decide } from "../../rules/decide.ts";
import {
  canonicalJson,
  chainInput,
  GENESIS_HASH,
  sequenceFacts,
  type SequencedFact,
  type Terms,
} from "../../rules/facts.ts";

export const T0 = Date.parse("2030-11-21T09:00:00Z");
export const LIMITS = { minStartingPriceMinor: 100_00, minAuctionMs: 60_000 };

const TERMS: Terms = {
  title: "Clock",
  description: "Ticks",
  categoryId: "antiques",
  categoryName: "Antiques",
  imageKeys: [],
  startingPriceMinor: 100_00,
  endsAt: T0 + 24 * 3_600_000,
  increments: "flat",
  softCloseMs: 120_000,
  freezeMs: 120_000,
  windowsAfterWithdrawal: 0,
};

/** Sue lists the item. */
export function anOpenCommand(terms: Partial<Terms> = {}): Command {
  return {
    type: "open",
    auctionId: "lot",
    sellerId: "sue",
    currency: "USD",
    terms: { ...TERMS, ...terms },
    limits: LIMITS,
  };
}

/** A command, and when it is decided (epoch ms). */
export type TimedCommand = readonly [Command, number];

/** The facts of these commands, one after the other. The auction is closed at `closeAt`. */
export function sequencedFactsOf(commands: readonly TimedCommand[], closeAt: number | null = null): SequencedFact[] {
  let auction: Auction | null = null;
  const facts: SequencedFact[] = [];
  const execute = (command: Command, now: number) => {
    const decision = decide(auction, command, now);
    if (!decision.ok) throw new Error(decision.refusal.code);
    for (const recorded of sequenceFacts(auction, decision.drafts, now)) {
      auction = evolve(auction, recorded);
      facts.push(recorded);
    }
  };
  for (const [command, now] of commands) execute(command, now);
  if (closeAt !== null) execute({ type: "close", lastHash: publishFacts(facts).at(-1)?.hash ?? "" }, closeAt);
  return facts;
}

/**
 * The facts as the room publishes them. Each is chained to the one before (the first to `previousHash`), and its secret
 * part is only a seal.
 */
export function publishFacts(facts: readonly SequencedFact[], previousHash = GENESIS_HASH): JournalRecord[] {
  let hash = previousHash;
  return facts.map(({ secret, ...publicPart }) => {
    const entry = secret ? { ...publicPart, sealed: sha256(canonicalJson(secret)) } : publicPart;
    hash = sha256(chainInput(hash, entry));
    return journalRecord.parse(JSON.parse(JSON.stringify({ ...entry, hash })));
  });
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

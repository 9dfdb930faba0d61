/**
 * Checks a public journal against the model. Each fact must be the one that the model produces for the recorded
 * command. This finds violations of invariants 1 to 6 and 9, as numbered in `docs/reliability.md`. It uses no code
 * from the room or the rules.
 */
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";

import type { JournalRecord } from "../../../worker/contract/journal.ts";
import { type ModelFact, ModelAuction, type ModerationFact, type ModelState } from "../oracle/auction.ts";
import { applyCommand, type PersonalCommand, commandsOf, withoutSalts } from "../oracle/commands.ts";

export type Replay = {
  readonly auctionId: string;
  readonly records: readonly JournalRecord[];
  /** The auction after the last fact. Null if it was never opened. */
  readonly auction: ModelAuction | null;
  /** The public state after each fact, by fact number. A bid and its consequences count as one. */
  readonly states: readonly (ModelState | undefined)[];
  /** The commands that each fact may record, by fact number, with bidders as the journal identifies them. */
  readonly commands: readonly (readonly PersonalCommand[] | undefined)[];
  readonly violations: readonly string[];
};

/** Which invariant a fact breaks if the model refuses its command, by the code of the refusal. */
const BROKEN_INVARIANTS: Readonly<Record<string, string>> = {
  auction_ended: "invariants 4 and 5",
  auction_sold: "invariant 4",
  auction_not_found: "invariant 5",
  bid_too_low: "invariant 3",
};

const MODERATION_FACTS: ReadonlySet<ModelFact["type"]> = new Set([
  "bidVoided",
  "bidderBlocked",
  "bidderUnblocked",
  "hidden",
  "shown",
  "voided",
]);

function isModeration(fact: JournalRecord["fact"]): fact is ModerationFact {
  return MODERATION_FACTS.has(fact.type);
}

type ReplayOptions = {
  /** How far a clock may have gone back between two facts. */
  readonly maxClockSkewMs?: number;
  /**
   * The maximums and reserves that facts sealed, by fact number. The journal itself doesn't contain them.
   */
  readonly sealed?: ReadonlyMap<number, number>;
  /** The reserve that the auction was opened with. */
  readonly reserveMinor?: number | undefined;
};

export function replay(
  auctionId: string,
  records: readonly JournalRecord[],
  { maxClockSkewMs = 0, sealed = new Map(), reserveMinor }: ReplayOptions = {},
): Replay {
  const violations: string[] = [];
  const addViolation = (text: string) => violations.push(`${auctionId}: ${text}`);
  const states: (ModelState | undefined)[] = [undefined];
  const commands: (readonly PersonalCommand[] | undefined)[] = [];
  let auction: ModelAuction | null = null;
  let hash = "0".repeat(64);
  /** Facts of the last command that the journal must have next. */
  let pending: readonly ModelFact[] = [];
  for (const [index, record] of records.entries()) {
    const { seq, at, fact } = record;
    if (seq !== index + 1) addViolation(`invariant 1: fact ${index + 1} has number ${seq}`);
    if (fact.type === "closed" && fact.lastHash !== hash) addViolation("the closing does not carry the last hash");
    hash = hashOf(hash, record);
    if (hash !== record.hash) addViolation(`the hash chain breaks at fact ${seq}`);
    if (!auction) {
      if (fact.type !== "opened") {
        addViolation(`fact ${seq} (${fact.type}) comes before the opening`);
        break;
      }
      auction = new ModelAuction(fact, at);
      if (reserveMinor !== undefined) {
        pending = auction.setReserve(reserveMinor, at);
        if (reserveMinor !== (sealed.get(2) ?? reserveMinor)) addViolation("invariant 6: opened with another reserve");
      }
      states.push(auction.state());
      continue;
    }
    if (at < auction.at) addViolation(`time runs backwards at fact ${seq}`);
    const before: ModelState = auction.state();
    const removesBid = fact.type === "bidWithdrawn" || fact.type === "bidVoided";
    const mayFall = pending.length > 0 || removesBid || before.count === 0;
    for (const { seq: sealedSeq, ...secret } of openedIn(fact)) {
      if (sealOf(secret) !== records[sealedSeq - 1]?.sealed)
        addViolation(`invariant 9: fact ${seq} opens an amount that fact ${sealedSeq} didn't seal`);
    }
    if (pending.length === 0) {
      const commandRecord = ownRecord(records, index);
      const sealedAmount = sealed.get(commandRecord.seq);
      const recorded = commandsOf(commandRecord.fact, auction, sealedAmount);
      commands[commandRecord.seq] = recorded;
      const expectedFacts = factsOf(
        auction,
        commandRecord,
        recorded[0],
        decidedAt(auction, commandRecord, extensionAfter(records, commandRecord), maxClockSkewMs),
      );
      const mustSeal = [auction.reserve, ...auction.bids].some((holder) => holder?.sealedSeq === commandRecord.seq);
      // Moderation facts seal people and reasons, which the model doesn't check. All other facts seal amounts.
      if (!isModeration(commandRecord.fact) && mustSeal !== (commandRecord.sealed !== undefined)) {
        addViolation(`invariant 9: fact ${commandRecord.seq} ${mustSeal ? "seals nothing" : "seals a public amount"}`);
      }
      if (mustSeal && sealedAmount === undefined)
        addViolation(`fact ${commandRecord.seq} seals an amount that we don't know`);
      if (typeof expectedFacts === "string") {
        addViolation(expectedFacts);
        break;
      }
      pending = expectedFacts;
    }
    const [expected, ...rest]: readonly ModelFact[] = pending;
    pending = rest;
    if (!isDeepStrictEqual(withoutSalts(fact), expected)) {
      addViolation(`invariant 2: fact ${seq} is ${JSON.stringify(fact)}, not ${JSON.stringify(expected)}`);
    }
    if (!mayFall && auction.price < before.price)
      addViolation(`invariant 3: the price fell by fact ${seq} (${fact.type})`);
    states.push(auction.state());
  }
  if (pending.length > 0) addViolation(`invariant 2: ${JSON.stringify(pending)} is missing at the end`);
  return { auctionId, records, auction, states, commands, violations };
}

/** How long after its end an auction was closed, in milliseconds. Null if it isn't closed. */
export function closingDelayMs({ auction }: Replay): number | null {
  return auction?.closedAt ? auction.closedAt - auction.end : null;
}

/** The command's own fact. If a leader loses the lead, the fact that raises their bid comes first. */
function ownRecord(records: readonly JournalRecord[], index: number): JournalRecord {
  const [first, second] = records.slice(index, index + 2);
  if (!first) throw new Error(`there is no fact ${index + 1}`);
  return first.fact.type === "bidAdjusted" && second ? second : first;
}

/** The new end if the command moved it, or null. Changes to bids that the rules make come first. */
function extensionAfter(records: readonly JournalRecord[], { seq }: JournalRecord): number | null {
  const next = records.slice(seq).find(({ fact }) => fact.type !== "bidAdjusted");
  return next?.fact.type === "extended" ? next.fact.endsAt : null;
}

/** The facts that the model produces for the command behind this fact, or the reason it refuses the command. */
function factsOf(
  auction: ModelAuction,
  { seq, fact }: JournalRecord,
  command: PersonalCommand | undefined,
  now: number,
): readonly ModelFact[] | string {
  if (fact.type === "closed") {
    const facts = auction.closeIfOver(now);
    return facts.length > 0 ? facts : `invariant 5: closed before the end or twice (fact ${seq})`;
  }
  if (isModeration(fact)) {
    const result = auction.moderate(fact, now);
    return result.ok ? result.facts : `rules: fact ${seq} (${fact.type}): ${result.code}`;
  }
  if (!command) return `fact ${seq} (${fact.type}) follows from no command`;
  const result = applyCommand(auction, command, "bidId" in fact ? fact.bidId : "", now);
  return result.ok
    ? result.facts
    : `${BROKEN_INVARIANTS[result.code] ?? "rules"}: fact ${seq} (${fact.type}): ${result.code}`;
}

/**
 * The time at which the room decided. If the clock went back, the room decides by the earlier time, but the fact gets
 * the previous fact's time.
 */
function decidedAt(
  auction: ModelAuction,
  { at, fact }: JournalRecord,
  extendedTo: number | null,
  maxClockSkewMs: number,
) {
  if (at > auction.at) return at;
  // No bid is decided before the start.
  const earliest = Math.max(at - maxClockSkewMs, auction.terms.startsAt ?? 0);
  const leftMs =
    fact.type === "bidWithdrawn" || fact.type === "bidVoided" ? auction.timeAfterWithdrawalMs : auction.windowMs;
  return Math.min(at, Math.max(earliest, extendedTo === null ? earliest : extendedTo - leftMs));
}

/** The secrets that a fact opens, each with the number of the fact that sealed it. */
export function openedIn(fact: JournalRecord["fact"]): readonly { readonly seq: number }[] {
  return [
    ...("openedMaximum" in fact && fact.openedMaximum ? [fact.openedMaximum] : []),
    ...("openedReserve" in fact && fact.openedReserve ? [fact.openedReserve] : []),
  ];
}

/** The hash that a journal contains instead of a secret: SHA-256 of its JSON with sorted keys (`docs/storage.md`). */
export function sealOf(secret: object): string {
  return createHash("sha256")
    .update(JSON.stringify(sortKeys(secret)))
    .digest("hex");
}

/** SHA-256 of the previous hash and the record as JSON with sorted keys, as docs/storage.md says. */
function hashOf(previous: string, { hash: _, ...record }: JournalRecord): string {
  return createHash("sha256")
    .update(previous + JSON.stringify(sortKeys(record)))
    .digest("hex");
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== "object") return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sortKeys(member)]));
}

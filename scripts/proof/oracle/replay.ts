/**
 * A public journal held against the model: each fact must be what the model makes of the command that the fact records.
 * That is the whole of invariants 1 to 5 (numbers as in docs/reliability.md). It asks no code of the room or the rules.
 */
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";

import type { JournalRecord } from "../../../worker/contract/journal.ts";
import { type Fact, ModelAuction, type ModerationFact, type State } from "./auction.ts";
import { carryOut, commandOf, plainly } from "./commands.ts";

export type Replay = {
  readonly auctionId: string;
  readonly records: readonly JournalRecord[];
  /** As the last fact left it; null when nothing was opened. */
  readonly auction: ModelAuction | null;
  /** The public state after the fact with this number; a bid and the extension that it causes count as one. */
  readonly states: readonly (State | undefined)[];
  readonly faults: readonly string[];
};

/** The invariant that a fact breaks when the model refuses its command with this code. */
const BROKEN: Readonly<Record<string, string>> = {
  auction_ended: "invariants 4 and 5",
  auction_sold: "invariant 4",
  auction_not_found: "invariant 5",
  bid_too_low: "invariant 3",
};

const MODERATION: ReadonlySet<Fact["type"]> = new Set([
  "bidderBlocked",
  "bidderUnblocked",
  "hidden",
  "shown",
  "voided",
]);

function isModeration(fact: JournalRecord["fact"]): fact is ModerationFact {
  return MODERATION.has(fact.type);
}

/** `clockMs`: how far a clock may have been set back between two facts. */
export function replay(auctionId: string, records: readonly JournalRecord[], clockMs = 0): Replay {
  const faults: string[] = [];
  const fault = (text: string) => faults.push(`${auctionId}: ${text}`);
  const states: (State | undefined)[] = [undefined];
  let auction: ModelAuction | null = null;
  let hash = "0".repeat(64);
  /** Facts that the last command has not recorded yet. */
  let owed: readonly Fact[] = [];
  for (const [index, record] of records.entries()) {
    const { seq, at, fact } = record;
    if (seq !== index + 1) fault(`invariant 1: fact ${index + 1} has number ${seq}`);
    if (fact.type === "closed" && fact.lastHash !== hash) fault("the closing does not carry the last hash");
    hash = hashOf(hash, record);
    if (hash !== record.hash) fault(`the hash chain breaks at fact ${seq}`);
    if (!auction) {
      if (fact.type !== "opened") {
        fault(`fact ${seq} (${fact.type}) before the opening`);
        break;
      }
      auction = new ModelAuction(fact, at);
      states.push(auction.state());
      continue;
    }
    if (at < auction.at) fault(`time runs backwards at fact ${seq}`);
    const before: State = auction.state();
    const mayFall = owed.length > 0 || fact.type === "bidWithdrawn" || before.count === 0;
    if (owed.length === 0) {
      const made =
        reserveFacts(auction, record, records) ??
        factsOf(auction, record, decidedAt(auction, record, records[index + 1], clockMs));
      if (typeof made === "string") {
        fault(made);
        break;
      }
      owed = made;
    }
    const [expected, ...rest]: readonly Fact[] = owed;
    owed = rest;
    if (!isDeepStrictEqual(plainly(fact), expected)) {
      fault(`invariant 2: fact ${seq} is ${JSON.stringify(fact)}, not ${JSON.stringify(expected)}`);
    }
    if (!mayFall && auction.price < before.price) fault(`invariant 3: the price fell by fact ${seq} (${fact.type})`);
    states.push(auction.state());
  }
  if (owed.length > 0) fault(`invariant 2: ${JSON.stringify(owed)} is missing at the end`);
  return { auctionId, records, auction, states, faults };
}

/** What the seller does to the reserve is believed, and its amount is known once a fact opens it. */
function reserveFacts(
  auction: ModelAuction,
  { seq, at, fact }: JournalRecord,
  records: readonly JournalRecord[],
): readonly Fact[] | null {
  if (fact.type === "reserveRemoved") return auction.setReserve(null, false, at);
  if (fact.type !== "reserveSet") return null;
  const opened = records.flatMap((later) => ("openedReserve" in later.fact && later.fact.openedReserve) || []);
  return auction.setReserve(opened.find((one) => one.seq === seq)?.reserveMinor ?? null, true, at);
}

/** How long after its end an auction was closed, in milliseconds; null while it is not. */
export function lateMs({ auction }: Replay): number | null {
  return auction?.closedAt ? auction.closedAt - auction.end : null;
}

/** The facts that the model makes of the command behind this one, or why it makes none. */
function factsOf(auction: ModelAuction, { seq, fact }: JournalRecord, now: number): readonly Fact[] | string {
  if (fact.type === "closed") {
    const facts = auction.look(now);
    return facts.length > 0 ? facts : `invariant 5: closed before the end or twice (fact ${seq})`;
  }
  if (isModeration(fact)) {
    const verdict = auction.moderate(fact, now);
    return verdict.ok ? verdict.facts : `rules: fact ${seq} (${fact.type}): ${verdict.code}`;
  }
  const command = commandOf(fact, auction.seller);
  if (!command) return `fact ${seq} (${fact.type}) follows from nothing`;
  const verdict = carryOut(auction, command, "bidId" in fact ? fact.bidId : "", now);
  return verdict.ok ? verdict.facts : `${BROKEN[verdict.code] ?? "rules"}: fact ${seq} (${fact.type}): ${verdict.code}`;
}

/** A clock that was set back decides by its own time, and the fact gets the time of the one before it. */
function decidedAt(
  auction: ModelAuction,
  { at, fact }: JournalRecord,
  next: JournalRecord | undefined,
  clockMs: number,
) {
  if (at > auction.at) return at;
  // No bid is decided before the start.
  const earliest = Math.max(at - clockMs, auction.terms.startsAt ?? 0);
  const left = fact.type === "bidWithdrawn" ? auction.timeAfterWithdrawal : auction.window;
  const said = next?.fact.type === "extended" ? next.fact.endsAt - left : earliest;
  return Math.min(at, Math.max(earliest, said));
}

/** SHA-256 of the previous hash and the record as JSON with sorted keys, as docs/storage.md says. */
function hashOf(previous: string, { hash: _, ...record }: JournalRecord): string {
  return createHash("sha256")
    .update(previous + JSON.stringify(sorted(record)))
    .digest("hex");
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

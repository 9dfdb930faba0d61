/**
 * Holds what the clients recorded against what the rooms say happened, by the pure law. Independent of the room's own
 * code: it reads the public journal, chains its hashes and replays it. The numbers are those of the invariants.
 */
import type { JournalRecord } from "../../../worker/contract/journal.ts";
import { toMajor } from "../../../worker/rules/money.ts";
import { type Attempt, isAcknowledged } from "./attempt.ts";
import { replay } from "./replay.ts";

export type Verdict = {
  readonly acknowledged: number;
  readonly lost: number;
  readonly altered: number;
  readonly phantom: number;
  readonly doubled: number;
  /** Everything else that breaks an invariant, in words. */
  readonly faults: readonly string[];
};

type Made = { readonly seq: number; readonly bidderId: string; readonly amount: number | null };

/** Judges one auction: its journal, and every command that any client sent to it. */
export function judge(auctionId: string, records: readonly JournalRecord[], attempts: readonly Attempt[]): Verdict {
  const { faults } = replay(auctionId, records);
  const made = factsMade(records);
  const mine = attempts.filter((attempt) => attempt.auctionId === auctionId);
  const acknowledged = mine.filter(isAcknowledged);
  const told = new Set(acknowledged.map(nameOf));
  const altered = acknowledged.filter((attempt) => {
    const fact = made.get(nameOf(attempt));
    const { wanted } = attempt;
    return fact && (fact.bidderId !== attempt.bidderId || (wanted.type === "place" && fact.amount !== wanted.amount));
  });
  // An unanswered command has happened whole or not at all; a fact that nobody asked for, or that was refused, is one
  // from nowhere.
  const open = new Set(mine.filter(({ answeredAt }) => answeredAt === null).map(wishOf));
  const phantom = Array.from(made).filter(([name, fact]) => {
    return !told.has(name) && !open.has(`${name.split(" ")[0]} ${fact.bidderId} ${fact.amount}`);
  });
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((attempt) => !made.has(nameOf(attempt))).length,
    altered: altered.length,
    phantom: phantom.length,
    doubled: acknowledged.length - told.size,
    faults: [...faults, ...orderFaults(acknowledged, made).map((fault) => `${auctionId}: ${fault}`)],
  };
}

/** The facts that commands about bids have made, each under the name that its command has too. */
function factsMade(records: readonly JournalRecord[]): Map<string, Made> {
  const made = new Map<string, Made>();
  for (const { seq, fact } of records) {
    if (fact.type !== "newBid" && fact.type !== "bidEdited" && fact.type !== "bidWithdrawn") continue;
    const { bidId, bidderId } = fact;
    const amount = toMajor(fact.amountMinor);
    if (fact.type === "newBid") made.set(`place ${bidId}`, { seq, bidderId, amount });
    else if (fact.type === "bidEdited") made.set(`edit ${bidId} ${amount}`, { seq, bidderId, amount });
    else made.set(`withdraw ${bidId}`, { seq, bidderId, amount: null });
  }
  return made;
}

/** A bid is placed once, raised to each amount once, and withdrawn once: that names its fact. */
function nameOf({ wanted, bidId }: Attempt): string {
  return wanted.type === "edit" ? `edit ${bidId} ${wanted.amount}` : `${wanted.type} ${bidId}`;
}

function wishOf({ wanted, bidderId }: Attempt): string {
  return `${wanted.type} ${bidderId} ${wanted.type === "withdraw" ? null : wanted.amount}`;
}

/** Real-time order: a command answered before another was sent has the smaller number. */
function orderFaults(acknowledged: readonly Attempt[], made: ReadonlyMap<string, Made>): string[] {
  const byAnswer = acknowledged.toSorted((a, b) => (a.answeredAt ?? 0) - (b.answeredAt ?? 0));
  const bySending = acknowledged.toSorted((a, b) => a.sentAt - b.sentAt);
  const seqOf = (attempt: Attempt) => made.get(nameOf(attempt))?.seq ?? 0;
  const faults: string[] = [];
  let highest = 0;
  let answered = 0;
  for (const attempt of bySending) {
    for (
      let before = byAnswer[answered];
      before && (before.answeredAt ?? 0) < attempt.sentAt;
      before = byAnswer[answered]
    ) {
      highest = Math.max(highest, seqOf(before));
      answered += 1;
    }
    if (seqOf(attempt) < highest)
      faults.push(`order: fact ${seqOf(attempt)} was sent after fact ${highest} was answered`);
  }
  return faults;
}

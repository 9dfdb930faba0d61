/** Compares commands and answers with the journal: invariants 6, 7 and 10, and the order of answers. */
import type { Failure } from "../../../worker/contract/errors.ts";
import type { JournalRecord } from "../../../worker/contract/journal.ts";
import { type Accepted, byName, type Command, commandOf, nameOf, type PersonOf } from "./commands.ts";
import type { Replay } from "./replay.ts";
import { isStanding } from "./wire.ts";

export type Answer =
  | { readonly ok: true; readonly value: Accepted }
  | { readonly ok: false; readonly failure: Pick<Failure, "code" | "details"> };

/** One command as its sender saw it. Times are epoch ms. */
export type Attempt = {
  readonly auctionId: string;
  readonly command: Command;
  readonly key: string | undefined;
  /** The session that it was sent by; absent where the sender shows none. */
  readonly sessionId?: string | undefined;
  readonly sentAt: number;
  /** When it was answered, or when its sender gave up. */
  doneAt: number;
  /** Null when it was never answered: it has happened whole, or not at all. */
  answer: Answer | null;
};

/** One command, with all attempts under its key. */
type Intent = { readonly command: Command; readonly key: string | undefined; readonly attempts: Attempt[] };

export type AttemptFaults = {
  /** Acknowledged, and not in the journal. */
  readonly lost: string[];
  /** Acknowledged as something else than the journal has. */
  readonly altered: string[];
  /** In the journal, although nobody asked for it or it was refused. */
  readonly phantom: string[];
  /** One key, two answers or two commands. */
  readonly doubled: string[];
  /** Answered before another command was sent, and recorded after it. */
  readonly order: string[];
};

export function isAcknowledged({ answer }: Attempt): boolean {
  return answer?.ok === true;
}

export function attemptFaults(
  replay: Replay,
  attempts: readonly Attempt[],
  personOf: PersonOf = byName,
): AttemptFaults {
  const faults: AttemptFaults = { lost: [], altered: [], phantom: [], doubled: [], order: [] };
  const facts = factsByName(replay, personOf);
  const intents = intentsOf(attempts.filter(({ auctionId }) => auctionId === replay.auctionId));
  judgeCounts(intents, facts, faults);
  judgeKeys(intents, faults);
  const acknowledged = intents.flatMap((intent) => {
    const answered = intent.attempts.filter(isAcknowledged);
    const [first] = answered;
    if (!first?.answer?.ok) return [];
    const record = judgeAnswer(replay, intent.command, first.answer.value, facts, faults);
    const sentAt = Math.min(...intent.attempts.map((attempt) => attempt.sentAt));
    return [{ seq: record?.seq ?? 0, sentAt, doneAt: Math.min(...answered.map(({ doneAt }) => doneAt)) }];
  });
  judgeOrder(
    acknowledged.filter(({ seq }) => seq > 0),
    faults,
  );
  return faults;
}

function factsByName({ records, auction }: Replay, personOf: PersonOf): ReadonlyMap<string, readonly JournalRecord[]> {
  const facts = new Map<string, JournalRecord[]>();
  for (const record of records) {
    const command = commandOf(record.fact, auction?.seller ?? "", personOf);
    if (!command) continue;
    const name = nameOf(command);
    const same = facts.get(name);
    if (same) same.push(record);
    else facts.set(name, [record]);
  }
  return facts;
}

function intentsOf(attempts: readonly Attempt[]): Intent[] {
  const intents = new Map<string, Intent>();
  for (const [index, attempt] of attempts.entries()) {
    const { command, key } = attempt;
    const name = key === undefined ? `once ${index}` : `${key} ${nameOf(command)}`;
    const known = intents.get(name);
    if (known) known.attempts.push(attempt);
    else intents.set(name, { command, key, attempts: [attempt] });
  }
  return Array.from(intents.values());
}

/** What a Worker or a relay answers when the room's answer is lost. */
const ANSWER_LOST: ReadonlySet<string> = new Set(["internal_error", "outcome_unknown"]);

function isUnanswered({ answer }: Attempt): boolean {
  return answer === null || (!answer.ok && ANSWER_LOST.has(answer.failure.code));
}

/** Refusals that come before the key is looked at: they say nothing about what was done under it before. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  "auction_not_found",
  "not_signed_in",
  "too_many_requests",
  "busy",
  ...ANSWER_LOST,
]);

/** How many facts an intent may have made: [1, 1] acknowledged, [0, 0] refused, [0, 1] never answered. */
function bounds({ attempts }: Intent): readonly [least: number, most: number] {
  if (attempts.some(isAcknowledged)) return [1, 1];
  const refusals = attempts.filter(({ answer }) => answer?.ok === false && !SAYS_NOTHING.has(answer.failure.code));
  const open = attempts.filter(
    (attempt) => isUnanswered(attempt) && !refusals.some((refusal) => refusal.sentAt >= attempt.doneAt),
  );
  return [0, Math.min(1, open.length)];
}

/** Every fact was asked for, and nothing that was refused is a fact. */
function judgeCounts(
  intents: readonly Intent[],
  facts: ReadonlyMap<string, readonly JournalRecord[]>,
  { lost, phantom }: AttemptFaults,
): void {
  const allowed = new Map<string, readonly [least: number, most: number]>();
  for (const intent of intents) {
    const name = nameOf(intent.command);
    const [least, most] = bounds(intent);
    const known = allowed.get(name) ?? [0, 0];
    allowed.set(name, [known[0] + least, known[1] + most]);
  }
  for (const name of new Set([...allowed.keys(), ...facts.keys()])) {
    const count = facts.get(name)?.length ?? 0;
    const [least, most] = allowed.get(name) ?? [0, 0];
    if (count < least) lost.push(`invariant 6: acknowledged and lost: ${name}`);
    if (count > most) phantom.push(`invariants 7 and 10: ${count} facts where ${most} may be: ${name}`);
  }
}

function judgeKeys(intents: readonly Intent[], { doubled }: AttemptFaults): void {
  const keys = new Set<string>();
  for (const { command, key, attempts } of intents) {
    const answers = attempts.flatMap(({ answer }) => (answer?.ok ? [JSON.stringify(answer)] : []));
    if (new Set(answers).size > 1) doubled.push(`invariant 7: one key, two answers: ${answers.join(" and ")}`);
    if (answers.length === 0 || key === undefined) continue;
    const name = `${command.actorId} ${key}`;
    if (keys.has(name)) doubled.push(`invariant 7: key ${name} was accepted for two commands`);
    keys.add(name);
  }
}

type BidCommand = Extract<Command, { type: "placeBid" | "editBid" | "withdrawBid" }>;

function isAboutBid(command: Command): command is BidCommand {
  return command.type === "placeBid" || command.type === "editBid" || command.type === "withdrawBid";
}

/** An accepted bid names its fact, and the state that came with it is the replay right after that fact. */
function judgeAnswer(
  { states }: Replay,
  command: Command,
  { newBid, updatedBid, auction, seq, hash }: Accepted,
  facts: ReadonlyMap<string, readonly JournalRecord[]>,
  { altered }: AttemptFaults,
): JournalRecord | undefined {
  if (!isAboutBid(command)) return undefined;
  const bidId = command.type === "placeBid" ? newBid?._id : command.bidId;
  const record = facts.get(nameOf(command))?.findLast(({ fact }) => "bidId" in fact && fact.bidId === bidId);
  if (!record || !auction) {
    altered.push(`invariant 6: bid ${bidId} was acknowledged, and ${nameOf(command)} of it is not in the journal`);
    return undefined;
  }
  if (record.seq !== seq || record.hash !== hash) {
    altered.push(`invariant 6: the receipt of ${nameOf(command)} is not its fact ${record.seq} in the journal`);
  }
  const bid = newBid ?? updatedBid;
  if (command.type !== "withdrawBid" && Math.round((bid?.amount ?? 0) * 100) !== command.amountMinor) {
    altered.push(`invariant 6: bid ${bidId} was altered`);
  }
  const state = states[record.seq];
  if (state && !isStanding(auction, state)) {
    altered.push(`invariant 2: the answer to ${nameOf(command)} is not the replay`);
  }
  return record;
}

type Placed = { readonly seq: number; readonly sentAt: number; readonly doneAt: number };

/** A command that was answered before another was sent has the smaller number. */
function judgeOrder(acknowledged: readonly Placed[], { order }: AttemptFaults): void {
  const byAnswer = acknowledged.toSorted((a, b) => a.doneAt - b.doneAt);
  const bySending = acknowledged.toSorted((a, b) => a.sentAt - b.sentAt);
  let highest = 0;
  let answered = 0;
  for (const { seq, sentAt } of bySending) {
    for (let before = byAnswer[answered]; before && before.doneAt < sentAt; before = byAnswer[answered]) {
      highest = Math.max(highest, before.seq);
      answered += 1;
    }
    if (seq < highest) order.push(`order: fact ${seq} was sent after fact ${highest} was answered`);
  }
}

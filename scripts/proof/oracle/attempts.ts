/** Compares commands and answers with the journal: invariants 6, 7 and 10, and the order of answers. */
import type { Failure } from "../../../worker/contract/failure.ts";
import type { JournalRecord } from "../../../worker/contract/journal.ts";
import { type AcceptedAnswer, asRecorded, byName, type UserCommand, nameOf, type PersonOf } from "./commands.ts";
import type { Replay } from "./replay.ts";
import { isStanding } from "./wire.ts";

export type AttemptAnswer =
  | { readonly ok: true; readonly value: AcceptedAnswer }
  | { readonly ok: false; readonly failure: Pick<Failure, "code" | "details"> };

/** One command as its sender saw it. Times are epoch ms. */
export type CommandAttempt = {
  readonly auctionId: string;
  readonly command: UserCommand;
  readonly key: string | undefined;
  /** The session that sent it. Absent if the sender shows none. */
  readonly sessionId?: string | undefined;
  readonly sentAt: number;
  /** When it was answered, or when its sender gave up. */
  doneAt: number;
  /** Null if it was never answered. The command then took effect completely, or had no effect. */
  answer: AttemptAnswer | null;
};

/** One command, with all attempts under its key. */
type IntendedCommand = {
  readonly command: UserCommand;
  readonly key: string | undefined;
  readonly attempts: CommandAttempt[];
};

export type AttemptFaults = {
  /** Acknowledged, but not in the journal. */
  readonly lost: string[];
  /** Acknowledged with something other than what the journal has. */
  readonly altered: string[];
  /** In the journal, although no one requested it or it was refused. */
  readonly phantom: string[];
  /** One key, two answers or two commands. */
  readonly doubled: string[];
  /** Answered before another command was sent, and recorded after it. */
  readonly order: string[];
};

export function isAcknowledged({ answer }: CommandAttempt): boolean {
  return answer?.ok === true;
}

export function attemptFaults(
  replay: Replay,
  attempts: readonly CommandAttempt[],
  personOf: PersonOf = byName,
): AttemptFaults {
  const faults: AttemptFaults = { lost: [], altered: [], phantom: [], doubled: [], order: [] };
  const facts = recordedFacts(replay, personOf);
  const start = replay.auction?.terms.startingPriceMinor ?? 0;
  const intents = intentsOf(
    attempts.filter(({ auctionId }) => auctionId === replay.auctionId),
    start,
  );
  judgeCounts(intents, facts, faults);
  judgeKeys(intents, faults);
  const acknowledged = intents.flatMap((intent): TimedOperation[] => {
    const answered = intent.attempts.filter(isAcknowledged);
    const [first] = answered;
    if (!first?.answer?.ok) return [];
    const seq = judgeAnswer(replay, intent, first.answer.value, facts, faults)?.seq;
    if (seq === undefined) return [];
    const sentAt = Math.min(...intent.attempts.map((attempt) => attempt.sentAt));
    const doneAt = Math.min(...answered.map((attempt) => attempt.doneAt));
    return [{ what: nameOf(intent.command), sentAt, doneAt, least: seq, most: seq }];
  });
  faults.order.push(...orderFaults(acknowledged).map((fault) => `order: ${fault}`));
  return faults;
}

/** A fact, and the names of the commands that it may record. */
type RecordedFact = { readonly record: JournalRecord; readonly names: readonly string[] };

/** Facts by the text under which their commands are counted. */
type RecordedFacts = ReadonlyMap<string, readonly RecordedFact[]>;

function recordedFacts({ records, commands }: Replay, personOf: PersonOf): RecordedFacts {
  const facts = records.flatMap((record) => {
    const own = (commands[record.seq] ?? []).map((command) => ({ ...command, actorId: personOf(command.actorId) }));
    const [first] = own;
    return first ? [{ counted: countedAs(first), record, names: own.map(nameOf) }] : [];
  });
  return Map.groupBy(facts, ({ counted }) => counted);
}

/**
 * One text for the commands that a fact may record. It doesn't say whether a leader has placed a bid or changed theirs.
 */
function countedAs(command: UserCommand): string {
  if (command.type !== "placeBid" && command.type !== "editBid") return nameOf(command);
  const { actorId, amountMinor, maxMinor } = command;
  return JSON.stringify({ actorId, amountMinor, maxMinor });
}

/** The maxima that facts have sealed, as far as answers say, by the number of the fact. */
export function maximaIn(attempts: readonly CommandAttempt[], auctionId: string): ReadonlyMap<number, number> {
  const maxima = new Map<number, number>();
  for (const { command, answer, auctionId: at } of attempts) {
    if (at !== auctionId || !answer?.ok || answer.value.seq === undefined) continue;
    if ("maxMinor" in command && command.maxMinor !== undefined) maxima.set(answer.value.seq, command.maxMinor);
  }
  return maxima;
}

function intentsOf(attempts: readonly CommandAttempt[], startingPriceMinor: number): IntendedCommand[] {
  const intents = new Map<string, IntendedCommand>();
  for (const [index, attempt] of attempts.entries()) {
    const { command, key } = attempt;
    const name = key === undefined ? `once ${index}` : `${key} ${nameOf(command)}`;
    const known = intents.get(name);
    if (known) known.attempts.push(attempt);
    else intents.set(name, { command: asRecorded(command, startingPriceMinor), key, attempts: [attempt] });
  }
  return Array.from(intents.values());
}

/** The responses of a Worker or a relay when the room's response is lost. */
const ANSWER_LOST: ReadonlySet<string> = new Set(["internal_error", "outcome_unknown"]);

function isUnanswered({ answer }: CommandAttempt): boolean {
  return answer === null || (!answer.ok && ANSWER_LOST.has(answer.failure.code));
}

/** Refusals that come before the key is looked up. They say nothing about earlier attempts under it. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  "auction_not_found",
  "not_signed_in",
  "too_many_requests",
  "busy",
  ...ANSWER_LOST,
]);

/** How many facts an intent can have made: [1, 1] acknowledged, [0, 0] refused, [0, 1] never answered. */
function bounds({ command, attempts }: IntendedCommand): readonly [least: number, most: number] {
  // Removing a reserve that doesn't exist is also accepted without a fact. So are a second question and a second
  // release.
  const isRepeatable = command.type === "requestRelease" || command.type === "releaseBuyer";
  const isFact = !isRepeatable && (command.type !== "editListing" || command.reserveMinor !== null);
  if (attempts.some(isAcknowledged)) return [isFact ? 1 : 0, 1];
  const refusals = attempts.filter(({ answer }) => answer?.ok === false && !SAYS_NOTHING.has(answer.failure.code));
  const open = attempts.filter(
    (attempt) => isUnanswered(attempt) && !refusals.some((refusal) => refusal.sentAt >= attempt.doneAt),
  );
  return [0, Math.min(1, open.length)];
}

/** Every fact was requested, and no refused command is a fact. */
function judgeCounts(
  intents: readonly IntendedCommand[],
  facts: RecordedFacts,
  { lost, phantom }: AttemptFaults,
): void {
  const allowed = new Map<string, readonly [least: number, most: number]>();
  const possible = new Set<string>();
  for (const intent of intents) {
    const name = countedAs(intent.command);
    const [least, most] = bounds(intent);
    const known = allowed.get(name) ?? [0, 0];
    allowed.set(name, [known[0] + least, known[1] + most]);
    if (most > 0) possible.add(nameOf(intent.command));
  }
  for (const name of new Set([...allowed.keys(), ...facts.keys()])) {
    const made = facts.get(name) ?? [];
    const [least, most] = allowed.get(name) ?? [0, 0];
    if (made.length < least) lost.push(`invariant 6: acknowledged and lost: ${name}`);
    if (made.length > most) phantom.push(`invariants 7 and 10: ${made.length} facts where ${most} may be: ${name}`);
    for (const { record, names } of made) {
      if (names.some((one) => possible.has(one))) continue;
      phantom.push(`invariant 10: fact ${record.seq} (${record.fact.type}) records what was never requested: ${name}`);
    }
  }
}

function judgeKeys(intents: readonly IntendedCommand[], { doubled }: AttemptFaults): void {
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

function isAboutBid({ type }: UserCommand): boolean {
  return type === "placeBid" || type === "editBid" || type === "withdrawBid" || type === "buyNow";
}

/** An accepted bid names its fact, and the state that came with it equals the replay right after that fact. */
function judgeAnswer(
  { states }: Replay,
  { command }: IntendedCommand,
  { newBid, updatedBid, auction, seq, hash }: AcceptedAnswer,
  facts: RecordedFacts,
  { altered }: AttemptFaults,
): JournalRecord | undefined {
  if (!isAboutBid(command)) return undefined;
  const name = nameOf(command);
  const bidId = "bidId" in command ? command.bidId : newBid?._id;
  const made = (facts.get(countedAs(command)) ?? []).filter(
    ({ record: { fact }, names }) => names.includes(name) && "bidId" in fact && fact.bidId === bidId,
  );
  // A maximum may be given, changed, and given again.
  const record = (made.find((one) => one.record.seq === seq) ?? made.at(-1))?.record;
  if (!record || !auction) {
    altered.push(`invariant 6: bid ${bidId} was acknowledged, and ${name} of it is not in the journal`);
    return undefined;
  }
  if (record.seq !== seq || record.hash !== hash) {
    altered.push(`invariant 6: the receipt of ${name} is not its fact ${record.seq} in the journal`);
  }
  const state = states[record.seq];
  const bid = newBid ?? updatedBid;
  // A leader who changes their maximum is shown the bid as it is.
  const amountMinor = "amountMinor" in record.fact ? record.fact.amountMinor : state?.price;
  if (command.type !== "withdrawBid" && Math.round((bid?.amount ?? 0) * 100) !== amountMinor) {
    altered.push(`invariant 6: bid ${bidId} was altered`);
  }
  if (state && !isStanding(auction, state)) {
    altered.push(`invariant 2: the answer to ${name} is not the replay`);
  }
  return record;
}

/** Something that showed the auction at fact `least` or later, and at fact `most` or earlier. */
export type TimedOperation = {
  readonly what: string;
  readonly sentAt: number;
  readonly doneAt: number;
  readonly least: number;
  readonly most: number;
};

/** A request that is sent after a response sees at least as much. */
export function orderFaults(operations: readonly TimedOperation[]): string[] {
  const byAnswer = operations.toSorted((a, b) => a.doneAt - b.doneAt);
  const bySending = operations.toSorted((a, b) => a.sentAt - b.sentAt);
  const faults: string[] = [];
  let answered = 0;
  let highest: TimedOperation | null = null;
  for (const operation of bySending) {
    for (let before = byAnswer[answered]; before && before.doneAt < operation.sentAt; before = byAnswer[answered]) {
      if (!highest || before.least > highest.least) highest = before;
      answered += 1;
    }
    if (highest && operation.most < highest.least) {
      faults.push(`${operation.what} saw fact ${operation.most} at most, after ${highest.what} saw ${highest.least}`);
    }
  }
  return faults;
}

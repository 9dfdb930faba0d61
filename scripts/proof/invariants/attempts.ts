/**
 * Compares commands and answers with the journal. This checks invariants 2, 6, 7 and 10 of `docs/reliability.md`, and
 * the order of answers.
 */
import type { Failure } from "../../../worker/contract/failure.ts";
import type { JournalRecord } from "../../../worker/contract/journal.ts";
import {
  type AcceptedAnswer,
  asRecorded,
  sameId,
  type PersonalCommand,
  canonicalCommand,
  type PersonOf,
} from "../oracle/commands.ts";
import { matchesState } from "../oracle/wire.ts";
import type { Replay } from "./replay.ts";

export type AttemptAnswer =
  | { readonly ok: true; readonly value: AcceptedAnswer }
  | { readonly ok: false; readonly failure: Pick<Failure, "code" | "details"> };

/** One attempt to send a command, as its sender saw it. Times are epoch ms. */
export type CommandAttempt = {
  readonly auctionId: string;
  readonly command: PersonalCommand;
  readonly key: string | undefined;
  /** The session that the command was sent with. Absent if it was sent without one. */
  readonly sessionId?: string | undefined;
  readonly sentAt: number;
  /** When the command was answered, or when its sender gave up. */
  doneAt: number;
  /** Null if there was no answer. The command then either took full effect or had none. */
  answer: AttemptAnswer | null;
};

/** A command that a user meant to send once, with all attempts under its key. */
type IntendedCommand = {
  readonly command: PersonalCommand;
  readonly key: string | undefined;
  readonly attempts: CommandAttempt[];
};

export type AttemptViolations = {
  /** Acknowledged, but not in the journal. */
  readonly lost: string[];
  /** Acknowledged, but with an answer that differs from the journal. */
  readonly altered: string[];
  /** In the journal, although it was never requested or was refused. */
  readonly phantom: string[];
  /** Two answers or two commands under one key. */
  readonly duplicated: string[];
  /** Commands that were answered before another one was sent, but recorded after it. */
  readonly order: string[];
};

export function isAcknowledged({ answer }: CommandAttempt): boolean {
  return answer?.ok === true;
}

export function attemptViolations(
  replay: Replay,
  attempts: readonly CommandAttempt[],
  personOf: PersonOf = sameId,
): AttemptViolations {
  const violations: AttemptViolations = { lost: [], altered: [], phantom: [], duplicated: [], order: [] };
  const facts = recordedFacts(replay, personOf);
  const startingPriceMinor = replay.auction?.terms.startingPriceMinor ?? 0;
  const intents = intentsOf(
    attempts.filter(({ auctionId }) => auctionId === replay.auctionId),
    startingPriceMinor,
  );
  judgeCounts(intents, facts, violations);
  judgeKeys(intents, violations);
  judgeMissingBids(replay, intents, violations);
  const acknowledged = intents.flatMap((intent): TimedOperation[] => {
    const answered = intent.attempts.filter(isAcknowledged);
    const [first] = answered;
    if (!first?.answer?.ok) return [];
    const seq = judgeAnswer(replay, intent, first.answer.value, facts, violations)?.seq;
    if (seq === undefined) return [];
    const sentAt = Math.min(...intent.attempts.map((attempt) => attempt.sentAt));
    const doneAt = Math.min(...answered.map((attempt) => attempt.doneAt));
    return [{ label: canonicalCommand(intent.command), sentAt, doneAt, minSeq: seq, maxSeq: seq }];
  });
  violations.order.push(...orderViolations(acknowledged).map((violation) => `order: ${violation}`));
  return violations;
}

/** A fact and the names of the commands that it may record. */
type RecordedFact = { readonly record: JournalRecord; readonly names: readonly string[] };

/** The facts, by the text from `countingKey`. */
type RecordedFacts = ReadonlyMap<string, readonly RecordedFact[]>;

function recordedFacts({ records, commands }: Replay, personOf: PersonOf): RecordedFacts {
  const facts = records.flatMap((record) => {
    const own = (commands[record.seq] ?? []).map((command) => ({ ...command, actorId: personOf(command.actorId) }));
    const [first] = own;
    return first ? [{ key: countingKey(first), record, names: own.map(canonicalCommand) }] : [];
  });
  return Map.groupBy(facts, ({ key }) => key);
}

/**
 * The text under which commands are counted. All commands that one fact may record share it, so it leaves out whether a
 * leader placed a new bid or changed their own.
 */
function countingKey(command: PersonalCommand): string {
  if (command.type !== "placeBid" && command.type !== "editBid") return canonicalCommand(command);
  const { actorId, amountMinor, maxMinor } = command;
  return JSON.stringify({ actorId, amountMinor, maxMinor });
}

/** The sealed maximums that we know from answers, by the number of the fact that sealed them. */
export function sealedMaximumsIn(attempts: readonly CommandAttempt[], auctionId: string): ReadonlyMap<number, number> {
  const maximums = new Map<number, number>();
  for (const { command, answer, auctionId: attemptAuctionId } of attempts) {
    if (attemptAuctionId !== auctionId || !answer?.ok || answer.value.seq === undefined) continue;
    if ("maxMinor" in command && command.maxMinor !== undefined) maximums.set(answer.value.seq, command.maxMinor);
  }
  return maximums;
}

function intentsOf(attempts: readonly CommandAttempt[], startingPriceMinor: number): IntendedCommand[] {
  const intents = new Map<string, IntendedCommand>();
  for (const [index, attempt] of attempts.entries()) {
    const { command, key } = attempt;
    const name = key === undefined ? `once ${index}` : `${key} ${canonicalCommand(command)}`;
    const known = intents.get(name);
    if (known) known.attempts.push(attempt);
    else intents.set(name, { command: asRecorded(command, startingPriceMinor), key, attempts: [attempt] });
  }
  return Array.from(intents.values());
}

/** The error codes that a Worker or relay returns when the room's answer is lost. */
const ANSWER_LOST: ReadonlySet<string> = new Set(["internal_error", "outcome_unknown"]);

function isUnanswered({ answer }: CommandAttempt): boolean {
  return answer === null || (!answer.ok && ANSWER_LOST.has(answer.failure.code));
}

/** Refusals that happen before the key is looked up, so they say nothing about earlier attempts with that key. */
const INCONCLUSIVE_CODES: ReadonlySet<string> = new Set([
  "auction_not_found",
  "not_signed_in",
  "too_many_requests",
  "busy",
  ...ANSWER_LOST,
]);

/** How many facts a command can have made: [1, 1] if acknowledged, [0, 0] if refused, [0, 1] if never answered. */
function bounds({ command, attempts }: IntendedCommand): readonly [least: number, most: number] {
  // Three commands can be accepted without a fact: removing a reserve that doesn't exist, asking for a release again,
  // and releasing a buyer again.
  const isRepeatable = command.type === "requestRelease" || command.type === "releaseBuyer";
  const makesFact = !isRepeatable && (command.type !== "editListing" || command.reserveMinor !== null);
  if (attempts.some(isAcknowledged)) return [makesFact ? 1 : 0, 1];
  const refusals = attempts.filter(
    ({ answer }) => answer?.ok === false && !INCONCLUSIVE_CODES.has(answer.failure.code),
  );
  const open = attempts.filter(
    (attempt) => isUnanswered(attempt) && !refusals.some((refusal) => refusal.sentAt >= attempt.doneAt),
  );
  return [0, Math.min(1, open.length)];
}

/** Checks that every fact was requested and that no refused command made one. */
function judgeCounts(
  intents: readonly IntendedCommand[],
  facts: RecordedFacts,
  { lost, phantom }: AttemptViolations,
): void {
  const allowed = new Map<string, readonly [least: number, most: number]>();
  const possible = new Set<string>();
  for (const intent of intents) {
    const countedAs = countingKey(intent.command);
    const [least, most] = bounds(intent);
    const known = allowed.get(countedAs) ?? [0, 0];
    allowed.set(countedAs, [known[0] + least, known[1] + most]);
    if (most > 0) possible.add(canonicalCommand(intent.command));
  }
  for (const countedAs of new Set([...allowed.keys(), ...facts.keys()])) {
    const recorded = facts.get(countedAs) ?? [];
    const [least, most] = allowed.get(countedAs) ?? [0, 0];
    if (recorded.length < least) lost.push(`invariant 6: acknowledged, but lost: ${countedAs}`);
    if (recorded.length > most)
      phantom.push(`invariants 7 and 10: ${recorded.length} facts, expected at most ${most}: ${countedAs}`);
    for (const { record, names } of recorded) {
      if (names.some((commandName) => possible.has(commandName))) continue;
      phantom.push(
        `invariant 10: fact ${record.seq} (${record.fact.type}) records a command no one sent: ${countedAs}`,
      );
    }
  }
}

function judgeKeys(intents: readonly IntendedCommand[], { duplicated }: AttemptViolations): void {
  const keys = new Set<string>();
  for (const { command, key, attempts } of intents) {
    const answers = attempts.flatMap(({ answer }) => (answer?.ok ? [JSON.stringify(answer)] : []));
    if (new Set(answers).size > 1) duplicated.push(`invariant 7: one key, two answers: ${answers.join(" and ")}`);
    if (answers.length === 0 || key === undefined) continue;
    const name = `${command.actorId} ${key}`;
    if (keys.has(name)) duplicated.push(`invariant 7: key ${name} was accepted for two commands`);
    keys.add(name);
  }
}

/** How far a sender's clock and the room's clock can differ. */
const MAX_CLOCK_SKEW_MS = 2_000;

/** Checks that no bid is reported as missing while it stands. A room has only the highest bids in memory. */
function judgeMissingBids(
  { records }: Replay,
  intents: readonly IntendedCommand[],
  { altered }: AttemptViolations,
): void {
  for (const { command, attempts } of intents) {
    if (!("bidId" in command)) continue;
    const facts = records.filter(({ fact }) => "bidId" in fact && fact.bidId === command.bidId);
    const placedAt = facts[0]?.at ?? Infinity;
    const goneAt = facts.find(({ fact: { type } }) => type === "bidWithdrawn" || type === "bidVoided")?.at ?? Infinity;
    const attemptsWhileStanding = attempts.filter(
      ({ sentAt, doneAt }) => placedAt + MAX_CLOCK_SKEW_MS < sentAt && doneAt < goneAt - MAX_CLOCK_SKEW_MS,
    );
    if (!attemptsWhileStanding.some(({ answer }) => answer?.ok === false && answer.failure.code === "bid_not_found"))
      continue;
    altered.push(`invariant 10: bid ${command.bidId} stood, but ${canonicalCommand(command)} didn't find it`);
  }
}

function isAboutBid({ type }: PersonalCommand): boolean {
  return type === "placeBid" || type === "editBid" || type === "withdrawBid" || type === "buyNow";
}

/**
 * Checks that the answer to an accepted bid refers to the bid's fact, and that its state matches the replay after that
 * fact.
 */
function judgeAnswer(
  { states }: Replay,
  { command }: IntendedCommand,
  { newBid, updatedBid, auction, seq, hash }: AcceptedAnswer,
  facts: RecordedFacts,
  { altered }: AttemptViolations,
): JournalRecord | undefined {
  if (!isAboutBid(command)) return undefined;
  const name = canonicalCommand(command);
  const bidId = "bidId" in command ? command.bidId : newBid?._id;
  const matching = (facts.get(countingKey(command)) ?? []).filter(
    ({ record: { fact }, names }) => names.includes(name) && "bidId" in fact && fact.bidId === bidId,
  );
  // A bidder may set the same maximum twice, so there can be several facts to choose from.
  const record = (matching.find((recordedFact) => recordedFact.record.seq === seq) ?? matching.at(-1))?.record;
  if (!record || !auction) {
    altered.push(`invariant 6: bid ${bidId} was acknowledged, but ${name} isn't in the journal`);
    return undefined;
  }
  if (record.seq !== seq || record.hash !== hash) {
    altered.push(`invariant 6: the receipt for ${name} doesn't match fact ${record.seq} in the journal`);
  }
  const state = states[record.seq];
  const bid = newBid ?? updatedBid;
  // If a leader changes only their maximum, the answer shows the bid at its current amount.
  const amountMinor = "amountMinor" in record.fact ? record.fact.amountMinor : state?.price;
  if (command.type !== "withdrawBid" && Math.round((bid?.amount ?? 0) * 100) !== amountMinor) {
    altered.push(`invariant 6: bid ${bidId} was altered`);
  }
  if (state && !matchesState(auction, state)) {
    altered.push(`invariant 2: the answer to ${name} doesn't match the replay`);
  }
  return record;
}

/** An answer that showed the auction no earlier than fact `minSeq` and no later than fact `maxSeq`. */
export type TimedOperation = {
  readonly label: string;
  readonly sentAt: number;
  readonly doneAt: number;
  readonly minSeq: number;
  readonly maxSeq: number;
};

/** Checks that a request sent after an answer sees at least as many facts as that answer. */
export function orderViolations(operations: readonly TimedOperation[]): string[] {
  const byAnswer = operations.toSorted((a, b) => a.doneAt - b.doneAt);
  const bySending = operations.toSorted((a, b) => a.sentAt - b.sentAt);
  const violations: string[] = [];
  let answeredCount = 0;
  let highest: TimedOperation | null = null;
  for (const operation of bySending) {
    for (
      let before = byAnswer[answeredCount];
      before && before.doneAt < operation.sentAt;
      before = byAnswer[answeredCount]
    ) {
      if (!highest || before.minSeq > highest.minSeq) highest = before;
      answeredCount += 1;
    }
    if (highest && operation.maxSeq < highest.minSeq) {
      violations.push(
        `${operation.label} saw fact ${operation.maxSeq} at most, after ${highest.label} saw ${highest.minSeq}`,
      );
    }
  }
  return violations;
}

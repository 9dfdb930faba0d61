/**
 * Judges reads and commands together, as one history of an auction. A request sent after an answer must see at least as
 * many facts as that answer. So reads never go backward, and bidders always see their own bids. Journal pages must
 * match the journal.
 */
import { isDeepStrictEqual } from "node:util";

import type { AuctionDetails } from "../../../worker/contract/auction.ts";
import type { JournalPage } from "../../../worker/rpc/room-rpc.ts";
import { matchesState } from "../oracle/wire.ts";
import { type CommandAttempt, orderViolations, type TimedOperation } from "./attempts.ts";
import type { Replay } from "./replay.ts";

export type ReadJournalPage = JournalPage & { readonly after: number };
/** One answered read. `result` is null if the auction wasn't found. Times are epoch ms. */
export type AnsweredRead = {
  readonly by: string;
  readonly sentAt: number;
  readonly doneAt: number;
  readonly result: { readonly details: AuctionDetails } | ReadJournalPage | null;
};

/** A fact that a socket received, and when (epoch ms). */
export type ReceivedFact = { readonly seq: number; readonly at: number };

export function readViolations(
  replay: Replay,
  reads: readonly AnsweredRead[],
  attempts: readonly CommandAttempt[],
  receivedFacts: readonly ReceivedFact[],
): string[] {
  const violations = reads.flatMap((read) => contentViolations(replay, read));
  const operations = [
    ...reads.flatMap((read) => readOperations(read)),
    ...attempts.flatMap((attempt) => commandOperations(replay, attempt)),
    ...receivedFacts.map(({ seq, at }) => ({
      label: "a frame",
      sentAt: -Infinity,
      doneAt: at,
      minSeq: seq,
      maxSeq: Infinity,
    })),
  ];
  const order = orderViolations(operations).map((violation) => `reads: ${violation}`);
  return [...violations, ...order].map((violation) => `${replay.auctionId}: ${violation}`);
}

function contentViolations({ states, records }: Replay, { result, by }: AnsweredRead): string[] {
  if (!result) return [];
  if ("details" in result) {
    const { details } = result;
    const state = states[details.seq];
    if (!state) return [`reads: ${by} was shown fact ${details.seq}, which does not exist`];
    if (state.hidden) return [`hiding: ${by} was shown a hidden auction`];
    return matchesState(details, state) ? [] : [`reads: the page at fact ${details.seq} doesn't match the replay`];
  }
  const { after, records: page, next } = result;
  const expected = records.slice(after, after + page.length);
  const violations = isDeepStrictEqual(page, expected)
    ? []
    : [`reads: the journal page after fact ${after} doesn't match the journal`];
  if (next !== null && (next !== page.at(-1)?.seq || page.length === 0))
    violations.push("reads: the number of the next journal page is wrong");
  return violations;
}

function readOperations({ by, sentAt, doneAt, result }: AnsweredRead): TimedOperation[] {
  if (!result) return [];
  const label = `a read by ${by}`;
  if ("details" in result) return [{ label, sentAt, doneAt, minSeq: result.details.seq, maxSeq: result.details.seq }];
  const { after, records, next } = result;
  const last = records.at(-1)?.seq;
  // A page beyond the journal's end says only that there are no more facts.
  if (last === undefined) return [{ label, sentAt, doneAt, minSeq: 0, maxSeq: after }];
  return [{ label, sentAt, doneAt, minSeq: next === null ? last : last + 1, maxSeq: next === null ? last : Infinity }];
}

/** The facts that an answer proves. An acknowledged bid proves its own fact, a refused one the minimum it missed. */
function commandOperations({ states }: Replay, { command, sentAt, doneAt, answer }: CommandAttempt): TimedOperation[] {
  if (!answer) return [];
  const label = `${command.type} by ${command.actorId}`;
  if (answer.ok) {
    const { seq } = answer.value;
    // The answer to a repeated key shows the original fact, no matter how old that is.
    return seq === undefined ? [] : [{ label, sentAt, doneAt, minSeq: seq, maxSeq: Infinity }];
  }
  const minimum = answer.failure.details?.minimum;
  if (answer.failure.code !== "bid_too_low" || minimum === undefined) return [];
  const matchingSeqs = states.flatMap((state, seq) =>
    state && state.minNext === Math.round(minimum * 100) ? [seq] : [],
  );
  return [
    {
      label: `${label} (refused)`,
      sentAt,
      doneAt,
      minSeq: matchingSeqs[0] ?? Infinity,
      maxSeq: matchingSeqs.at(-1) ?? -1,
    },
  ];
}

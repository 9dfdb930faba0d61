/**
 * Judges reads and commands together, as one history of an auction. A request sent after an answer must see at least as
 * many facts as that answer. So reads never go backward, and bidders always see their own bids. Journal pages must
 * match the journal.
 */
import { isDeepStrictEqual } from "node:util";

import type { AuctionDetails } from "../../../worker/contract/auction.ts";
import type { JournalRead } from "../../../worker/room-rpc.ts";
import { type CommandAttempt, orderFaults, type TimedOperation } from "./attempts.ts";
import type { Replay } from "./replay.ts";
import { isStanding } from "./wire.ts";

export type JournalPage = JournalRead & { readonly after: number };
/** One answered read. `shown` is null if the auction wasn't found. Times are epoch ms. */
export type AnsweredRead = {
  readonly by: string;
  readonly sentAt: number;
  readonly doneAt: number;
  readonly shown: { readonly details: AuctionDetails } | JournalPage | null;
};

/** A fact that a socket showed, and when. */
type ReadShown = { readonly seq: number; readonly at: number };

export function readFaults(
  replay: Replay,
  reads: readonly AnsweredRead[],
  attempts: readonly CommandAttempt[],
  shown: readonly ReadShown[],
): string[] {
  const faults = reads.flatMap((read) => contentFaults(replay, read));
  const operations = [
    ...reads.flatMap((read) => operationOf(read)),
    ...attempts.flatMap((attempt) => commandOperation(replay, attempt)),
    ...shown.map(({ seq, at }) => ({ what: "a frame", sentAt: -Infinity, doneAt: at, least: seq, most: Infinity })),
  ];
  const order = orderFaults(operations).map((fault) => `reads: ${fault}`);
  return [...faults, ...order].map((fault) => `${replay.auctionId}: ${fault}`);
}

function contentFaults({ states, records }: Replay, { shown, by }: AnsweredRead): string[] {
  if (!shown) return [];
  if ("details" in shown) {
    const { details } = shown;
    const state = states[details.seq];
    if (!state) return [`reads: ${by} was shown fact ${details.seq}, which does not exist`];
    if (state.hidden) return [`hiding: ${by} was shown a hidden auction`];
    return isStanding(details, state) ? [] : [`reads: the page at fact ${details.seq} is not the replay`];
  }
  const { after, records: page, next } = shown;
  const expected = records.slice(after, after + page.length);
  const faults = isDeepStrictEqual(page, expected) ? [] : [`reads: the journal after fact ${after} is not the journal`];
  if (next !== null && (next !== page.at(-1)?.seq || page.length === 0))
    faults.push("reads: a page that leads nowhere");
  return faults;
}

function operationOf({ by, sentAt, doneAt, shown }: AnsweredRead): TimedOperation[] {
  if (!shown) return [];
  const what = `a read by ${by}`;
  if ("details" in shown) return [{ what, sentAt, doneAt, least: shown.details.seq, most: shown.details.seq }];
  const { after, records, next } = shown;
  const last = records.at(-1)?.seq;
  // A page beyond the journal's end says only that there are no more facts.
  if (last === undefined) return [{ what, sentAt, doneAt, least: 0, most: after }];
  return [{ what, sentAt, doneAt, least: next === null ? last : last + 1, most: next === null ? last : Infinity }];
}

/** What a command's answer shows. An acknowledged bid shows its own fact. A refused bid shows the minimum it missed. */
function commandOperation({ states }: Replay, { command, sentAt, doneAt, answer }: CommandAttempt): TimedOperation[] {
  if (!answer) return [];
  const what = `${command.type} by ${command.actorId}`;
  if (answer.ok) {
    const { seq } = answer.value;
    // The answer to a repeated key shows the original fact, no matter how old that is.
    return seq === undefined ? [] : [{ what, sentAt, doneAt, least: seq, most: Infinity }];
  }
  const minimum = answer.failure.details?.minimum;
  if (answer.failure.code !== "bid_too_low" || minimum === undefined) return [];
  const such = states.flatMap((state, seq) => (state && state.minNext === Math.round(minimum * 100) ? [seq] : []));
  return [{ what: `${what} (refused)`, sentAt, doneAt, least: such[0] ?? Infinity, most: such.at(-1) ?? -1 }];
}

/** Invariant 1 at the sockets: every watcher heard every fact after the one they joined at, in order, once. */
import type { LiveEvent } from "../../../worker/contract/live.ts";
import type { Crowd } from "./crowd.ts";
import { standsAs } from "./judge-answers.ts";
import type { Fault, Replay } from "./judge.ts";
import type { Life } from "./life.ts";
import type { Listening } from "./watcher.ts";

export function socketFaults({ room }: Life, replay: Replay, crowd: Crowd, fault: Fault): void {
  const last = replay.states.at(-1);
  const gone = last?.phase === "cancelled" || last?.phase === "removed";
  for (const watcher of crowd.watchers) {
    for (const listening of watcher.listenings) listeningFaults(listening, replay, fault);
    if (!gone && !watcher.connected) fault("a watcher was left outside");
    if (!gone && watcher.seen !== last?.seq)
      fault(`invariant 1: a watcher knows ${watcher.seen} of ${last?.seq} facts`);
  }
  if (gone && room.storage.has("journal")) fault("an auction that is gone keeps its storage");
}

function listeningFaults({ after, frames }: Listening, { states, records }: Replay, fault: Fault): void {
  let next = after === null ? null : after + 1;
  for (const frame of frames) {
    if (frame.type === "snapshot") {
      if (next !== null && frame !== frames[0]) fault("a snapshot in the middle of a connection");
      const state = states[frame.seq];
      if (!state || !standsAs(state, frame.auction))
        fault(`invariant 2: the snapshot at ${frame.seq} is not the replay`);
      next = frame.seq + 1;
    }
    if (frame.type !== "events") continue;
    if (frame.from !== next) fault(`invariant 1: heard from ${frame.from}, expected ${next}`);
    if (frame.events.length + frame.omitted !== frame.to - frame.from + 1) fault("invariant 1: a frame with a hole");
    next = frame.to + 1;
    const state = states[frame.to];
    const isReplay = state && frame.auction && standsAs(state, frame.auction);
    if (!isReplay) fault(`invariant 2: the frame up to ${frame.to} is not the replay`);
    for (const event of frame.events) if (!isFact(event, records)) fault(`invariant 10: told ${JSON.stringify(event)}`);
  }
}

function isFact(event: LiveEvent, records: Replay["records"]): boolean {
  const fact = records[event.seq - 1]?.fact;
  if (fact?.type !== event.type) return false;
  if (event.type === "newBid" && fact.type === "newBid") {
    return (
      event.userId === fact.bidderId &&
      Math.round(event.bidAmount * 100) === fact.amountMinor &&
      event.bid._id === fact.bidId
    );
  }
  if (event.type === "bidEdited" && fact.type === "bidEdited")
    return Math.round(event.bid.amount * 100) === fact.amountMinor;
  if (event.type === "closed" && fact.type === "closed")
    return (event.winner?._id ?? null) === (fact.outcome?.winnerId ?? null);
  return true;
}

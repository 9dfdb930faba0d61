/**
 * Holds a simulated life against the invariants of the design (numbers as there). It trusts the journal's rows, the
 * pure law to replay them, and what people were told; it asks no code of the room.
 */
import { createHash } from "node:crypto";

import { type Auction, evolve, minNextBid, priceOf, type Recorded } from "../../../worker/rules/auction.ts";
import { chainInput, GENESIS_HASH } from "../../../worker/rules/journal-chain.ts";
import { answerFaults } from "./judge-answers.ts";
import { readerFaults } from "./judge-readers.ts";
import { socketFaults } from "./judge-sockets.ts";
import type { Life } from "./life.ts";
import type { Told } from "./story.ts";

/** Where the auction stood after each fact; index 0 is before the first. */
export type Replay = { readonly records: readonly Recorded[]; readonly states: readonly (Auction | null)[] };
export type Fault = (text: string) => void;

/** How late an auction may close while its alarm is reliable, beyond what clocks are off. */
const CLOSED_WITHIN_MS = 1_000;

/** Everything that is wrong with a life, in words; nothing when all is well. */
export function judge(life: Life, told: Told): string[] {
  const faults: string[] = [];
  const fault: Fault = (text) => faults.push(text);
  for (const error of life.loop.thrown) fault(`thrown into the loop: ${String(error)}`);
  const replay = replayed(life, fault);
  journalFaults(life, replay, fault);
  if (!told.crowd.opened) {
    if (replay.records.length > 0) fault("opened, and nobody knows");
    return faults;
  }
  if (replay.records.length === 0) return [...faults, "invariant 6: the opening was acknowledged and is not there"];
  answerFaults(replay, told.crowd, fault);
  socketFaults(life, replay, told.crowd, fault);
  readerFaults(life, replay, told.crowd, fault);
  if (told.behindAfterQuiet > 0 && life.faults.profile.alarm === 0) {
    fault(`invariant 8: D1 is ${told.behindAfterQuiet} facts behind after quiet`);
  }
  return faults;
}

function replayed(life: Life, fault: Fault): Replay {
  let hash = GENESIS_HASH;
  const states: (Auction | null)[] = [null];
  const records = life.room.storage.journal().map((row, index): Recorded => {
    const place = { seq: Number(row["seq"]), at: Number(row["at"]), fact: JSON.parse(String(row["fact"])) };
    if (place.seq !== index + 1) fault(`invariant 1: fact ${index + 1} has number ${place.seq}`);
    if (place.fact.type === "closed" && place.fact.lastHash !== hash) fault("the closing does not carry the last hash");
    hash = createHash("sha256").update(chainInput(hash, place)).digest("hex");
    if (hash !== row["hash"]) fault(`the hash chain breaks at fact ${place.seq}`);
    const { secret } = row;
    return typeof secret === "string" ? { ...place, secret: JSON.parse(secret) } : place;
  });
  for (const record of records) {
    try {
      states.push(evolve(states.at(-1) ?? null, record));
    } catch (error) {
      fault(`fact ${record.seq} cannot follow: ${String(error)}`);
      break;
    }
  }
  return { records, states };
}

function journalFaults(life: Life, { records, states }: Replay, fault: Fault): void {
  for (const [index, { seq, at, fact }] of records.entries()) {
    const before = states[index];
    const after = states[index + 1];
    if (!before || !after) continue;
    if (at < before.at) fault(`time runs backwards at fact ${seq}`);
    const mayBeLate = fact.type === "closed" || fact.type === "removed";
    if (at >= before.endsAt && !mayBeLate) fault(`invariant 4: ${fact.type} (fact ${seq}) at or after the end`);
    if (before.phase !== "open" && fact.type !== "removed") fault(`invariant 5: ${fact.type} after ${before.phase}`);
    if ((fact.type === "newBid" || fact.type === "bidEdited") && fact.amountMinor < minNextBid(before)) {
      fault(`invariant 3: fact ${seq} is below the smallest next bid`);
    }
    const fell = (priceOf(after) ?? 0) < (priceOf(before) ?? 0);
    if (fell && fact.type !== "bidWithdrawn") fault(`invariant 3: the price fell by ${fact.type} (fact ${seq})`);
    if (fact.type === "closed") {
      const winner = before.top?.bid.bidderId ?? null;
      if ((fact.outcome?.winnerId ?? null) !== winner) fault("invariant 5: the winner is not the leader of the replay");
      const lateMs = at - before.endsAt;
      const { alarm, crash, skewMs } = life.faults.profile;
      if (at < before.endsAt) fault("invariant 5: closed before the end");
      if (alarm === 0 && crash === 0 && lateMs > CLOSED_WITHIN_MS + 2 * skewMs) fault(`closed ${lateMs} ms late`);
    }
  }
  const last = states.at(-1);
  if (last?.phase === "open" && life.loop.now > last.endsAt + 2_000) fault("invariant 5: over, and never closed");
}

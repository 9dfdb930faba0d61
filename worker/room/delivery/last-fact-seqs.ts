import type { Fact, SequencedFact } from "../../rules/facts.ts";
import type { RoomStorage } from "../storage/room-storage.ts";

const BURST_FACT_TYPES: ReadonlySet<Fact["type"]> = new Set([
  "newBid",
  "bidEdited",
  "bidAdjusted",
  "maximumChanged",
  "extended",
]);

/** Whether a hot auction has hundreds of facts of this type. */
export function isBursty(fact: Fact): boolean {
  return BURST_FACT_TYPES.has(fact.type);
}

/**
 * The last fact that concerns each person, so that a read of their bids waits for D1 only when D1 lacks one. It's in
 * memory only, so a new instance treats every earlier fact as one that concerns everyone.
 */
export class LastFactSeqs {
  readonly #lastSeqByPerson = new Map<string, number>();
  /** The last fact that concerns everyone. */
  #lastSeqForEveryone: number;

  /** `seq` is the last fact when the instance woke. */
  constructor(seq: number) {
    this.#lastSeqForEveryone = seq;
  }

  record(facts: readonly SequencedFact[], { checkpoints, state }: Pick<RoomStorage, "checkpoints" | "state">): void {
    // Facts that are already in D1 need no entry.
    if (checkpoints.get("catalogue") >= (facts[0]?.seq ?? 0) - 1) this.#lastSeqByPerson.clear();
    for (const { seq, fact } of facts) {
      if (!isBursty(fact)) this.#lastSeqForEveryone = seq;
      else if (state) {
        for (const id of biddersIn(fact)) this.#lastSeqByPerson.set(state.participants.personIdOf(id), seq);
      }
    }
  }

  lastSeqOf(personId: string): number {
    return Math.max(this.#lastSeqForEveryone, this.#lastSeqByPerson.get(personId) ?? 0);
  }
}

/** The bidders that a bid concerns: its own, and the one who loses the lead to it. */
function biddersIn(fact: Fact): string[] {
  const outbidId = "outbidId" in fact ? fact.outbidId : null;
  return [...("bidderId" in fact ? [fact.bidderId] : []), ...(outbidId === null ? [] : [outbidId])];
}

/** What one turn is about to write: the state as it grows, and everything that must be stored with it. */
import { type Auction, type Draft, evolve, record, type Recorded } from "../rules/auction.ts";
import { decide } from "../rules/decide.ts";
import { EMPTY_HASH } from "./journal.ts";
import type { KeptAnswer } from "./kept-answers.ts";
import type { Actor } from "./rpc.ts";

/** The auction as its facts have made it, how its people are called, and the hash that the next fact chains to. */
export type Here = {
  readonly auction: Auction;
  readonly people: Map<string, Actor>;
  readonly lastHash: string;
};

export class TurnPage {
  auction: Auction | null;
  lastHash: string;
  readonly recorded: Recorded[] = [];
  readonly #answers = new Map<string, KeptAnswer>();
  readonly newcomers: Actor[] = [];
  readonly #people: Map<string, Actor>;

  constructor(here: Here | null) {
    this.auction = here?.auction ?? null;
    this.lastHash = here?.lastHash ?? EMPTY_HASH;
    this.#people = here?.people ?? new Map();
  }

  /** A turn after the end first records the end: its commands are then judged against a closed auction. */
  close(now: number): void {
    if (!this.auction) return;
    const decision = decide(this.auction, { type: "close", lastHash: this.lastHash }, now);
    if (decision.ok) this.write(decision.drafts, now);
  }

  write(drafts: readonly Draft[], now: number): readonly Recorded[] {
    const recorded = record(this.auction, drafts, now);
    for (const fact of recorded) this.auction = evolve(this.auction, fact);
    this.recorded.push(...recorded);
    return recorded;
  }

  /** Remembers how a person is called; someone met with the same card before is not stored again. */
  meet(actor: Actor): void {
    const known = this.#people.get(actor.id);
    if (known && JSON.stringify(known) === JSON.stringify(actor)) return;
    this.#people.set(actor.id, actor);
    this.newcomers.push(actor);
  }

  keep(actorId: string, key: string, payload: string, answer: string): void {
    this.#answers.set(`${actorId} ${key}`, { actorId, key, payload, answer });
  }

  kept(actorId: string, key: string): KeptAnswer | null {
    return this.#answers.get(`${actorId} ${key}`) ?? null;
  }

  answers(): KeptAnswer[] {
    return Array.from(this.#answers.values());
  }

  named(): { auction: Auction; people: ReadonlyMap<string, Actor> } {
    if (!this.auction) throw new Error("an accepted command leaves an auction");
    return { auction: this.auction, people: this.#people };
  }

  here(): Here {
    return { ...this.named(), people: this.#people, lastHash: this.lastHash };
  }
}

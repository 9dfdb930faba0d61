/** What one turn is about to write: the state as it grows, and everything that must be stored with it. */
// @ts-nocheck

import { type Auction, type Draft, evolve, record, type Recorded } from "../rules/auction.ts";
import { decide } from "../rules/decide.ts";
import { EMPTY_HASH } from "./journal.ts";
import { type KeptAnswer, nameOf } from "./kept-answers.ts";
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
  /** Answers that this turn gives. */
  readonly answers: KeptAnswer[] = [];
  readonly #kept: Map<string, KeptAnswer>;
  readonly newcomers: Actor[] = [];
  readonly #people: Map<string, Actor>;

  /** `kept` is what the turn's commands were told when they came before. */
  constructor(here: Here | null, kept: ReadonlyMap<string, KeptAnswer>) {
    this.#kept = new Map(kept);
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
    if (known && isSameCard(known, actor)) return;
    this.#people.set(actor.id, actor);
    this.newcomers.push(actor);
  }

  keep(actorId: string, key: string, payload: string, answer: string): void {
    const kept = { actorId, key, payload, answer };
    this.answers.push(kept);
    this.#kept.set(nameOf(kept), kept);
  }

  kept(actorId: string, key: string): KeptAnswer | undefined {
    return this.#kept.get(nameOf({ actorId, key }));
  }

  named(): { auction: Auction; people: ReadonlyMap<string, Actor> } {
    if (!this.auction) throw new Error("an accepted command leaves an auction");
    return { auction: this.auction, people: this.#people };
  }

  here(): Here {
    return { ...this.named(), people: this.#people, lastHash: this.lastHash };
  }
}

function isSameCard(a: Actor, b: Actor): boolean {
  return (
    a.firstName === b.firstName &&
    a.lastName === b.lastName &&
    a.imageUrl === b.imageUrl &&
    a.maskedEmail === b.maskedEmail
  );
}

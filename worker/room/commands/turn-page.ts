/** What one turn is about to write: the state as it grows, and everything that must be stored with it. */
import { type Auction, type Draft, evolve, record, type Recorded } from "../../rules/auction.ts";
import { decide } from "../../rules/decide.ts";
import type { Actor } from "../rpc.ts";
import type { KeptAnswer } from "../storage/answer-page.ts";
import { EMPTY_HASH } from "../storage/journal.ts";
import { nameOf } from "../storage/kept-answers.ts";
import type { SeenTrace } from "../storage/origins.ts";
import { type Card, People } from "../storage/participants.ts";

/** The auction as its facts have made it, how its people are called, and the hash that the next fact chains to. */
export type Here = {
  readonly auction: Auction;
  readonly people: People;
  readonly lastHash: string;
};

export class TurnPage {
  auction: Auction | null;
  lastHash: string;
  readonly recorded: Recorded[] = [];
  /** Answers that this turn gives. */
  readonly answers: KeptAnswer[] = [];
  readonly #kept: Map<string, KeptAnswer>;
  readonly newcomers: Card[] = [];
  /** Where its accepted commands came from. */
  readonly traces: SeenTrace[] = [];
  readonly #people: People;

  /** `kept` is what the turn's commands were told when they came before. */
  constructor(here: Here | null, kept: ReadonlyMap<string, KeptAnswer>) {
    this.#kept = new Map(kept);
    this.auction = here?.auction ?? null;
    this.lastHash = here?.lastHash ?? EMPTY_HASH;
    this.#people = here?.people ?? new People();
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
  meet(actor: Actor, recorded: readonly Recorded[]): void {
    const known = this.#people.get(actor.id);
    const card = this.#people.cardOf(
      actor,
      recorded.some(({ fact }) => fact.type === "newBid"),
    );
    if (known && isSameCard(known, card)) return;
    this.#people.set(card);
    this.newcomers.push(card);
  }

  /** What the facts call someone; sellers are called by their account everywhere. */
  bidderIdOf(actor: Actor): string {
    return actor.id === this.auction?.sellerId ? actor.id : this.#people.bidderIdOf(actor);
  }

  keep(actorId: string, key: string, payload: string, answer: string): void {
    const kept = { actorId, key, payload, answer };
    this.answers.push(kept);
    this.#kept.set(nameOf(kept), kept);
  }

  kept(actorId: string, key: string): KeptAnswer | undefined {
    return this.#kept.get(nameOf({ actorId, key }));
  }

  named(): { auction: Auction; people: People } {
    if (!this.auction) throw new Error("an accepted command leaves an auction");
    return { auction: this.auction, people: this.#people };
  }

  here(): Here {
    return { ...this.named(), people: this.#people, lastHash: this.lastHash };
  }
}

function isSameCard(a: Card, b: Card): boolean {
  return (
    a.firstName === b.firstName &&
    a.lastName === b.lastName &&
    a.imageUrl === b.imageUrl &&
    a.maskedEmail === b.maskedEmail &&
    a.anonymous === b.anonymous &&
    a.number === b.number
  );
}

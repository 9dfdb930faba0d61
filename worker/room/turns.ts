/**
 * How commands become facts. Everything that arrives in one turn of the event loop is decided in order by the pure
 * law against the state in memory and saved in one storage transaction, together with the answers to repeat and the
 * alarm. A refused command leaves no trace; one that fails disturbs no other.
 *
 * Invariant: nothing here awaits, and memory is replaced only after the transaction has succeeded.
 */
import { describeRefusal, ERRORS } from "../contract/errors.ts";
import { type Auction, type Draft, evolve, record, type Recorded } from "../rules/auction.ts";
import { isOver, nextWake } from "../rules/closing.ts";
import { decide } from "../rules/decide.ts";
import type { Alarm } from "./alarm.ts";
import { EMPTY_HASH, type Journal, type KeptAnswer, type Loaded } from "./journal.ts";
import type { Actor, Answered, Refused } from "./rpc.ts";
import type { Wish } from "./wish.ts";

/** Facts that nobody has taken yet make the room look again after this long, even if it dies right now. */
export const OWED_CHECK_MS = 5_000;

type Waiting = {
  /** Decides on the page and keeps the outcome; a turn that is undone decides again. */
  readonly judge: (page: Page, now: number) => void;
  /** Tells the outcome, once it is stored. */
  readonly settle: () => void;
  readonly fail: (reason: unknown) => void;
};

type Setup = {
  readonly storage: DurableObjectStorage;
  readonly journal: Journal;
  readonly alarm: Alarm;
  readonly clock: () => number;
  /** Words refusals before the first fact; afterwards the auction's own currency does. */
  readonly currency: string;
  readonly committed: (recorded: readonly Recorded[]) => void;
};

export class Turns {
  readonly #setup: Setup;
  #here: Loaded | null;
  #waiting: Waiting[] = [];

  constructor(setup: Setup, here: Loaded | null) {
    this.#setup = setup;
    this.#here = here;
  }

  /** The auction as its facts have made it, or null before it opens. */
  get here(): Loaded | null {
    return this.#here;
  }

  /** Decides with everything else that arrives in this turn; resolves once it is stored or refused. */
  submit<Value>(wish: Wish<Value>): Promise<Answered<Value>> {
    return new Promise((resolve, fail) => {
      let outcome: Answered<Value> | null = null;
      const judge = (page: Page, now: number) => {
        outcome = this.#decide(page, wish, now);
      };
      const settle = () => (outcome ? resolve(outcome) : fail(new Error("a wish that was never decided")));
      if (this.#waiting.push({ judge, settle, fail }) === 1) setImmediate(() => this.#turn());
    });
  }

  /** Records the end if the clock has passed it. */
  settle(): void {
    if (this.#here?.auction.phase === "open" && isOver(this.#here.auction, this.#setup.clock())) this.#run([]);
  }

  /** Shows a person under another card from now on: the facts name them by id only and stay as they are. */
  rename(card: Actor): void {
    const { storage, journal } = this.#setup;
    if (!this.#here?.people.has(card.id)) return;
    storage.transactionSync(() => {
      journal.savePerson(card);
      journal.dropAnswersOf(card.id);
    });
    this.#here.people.set(card.id, card);
  }

  /** Forgets an auction whose storage has been emptied. */
  vanish(): void {
    this.#here = null;
  }

  #turn(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#run(waiting);
  }

  /** One transaction for all; when that fails, one for each, so that the one at fault fails alone. */
  #run(waiting: readonly Waiting[]): void {
    try {
      this.#commit(waiting);
    } catch (error) {
      this.#here = this.#setup.journal.load();
      this.#setup.alarm.forget();
      const [first, ...others] = waiting;
      if (!first) throw error;
      if (others.length === 0) return first.fail(error);
      for (const one of waiting) this.#run([one]);
      return;
    }
    for (const { settle } of waiting) settle();
  }

  #commit(waiting: readonly Waiting[]): void {
    const { storage, journal, alarm, clock, committed } = this.#setup;
    const now = clock();
    const page = new Page(this.#here);
    storage.transactionSync(() => {
      page.close(now);
      for (const { judge } of waiting) judge(page, now);
      const { auction, recorded } = page;
      if (!auction || recorded.length === 0) return;
      page.lastHash = journal.append(recorded, auction, page.lastHash);
      journal.keepAnswers(page.answers(), now);
      for (const actor of page.newcomers) journal.savePerson(actor);
      alarm.ringBy(Math.min(nextWake(auction) ?? Infinity, now + OWED_CHECK_MS));
    });
    if (page.recorded.length === 0) return;
    this.#here = page.loaded();
    committed(page.recorded);
  }

  #decide<Value>(page: Page, wish: Wish<Value>, now: number): Answered<Value> {
    const earlier = wish.key === undefined ? null : this.#earlier(page, wish.actor.id, wish.key);
    if (earlier) {
      return earlier.payload === wish.payload ? { ok: true, value: JSON.parse(earlier.answer) } : KEY_REUSED;
    }
    const decision = decide(page.auction, wish.command((page.auction?.seq ?? 0) + 1), now);
    if (!decision.ok) {
      return { ok: false, failure: describeRefusal(decision.refusal, page.auction?.currency ?? this.#setup.currency) };
    }
    const recorded = page.write(decision.drafts, now);
    page.meet(wish.actor);
    const value = wish.answer(page.named(), recorded, now);
    if (wish.key !== undefined) page.keep(wish.actor.id, wish.key, wish.payload, JSON.stringify(value));
    return { ok: true, value };
  }

  #earlier(page: Page, actorId: string, key: string): KeptAnswer | null {
    return page.kept(actorId, key) ?? this.#setup.journal.keptAnswer(actorId, key);
  }
}

const KEY_REUSED: Refused = { ok: false, failure: { code: "key_reused", message: ERRORS.key_reused.message } };

/** What one turn is about to write: the state as it grows, and everything that must be stored with it. */
class Page {
  auction: Auction | null;
  lastHash: string;
  readonly recorded: Recorded[] = [];
  readonly #answers = new Map<string, KeptAnswer>();
  readonly newcomers: Actor[] = [];
  readonly #people: Map<string, Actor>;

  constructor(here: Loaded | null) {
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

  loaded(): Loaded {
    return { ...this.named(), people: this.#people, lastHash: this.lastHash };
  }
}

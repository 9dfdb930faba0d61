/**
 * How commands become facts. Everything that arrives in one turn of the event loop is decided in order by the pure
 * law against the state in memory and saved in one storage transaction, together with the answers to repeat and the
 * alarm. A refused command leaves no trace; one that fails disturbs no other.
 *
 * Invariant: nothing here awaits, and memory is replaced only after the transaction has succeeded.
 */
import { describeRefusal, ERRORS } from "../../contract/errors.ts";
import type { Recorded } from "../../rules/auction.ts";
import { isOver, nextWake } from "../../rules/closing.ts";
import { decide } from "../../rules/decide.ts";
import type { Actor, Answered, Refused } from "../rpc.ts";
import type { Alarm } from "../storage/alarm.ts";
import type { Journal } from "../storage/journal.ts";
import { type Keyed, KeptAnswers } from "../storage/kept-answers.ts";
import { Traces } from "../storage/origins.ts";
import { PeopleStore, unnamed } from "../storage/participants.ts";
import { type Here, TurnPage } from "./turn-page.ts";
import type { Wish } from "./wish.ts";

/** Facts that nobody has taken yet make the room look again after this long, even if it dies right now. */
export const OWED_CHECK_MS = 5_000;

/** A bid that waited longer is refused undecided: its bidder gives up or asks again, and the queue must not grow. */
export const BID_LATE_SECONDS = 2;
const LATE_RETRY_SECONDS = 1;

/** Commands of one transaction: what they store fits into the two megabytes that one value may have. */
export const MOST_A_TURN = 1_000;

type Waiting = {
  /** When it came in (epoch ms). */
  readonly since: number;
  /** The key of an earlier answer, if it has one. */
  readonly keyed: Keyed | null;
  /** Decides on the page and keeps the outcome; a turn that is undone decides again. */
  readonly judge: (page: TurnPage, now: number) => void;
  /** Tells that there is too much to do, instead of deciding; null for what is decided however late. */
  readonly shed: (() => void) | null;
  /** Tells the outcome, once it is stored. */
  readonly settle: () => void;
  readonly fail: (reason: unknown) => void;
};

type Setup = {
  readonly storage: DurableObjectStorage;
  readonly journal: Journal;
  readonly alarm: Alarm;
  readonly clock: () => number;
  /** How long a bid may wait to be decided, in milliseconds. */
  readonly bidLateMs: number;
  /** Words refusals before the first fact; afterwards the auction's own currency does. */
  readonly currency: string;
  readonly committed: (recorded: readonly Recorded[]) => void;
};

export class Turns {
  readonly #setup: Setup;
  readonly #answers: KeptAnswers;
  readonly #people: PeopleStore;
  readonly traces: Traces;
  /** Memory is a cache of storage. */
  #here: Here | null = null;
  #waiting: Waiting[] = [];

  constructor(setup: Setup) {
    this.#setup = setup;
    this.#answers = new KeptAnswers(setup.storage.sql);
    this.#people = new PeopleStore(setup.storage.sql);
    this.traces = new Traces(setup.storage.sql);
  }

  /** Reads what is stored; the tables must be there. */
  load(): void {
    const loaded = this.#setup.journal.load();
    this.#here = loaded && { ...loaded, people: this.#people.load() };
    this.#answers.load();
    this.traces.load();
  }

  /** The auction as its facts have made it, or null before it opens. */
  get here(): Here | null {
    return this.#here;
  }

  /** What is here: a removed or cancelled auction is gone, though its last facts may still be owed. */
  get shown(): Here | null {
    const here = this.#here;
    return here && here.auction.phase !== "removed" && here.auction.phase !== "cancelled" ? here : null;
  }

  /** What everyone may look at: not what the house has hidden. */
  get visible(): Here | null {
    const here = this.shown;
    return here?.auction.hidden ? null : here;
  }

  /** Decides with everything else that arrives in this turn; resolves once it is stored or refused. */
  submit<Value>(wish: Wish<Value>): Promise<Answered<Value>> {
    return new Promise((resolve, fail) => {
      let outcome: Answered<Value> | null = null;
      const judge = (page: TurnPage, now: number) => {
        outcome = this.#decide(page, wish, now);
      };
      const { actor, key } = wish;
      const keyed = key === undefined ? null : { actorId: actor.id, key };
      const settle = () => (outcome ? resolve(outcome) : fail(new Error("a wish that was never decided")));
      const since = this.#setup.clock();
      const shed = wish.mayBeShed ? () => resolve(TOO_BUSY) : null;
      if (this.#waiting.push({ since, keyed, judge, shed, settle, fail }) === 1) setImmediate(() => this.#turn());
    });
  }

  /** Records the end if the clock has passed it. */
  settle(): void {
    if (this.#here?.auction.phase === "open" && isOver(this.#here.auction, this.#setup.clock())) this.#run([]);
  }

  /** Shows a person under another card from now on: the facts name them by id only and stay as they are. */
  rename(card: Actor): void {
    const { storage } = this.#setup;
    if (!this.#here?.people.has(card.id)) return;
    const { people } = this.#here;
    // Who bid under a number keeps it.
    const renamed = people.cardOf(card, false);
    storage.transactionSync(() => {
      this.#people.save(renamed);
      this.#answers.dropOf(card.id);
      this.traces.drop(card.id);
    });
    people.set(renamed);
  }

  /**
   * From now on a person is shown under a number, or by name: also someone who has not bid here yet. Who has only looked
   * in is not named by it: when they delete their account nobody would come here to forget them.
   */
  setAnonymous(personId: string, anonymous: boolean): void {
    if (!this.#here) return;
    const { people } = this.#here;
    const card = { ...(people.get(personId) ?? unnamed(personId)), anonymous };
    this.#setup.storage.transactionSync(() => this.#people.save(card));
    people.set(card);
  }

  dropOldAnswers(): void {
    this.#answers.dropOld(this.#setup.clock());
  }

  /** Forgets an auction whose storage has been emptied. */
  vanish(): void {
    this.#here = null;
  }

  #turn(): void {
    const lateSince = this.#setup.clock() - this.#setup.bidLateMs;
    const inTime = this.#waiting.slice(0, MOST_A_TURN).filter(({ since, shed }) => {
      const late = since < lateSince && shed !== null;
      if (late) shed();
      return !late;
    });
    this.#waiting = this.#waiting.slice(MOST_A_TURN);
    if (this.#waiting.length > 0) setImmediate(() => this.#turn());
    if (inTime.length > 0) this.#run(inTime);
  }

  /** One transaction for all; when that fails, one for each, so that the one at fault fails alone. */
  #run(waiting: readonly Waiting[]): void {
    let recorded: readonly Recorded[];
    try {
      recorded = this.#commit(waiting);
    } catch (error) {
      this.load();
      this.#setup.alarm.forget();
      const [first, ...others] = waiting;
      if (!first) throw error;
      if (others.length === 0) return first.fail(error);
      for (const one of waiting) this.#run([one]);
      return;
    }
    for (const { settle } of waiting) settle();
    // After the turn, not in it: what is stored is never decided again because telling it failed.
    if (recorded.length > 0) this.#setup.committed(recorded);
  }

  /** Decides and stores; answers with the facts, and has changed nothing when it throws. */
  #commit(waiting: readonly Waiting[]): readonly Recorded[] {
    const { storage, journal, alarm, clock } = this.#setup;
    const now = clock();
    const asked = waiting.flatMap(({ keyed }) => keyed ?? []);
    const page = new TurnPage(this.#here, this.#answers.find(asked));
    storage.transactionSync(() => {
      page.close(now);
      for (const { judge } of waiting) judge(page, now);
      const { auction, recorded } = page;
      // An accepted command that had nothing to change has an answer to keep all the same.
      this.#answers.keep(page.answers, now);
      for (const actor of page.newcomers) this.#people.save(actor);
      for (const trace of page.traces) this.traces.save(trace);
      if (!auction || recorded.length === 0) return;
      page.lastHash = journal.append(recorded, auction, page.lastHash);
      alarm.ringBy(Math.min(nextWake(auction) ?? Infinity, now + OWED_CHECK_MS));
    });
    if (page.recorded.length > 0) this.#here = page.here();
    return page.recorded;
  }

  #decide<Value>(page: TurnPage, wish: Wish<Value>, now: number): Answered<Value> {
    // Gone in this very turn: what comes after it hears the same as what comes in the next one.
    const isGone = page.auction?.phase === "removed" || page.auction?.phase === "cancelled";
    const earlier = wish.key === undefined || isGone ? undefined : page.kept(wish.actor.id, wish.key);
    if (earlier) {
      return earlier.payload === wish.payload ? { ok: true, value: JSON.parse(earlier.answer) } : KEY_REUSED;
    }
    const decision = decide(page.auction, wish.command((page.auction?.seq ?? 0) + 1, page.bidderIdOf(wish.actor)), now);
    if (!decision.ok) {
      return { ok: false, failure: describeRefusal(decision.refusal, page.auction?.currency ?? this.#setup.currency) };
    }
    const recorded = page.write(decision.drafts, now);
    page.meet(wish.actor, recorded);
    if (wish.trace) page.traces.push({ ...wish.trace, personId: wish.actor.id, at: now });
    const value = wish.answer(page.named(), recorded, now);
    if (wish.key !== undefined) page.keep(wish.actor.id, wish.key, wish.payload, JSON.stringify(value));
    return { ok: true, value };
  }
}

const TOO_BUSY: Refused = {
  ok: false,
  failure: { code: "busy", message: ERRORS.busy.message, retryAfter: LATE_RETRY_SECONDS },
};
const KEY_REUSED: Refused = { ok: false, failure: { code: "key_reused", message: ERRORS.key_reused.message } };

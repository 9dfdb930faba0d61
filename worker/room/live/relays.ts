/**
 * The relays of one room: objects that hold the watchers for whom it has no more place. Each is fed at its own pace:
 * the next frame goes out when the last one is told, and carries everything since. A relay says how far it has come;
 * what it has missed it gets again, so that neither a crash of the room nor one of the relay leaves a gap.
 */
import { failureReason } from "../../platform/failure-reason.ts";
import type { RelayTold, ToldFrame } from "../rpc.ts";
import { crowdJson, frameOf, type Now, type Told } from "../views/frames.ts";

/** Two frames to one relay are at least this far apart. */
const FEED_PAUSE_MS = 25;
/** A relay that does not answer is asked again after this, doubled each time up to the longest. */
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;
/** Facts kept in memory; a relay that is further behind is served from the journal. */
const RECENT = 500;
/** A million watchers at five thousand each. */
const MOST_RELAYS = 200;

/** What a room asks of a relay. */
export type RelayStub = {
  tell(frame: ToldFrame): Promise<RelayTold>;
  pass(text: string): Promise<void>;
  demote(sessionId: string): Promise<void>;
};

type Setup = {
  readonly state: DurableObjectState;
  readonly relay: (number: number) => RelayStub;
  readonly now: () => Now;
  /** The last fact of the auction. */
  readonly seq: () => number;
  /** Every fact after `seq`, from the journal. */
  readonly toldAfter: (seq: number) => readonly Told[];
  readonly changed: () => void;
  /** Watchers of the room, and of each relay, beyond which the next relay is opened. */
  readonly relayAfter: number;
};

type Fed = {
  /** The last fact that it has told; null until it has said so. */
  cursor: number | null;
  watching: number;
  /** Watchers sent there who have not come in yet, as far as anyone knows. */
  coming: number;
  /** How often someone has come in. */
  joins: number;
  feeding: boolean;
  failures: number;
};

/** The highest number of a relay that may hold watchers, for a room that wakes. */
const STORED = "relays";

export class Relays {
  readonly #setup: Setup;
  readonly #fed = new Map<number, Fed>();
  #highest: number;
  #recent: Told[] = [];
  /** The last frame that was encoded: relays that are equally far get the same. */
  #encoded: ToldFrame | null = null;

  constructor(setup: Setup) {
    this.#setup = setup;
    this.#highest = setup.state.storage.kv.get<number>(STORED) ?? 0;
    for (let number = 1; number <= this.#highest; number += 1) this.#open(number);
  }

  get watching(): number {
    let sum = 0;
    for (const { watching } of this.#fed.values()) sum += watching;
    return sum;
  }

  get areIdle(): boolean {
    return this.#fed.size === 0;
  }

  /** After a sleep or a crash: asks the relays how far they are, and feeds them the rest. */
  wake(): void {
    for (const number of this.#fed.keys()) this.#feed(number);
  }

  /** Where a new watcher goes: to a relay (its number), or into the room, which holds `inRoom`; null is nowhere. */
  place(inRoom: number): number | "room" | null {
    const { relayAfter } = this.#setup;
    if (inRoom < relayAfter) return "room";
    for (let number = 1; number <= MOST_RELAYS; number += 1) {
      const fed = this.#fed.get(number);
      if (fed && fed.watching + fed.coming >= relayAfter) continue;
      this.#open(number).coming += 1;
      return number;
    }
    return null;
  }

  /** A relay takes in someone who is told everything up to fact `seq`: it hears what comes after. */
  joined(number: number, seq: number): void {
    const fed = this.#open(number);
    fed.joins += 1;
    // A relay that held watchers before may owe them something: it is asked how far they are.
    if (number <= this.#highest) {
      if (fed.cursor === null) this.#feed(number);
      return;
    }
    fed.cursor ??= seq;
    this.#highest = number;
    this.#setup.state.storage.kv.put(STORED, number);
  }

  /** A relay says how many watch there. */
  counted(number: number, watching: number): void {
    if (watching === 0 && !this.#fed.has(number)) return;
    const fed = this.#open(number);
    this.#count(fed, watching);
    if (fed.cursor === null) this.#feed(number);
  }

  tell(facts: readonly Told[]): void {
    if (this.areIdle) return;
    this.#recent.push(...facts);
    if (this.#recent.length > 2 * RECENT) this.#recent = this.#recent.slice(-RECENT);
    for (const number of this.#fed.keys()) this.#feed(number);
  }

  /** Hands a text to every watcher of every relay; who is not reached then hears the next one. */
  async pass(text: string): Promise<void> {
    await Promise.allSettled(Array.from(this.#fed.keys(), (number) => this.#setup.relay(number).pass(text)));
  }

  /** A session has ended, at every relay. Rejects when one cannot be told. */
  async endSession(sessionId: string): Promise<void> {
    await Promise.all(Array.from(this.#fed.keys(), (number) => this.#setup.relay(number).demote(sessionId)));
  }

  #open(number: number): Fed {
    let fed = this.#fed.get(number);
    if (!fed) {
      fed = { cursor: null, watching: 0, coming: 0, joins: 0, feeding: false, failures: 0 };
      this.#fed.set(number, fed);
    }
    return fed;
  }

  #count(fed: Fed, watching: number): void {
    fed.coming = 0;
    if (fed.watching === watching) return;
    fed.watching = watching;
    this.#setup.changed();
  }

  #feed(number: number): void {
    const fed = this.#fed.get(number);
    if (!fed || fed.feeding) return;
    fed.feeding = true;
    // A macrotask later: the bidder's own answer leaves first.
    setTimeout(() => this.#setup.state.waitUntil(this.#feedUntilEven(number, fed)), 0);
  }

  async #feedUntilEven(number: number, fed: Fed): Promise<void> {
    const { relay, seq } = this.#setup;
    let waitMs = 0;
    try {
      while (fed.cursor === null || fed.cursor < seq()) {
        const { joins } = fed;
        const told = await relay(number).tell(this.#frameAfter(fed.cursor ?? seq()));
        fed.cursor = told.seq;
        fed.failures = 0;
        this.#count(fed, told.watching);
        if (told.watching === 0 && fed.joins === joins) return this.#drop(number);
        if (fed.cursor < seq()) await new Promise((resolve) => setTimeout(resolve, FEED_PAUSE_MS));
      }
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      console.warn(JSON.stringify({ event: "relay_not_fed", relay: number, reason: failureReason(error) }));
      // It may have told the frame and it may not: it is asked.
      fed.cursor = null;
      waitMs = Math.min(FIRST_RETRY_MS * 2 ** fed.failures, LONGEST_RETRY_MS);
      fed.failures += 1;
    }
    // Invariant: nothing is awaited between the last look and this line, so no fact falls between two feeds.
    fed.feeding = false;
    if (waitMs > 0) setTimeout(() => this.#feed(number), waitMs);
  }

  /**
   * Everything after `cursor` as one frame. Without a fact it only asks how far the relay is, or takes it past facts
   * of a room that was emptied.
   */
  #frameAfter(cursor: number): ToldFrame {
    const to = this.#setup.seq();
    if (this.#encoded?.from === cursor + 1 && this.#encoded.to === to) return this.#encoded;
    const oldest = this.#recent[0]?.seq ?? Infinity;
    const known = oldest <= cursor + 1 && this.#recent.at(-1)?.seq === to;
    const facts =
      cursor >= to ? [] : known ? this.#recent.filter(({ seq }) => seq > cursor) : this.#setup.toldAfter(cursor);
    const text = facts.length === 0 ? "" : crowdJson(frameOf(facts, this.#setup.now()));
    this.#encoded = { from: cursor + 1, to: facts.at(-1)?.seq ?? Math.max(cursor, to), text };
    return this.#encoded;
  }

  #drop(number: number): void {
    this.#fed.delete(number);
    if (!this.areIdle) return;
    this.#recent = [];
    this.#encoded = null;
    if (this.#highest === 0) return;
    this.#highest = 0;
    this.#setup.state.storage.kv.delete(STORED);
  }
}

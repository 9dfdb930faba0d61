/**
 * One reader's way through the journal. Its cursor moves only after it has taken the facts, so a failure means a
 * repeat and never a loss. In the background a feed paces itself: the first fact after a quiet time goes at once; under
 * steady fire its rounds get rarer and carry more, and between the rounds of a debt that does not fit into one it pauses
 * for some times as long as the last took. Telling others never costs bidders much.
 */
import type { Auction } from "../../rules/auction.ts";
import type { Reader } from "../storage/cursors.ts";
import type { Journal } from "../storage/journal.ts";
import type { People } from "../storage/participants.ts";

/** However hard the fire, a list or a bell hears at least this often how things stand. */
const LONGEST_REST_MS = 4_000;
/** Between two rounds of a debt that does not fit into one, the bids have the room to themselves for so many times as long. */
const BREATH_FACTOR = 4;
const LONGEST_BREATH_MS = 1_000;
/** Doubled with each failure up to the longest: the first wait is twice this. */
export const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;

export type FeedSource = { readonly journal: Journal; readonly auction: Auction; readonly people: People };

type Setup = {
  readonly reader: Reader;
  /** The rest after a round that followed a quiet time; each round that had to wait for the last rest doubles it. */
  readonly firstRestMs: number;
  /** A rest is at least so many times as long as the round before it, up to the longest. */
  readonly restFactor: number;
  readonly source: () => FeedSource | null;
  /** Hands the facts after `seq` to the reader, all or the first part of them; answers with the last one it took. */
  readonly deliver: (source: FeedSource, seq: number) => Promise<number>;
  readonly failed: (error: unknown) => void;
};

export class Feed {
  readonly #setup: Setup;
  #round: Promise<boolean> | null = null;
  #inBackground = false;
  #restMs: number;
  #restUntil = 0;
  #failures = 0;
  /** How long the last round took, in milliseconds. */
  #tookMs = 0;

  constructor(setup: Setup) {
    this.#setup = setup;
    this.#restMs = setup.firstRestMs;
  }

  /** Whether the reader has not taken the last fact. */
  isOwed(): boolean {
    const source = this.#setup.source();
    return source !== null && this.#cursor(source) < source.auction.seq;
  }

  /** How long to wait before the next try after a failure, in milliseconds; null when the last one went well. */
  retryMs(): number | null {
    return this.#failures === 0 ? null : Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LONGEST_RETRY_MS);
  }

  /** Delivers what is owed now, or until the reader fails. One round at a time: a second caller waits for the same. */
  async run(): Promise<void> {
    await this.#upTo(this.#setup.source()?.auction.seq ?? 0, 0);
  }

  /** `breath` is how many times as long as a round took to wait before the next. */
  async #upTo(seq: number, breath: number): Promise<void> {
    for (;;) {
      const source = this.#setup.source();
      // Of an auction that was opened anew meanwhile there may be fewer facts than that.
      if (!source || this.#cursor(source) >= Math.min(seq, source.auction.seq)) return;
      this.#round ??= this.#deliver(source);
      if (!(await this.#round)) return;
      if (breath > 0 && this.#cursor(source) < seq) await pause(Math.min(breath * this.#tookMs, LONGEST_BREATH_MS));
    }
  }

  /** Delivers in the background until nothing is owed or the reader fails; null when that is under way. */
  soon(): Promise<void> | null {
    if (this.#inBackground) return null;
    this.#inBackground = true;
    return this.#atItsPace();
  }

  async #atItsPace(): Promise<void> {
    do {
      const waitMs = this.#restUntil - Date.now();
      this.#restMs = waitMs > 0 ? Math.min(this.#restMs * 2, LONGEST_REST_MS) : this.#setup.firstRestMs;
      // A turn of the loop even when no rest is due: the bidder's own answer leaves first.
      await pause(Math.max(0, waitMs));
      await this.#upTo(this.#setup.source()?.auction.seq ?? 0, BREATH_FACTOR);
      this.#restMs = Math.min(Math.max(this.#restMs, this.#setup.restFactor * this.#tookMs), LONGEST_REST_MS);
      this.#restUntil = Date.now() + this.#restMs;
    } while (this.#failures === 0 && this.isOwed());
    // A reader that fails at once must not be tried with each bid: it rests as long as the alarm does.
    const retryMs = this.retryMs();
    if (retryMs !== null) this.#restUntil = Date.now() + retryMs;
    // Invariant: nothing is awaited between the last look and this line, so no fact falls between two feeds.
    this.#inBackground = false;
  }

  async #deliver(source: FeedSource): Promise<boolean> {
    const { reader, deliver, failed } = this.#setup;
    const from = this.#cursor(source);
    const startedAt = Date.now();
    try {
      const taken = await deliver(source, from);
      source.journal.cursors.move(reader, from, taken);
      this.#failures = 0;
      return true;
    } catch (error) {
      this.#failures += 1;
      failed(error);
      return false;
    } finally {
      this.#tookMs = Date.now() - startedAt;
      this.#round = null;
    }
  }

  #cursor({ journal }: FeedSource): number {
    return journal.cursors.at(this.#setup.reader);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * One reader's way through the journal. Its cursor moves only after it has taken the facts, so a failure means a
 * repeat and never a loss. In the background a feed paces itself: the first fact after a quiet time goes at once; under
 * load what is recorded meanwhile waits for the next round, so that telling others never costs bidders much.
 */
import type { Auction } from "../rules/auction.ts";
import type { Journal, Reader } from "./journal.ts";
import type { People } from "./people.ts";

/** Below this pause nobody sees a difference, and rounds would cost more than what they carry. */
const SHORTEST_PAUSE_MS = 500;
/** A feed may take about a fifth of the time: it rests four times as long as its last round took. */
const REST_FACTOR = 4;
/** A list or a bell is never much later than this behind the room. */
const LONGEST_PAUSE_MS = 1_500;
/** A reader that has not answered by then has failed: D1 may stall for half a minute, and a call may be lost. */
const ANSWER_WITHIN_MS = 5_000;
/** The first wait after a failure, doubled each time up to the longest. */
export const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;

export type FeedSource = { readonly journal: Journal; readonly auction: Auction; readonly people: People };

type Setup = {
  readonly reader: Reader;
  readonly source: () => FeedSource | null;
  /** Hands the facts after `seq` to the reader, all or the first part of them; answers with the last one it took. */
  readonly deliver: (source: FeedSource, seq: number) => Promise<number>;
  readonly failed: (error: unknown) => void;
};

export class Feed {
  readonly #setup: Setup;
  #round: Promise<boolean> | null = null;
  #inBackground = false;
  #restUntil = 0;
  #failures = 0;

  constructor(setup: Setup) {
    this.#setup = setup;
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
    const upTo = this.#setup.source()?.auction.seq ?? 0;
    for (;;) {
      const source = this.#setup.source();
      if (!source || this.#cursor(source) >= upTo) return;
      this.#round ??= this.#deliver(source);
      if (!(await this.#round)) return;
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
      // A turn of the loop even when no rest is due: the bidder's own answer leaves first.
      const restMs = Math.max(0, this.#restUntil - Date.now());
      await new Promise((resolve) => setTimeout(resolve, restMs));
      const startedAt = Date.now();
      await this.run();
      const tookMs = Date.now() - startedAt;
      this.#restUntil =
        startedAt + tookMs + Math.min(Math.max(SHORTEST_PAUSE_MS, REST_FACTOR * tookMs), LONGEST_PAUSE_MS);
    } while (this.#failures === 0 && this.isOwed());
    // Invariant: nothing is awaited between the last look and this line, so no fact falls between two feeds.
    this.#inBackground = false;
  }

  async #deliver(source: FeedSource): Promise<boolean> {
    const { reader, deliver, failed } = this.#setup;
    try {
      const taken = await answeredInTime(deliver(source, this.#cursor(source)));
      source.journal.moveCursor(reader, taken);
      this.#failures = 0;
      return true;
    } catch (error) {
      this.#failures += 1;
      failed(error);
      return false;
    } finally {
      this.#round = null;
    }
  }

  #cursor({ journal }: FeedSource): number {
    return journal.cursor(this.#setup.reader);
  }
}

/** What comes after all, too late, is a repeat: the readers know it as one. */
async function answeredInTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`)), ANSWER_WITHIN_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

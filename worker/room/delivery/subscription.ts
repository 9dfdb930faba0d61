/**
 * Delivers the journal to one subscriber. Its checkpoint advances only after it has received the facts, so a failure
 * means a retry and never a loss. Between the batches of a backlog, the subscription pauses for four times as long as
 * the last batch took, so delivery hardly slows down bids.
 */
import type { Subscriber } from "../storage/checkpoints.ts";
import type { RoomState, RoomStorage } from "../storage/room-storage.ts";

/** In a backlog, the subscription pauses for this many times as long as a batch took, to let bids through. */
const BACKLOG_PAUSE_FACTOR = 4;
const MAX_BACKLOG_PAUSE_MS = 1_000;
/** The pause between batches in the background. After a slower batch it is as long as that batch took. */
const BACKGROUND_PAUSE_MS = 1_000;
/** The wait after the first failure. It doubles with each further one. */
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 5_000;
/**
 * A subscription counts as stalled once it has failed for this long, and again after each further period. Operators
 * should investigate.
 */
const STALLED_AFTER_MS = 60_000;

/** The source of a subscription's facts. */
export type SubscriptionSource = Pick<RoomStorage, "state" | "checkpoints">;

export type SubscriptionOptions = {
  readonly subscriber: Subscriber;
  /** Delivers the facts after `seq`, all or the first of them. Returns the last one received. */
  readonly deliver: (state: RoomState, seq: number) => Promise<number>;
  readonly onFailure: (error: unknown) => void;
  /** Called at most once a minute while the subscriber keeps failing, with how long it has failed. */
  readonly onStalled: (failingMs: number) => void;
};

export class Subscription {
  readonly #source: SubscriptionSource;
  readonly #options: SubscriptionOptions;
  #batch: Promise<boolean> | null = null;
  /** The paced delivery in progress, if any. */
  #pacedRun: Promise<void> | null = null;
  #runsInBackground = false;
  /** When background delivery may continue, and when a subscriber that has failed is due again (epoch ms). */
  #pauseUntil = 0;
  #retryAt = 0;
  #failures = 0;
  /** When this run of failures began, and when to report the next stall (epoch ms). */
  #failingSince = 0;
  #nextStallAt = 0;
  /** How long the last batch took, in milliseconds. */
  #lastBatchMs = 0;

  constructor(source: SubscriptionSource, options: SubscriptionOptions) {
    this.#source = source;
    this.#options = options;
  }

  /** Whether the subscriber lacks the last fact. */
  isPending(): boolean {
    const { state } = this.#source;
    return state !== null && this.#checkpoint < state.auction.seq;
  }

  /** How long to wait before the next try after a failure, in milliseconds. Null if the last one succeeded. */
  retryMs(): number | null {
    return this.#failures === 0 ? null : Math.max(0, this.#retryAt - Date.now());
  }

  /** Delivers everything pending, but stops if the subscriber fails. A second caller waits for the same batch. */
  async run(): Promise<void> {
    await this.#run(0);
  }

  /**
   * Like `run`, but pauses between the batches of a backlog. Does nothing while a delivery runs in the background, or
   * before a subscriber that has failed is due again.
   */
  async runWithPauses(): Promise<void> {
    if (!this.#runsInBackground && (this.retryMs() ?? 0) === 0) await this.#runPaced();
  }

  /**
   * Delivers in the background until everything is delivered or the subscriber fails. The first fact after a quiet time
   * goes right away, and later ones together. Null if that is already running.
   */
  runInBackground(): Promise<void> | null {
    if (this.#runsInBackground) return null;
    this.#runsInBackground = true;
    return this.#keepRunning();
  }

  /** A second caller waits for the same delivery. */
  #runPaced(): Promise<void> {
    this.#pacedRun ??= this.#run(BACKLOG_PAUSE_FACTOR).finally(() => {
      this.#pacedRun = null;
    });
    return this.#pacedRun;
  }

  /** `pauseFactor` is the pause before the next batch, as a multiple of how long the last one took. */
  async #run(pauseFactor: number): Promise<void> {
    const upTo = this.#source.state?.auction.seq ?? 0;
    for (;;) {
      const { state } = this.#source;
      // A room that has since been emptied and opened again may have fewer facts than that.
      if (!state || this.#checkpoint >= Math.min(upTo, state.auction.seq)) return;
      this.#batch ??= this.#deliver(state);
      if (!(await this.#batch)) return;
      if (pauseFactor > 0 && this.#checkpoint < upTo) {
        await pause(Math.min(pauseFactor * this.#lastBatchMs, MAX_BACKLOG_PAUSE_MS));
      }
    }
  }

  async #keepRunning(): Promise<void> {
    do {
      // Gives the event loop a turn even when no pause is due, so that the bidder's own response goes first.
      await pause(this.#pauseUntil - Date.now());
      await this.#runPaced();
      // Otherwise each bid would immediately call a failing subscriber again.
      this.#pauseUntil = Date.now() + (this.retryMs() ?? Math.max(BACKGROUND_PAUSE_MS, this.#lastBatchMs));
    } while (this.#failures === 0 && this.isPending());
    // Invariant: nothing is awaited between the last comparison and this line, so no fact is missed.
    this.#runsInBackground = false;
  }

  async #deliver(state: RoomState): Promise<boolean> {
    const { subscriber, deliver, onFailure } = this.#options;
    const from = this.#checkpoint;
    const startedAt = Date.now();
    try {
      const received = await deliver(state, from);
      this.#source.checkpoints.move(subscriber, from, received);
      this.#failures = 0;
      return true;
    } catch (error) {
      this.#recordFailure(startedAt);
      onFailure(error);
      return false;
    } finally {
      this.#lastBatchMs = Date.now() - startedAt;
      this.#batch = null;
    }
  }

  #recordFailure(startedAt: number): void {
    if (this.#failures === 0) {
      this.#failingSince = startedAt;
      this.#nextStallAt = startedAt + STALLED_AFTER_MS;
    }
    const now = Date.now();
    this.#retryAt = now + Math.min(FIRST_RETRY_MS * 2 ** this.#failures, MAX_RETRY_MS);
    this.#failures += 1;
    if (now < this.#nextStallAt) return;
    this.#nextStallAt = now + STALLED_AFTER_MS;
    this.#options.onStalled(now - this.#failingSince);
  }

  get #checkpoint(): number {
    return this.#source.checkpoints.get(this.#options.subscriber);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

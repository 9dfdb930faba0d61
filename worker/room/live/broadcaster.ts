/**
 * The audience of one room: how those who watch are told. Under load they are told in flushes: one frame, encoded once,
 * for everyone. The pause between flushes is never shorter than the last flush took: a large audience paces itself. Who
 * finds the room crowded watches through a relay, which is told in the same way.
 *
 * Invariant: each socket hears every fact after the one it joined at, in order, once. Should a flush fail, its facts are
 * not told: who hears the next frame sees the gap and comes back for what is missing.
 */
import type { ServerFrame } from "../../contract/live.ts";
import { crowdJson, frameOf, type Now, restOf, type Told } from "../views/frames.ts";
import { Crowd, type Joining } from "./connections.ts";
import type { Relays } from "./relays.ts";

/** Two flushes are at least this far apart: below it nobody sees a difference. */
export const FLUSH_PAUSE_MS = 25;
/** Up to here a pause is a multiple of what the flush took, so that most of the time is left for the bids. */
const UNNOTICED_PAUSE_MS = 100;
const PAUSE_FACTOR = 8;
/** The count of watchers is told at most this often, and telling it takes at most a tenth of the time. */
const PRESENCE_PAUSE_MS = 1_000;
const PRESENCE_REST_FACTOR = 10;

type Setup = {
  readonly state: DurableObjectState;
  readonly relays: Relays;
  readonly now: () => Now;
};

export class Audience {
  readonly #setup: Setup;
  readonly crowd: Crowd;
  /** Facts that were recorded and not yet flushed, oldest first. */
  #pending: Told[] = [];
  #flushDue = false;
  #flushing = false;
  #pauseUntil = 0;
  /** Sockets that joined while facts were waiting: they were caught up at the door and skip these. */
  readonly #caughtUp = new Map<WebSocket, number>();
  #presenceDue = false;
  #presencePauseMs = PRESENCE_PAUSE_MS;
  #toldWatching = 0;

  constructor(setup: Setup) {
    this.#setup = setup;
    this.crowd = new Crowd(setup.state, (gone) => {
      if (gone) this.#caughtUp.delete(gone);
      this.presenceChanged();
    });
  }

  get watching(): number {
    return this.crowd.size + this.#setup.relays.watching;
  }

  /** Takes a socket in and hands it the first frame, which brings it up to fact `seq`. */
  join(socket: WebSocket, joining: Joining, first: string): void {
    this.crowd.take(socket, joining);
    this.crowd.send(socket, first);
    if (this.#pending.length > 0 || this.#flushing) this.#caughtUp.set(socket, joining.seq);
  }

  /** Queues facts for the next flush, which goes out at once when the last one is long enough ago. */
  tell(facts: () => readonly Told[]): void {
    const { relays } = this.#setup;
    // Nobody is here: who joins later is caught up at the door.
    if (this.crowd.size === 0 && relays.areIdle) return;
    const told = facts();
    relays.tell(told);
    if (this.crowd.size === 0) return;
    for (const fact of told) this.#pending.push(fact);
    this.#schedule();
  }

  /** Someone has come or gone, here or at a relay. */
  presenceChanged(): void {
    if (this.#presenceDue) return;
    this.#presenceDue = true;
    setTimeout(() => this.#setup.state.waitUntil(this.#tellPresence()), this.#presencePauseMs);
  }

  async #tellPresence(): Promise<void> {
    this.#presenceDue = false;
    const { watching } = this;
    if (watching === this.#toldWatching) return;
    this.#toldWatching = watching;
    const startedAt = Date.now();
    const text = JSON.stringify({ type: "presence", watching } satisfies ServerFrame);
    await Promise.all([this.crowd.sendAll(() => text), this.#setup.relays.pass(text)]);
    this.#presencePauseMs = Math.max(PRESENCE_PAUSE_MS, PRESENCE_REST_FACTOR * (Date.now() - startedAt));
  }

  #schedule(): void {
    if (this.#flushing || this.#flushDue || this.#pending.length === 0) return;
    // A macrotask even when no pause is due: the bidder's own answer leaves first.
    this.#flushDue = true;
    setTimeout(
      () => {
        this.#flushDue = false;
        this.#setup.state.waitUntil(this.#flush());
      },
      Math.max(0, this.#pauseUntil - Date.now()),
    );
  }

  async #flush(): Promise<void> {
    const facts = this.#pending;
    this.#pending = [];
    this.#flushing = true;
    try {
      await this.#send(facts);
    } finally {
      this.#flushing = false;
      this.#schedule();
    }
  }

  async #send(facts: readonly Told[]): Promise<void> {
    const startedAt = Date.now();
    const frame = frameOf(facts, this.#setup.now());
    const last = frame.to;
    const whole = crowdJson(frame);
    await this.crowd.sendAll((socket) => {
      const seen = this.#caughtUp.get(socket);
      if (seen === undefined) return whole;
      if (last >= seen) this.#caughtUp.delete(socket);
      return seen >= last ? null : JSON.stringify(restOf(frame, seen));
    });
    const endedAt = Date.now();
    this.#pauseUntil = endedAt + pauseAfter(endedAt - startedAt);
  }
}

/** The pause after a flush that took so long (ms): never shorter than the flush, so a large audience paces itself. */
function pauseAfter(tookMs: number): number {
  return Math.max(FLUSH_PAUSE_MS, tookMs, Math.min(PAUSE_FACTOR * tookMs, UNNOTICED_PAUSE_MS));
}

/**
 * How a room notifies its watchers. It sends events in flushes: one frame for everyone, encoded once, or more frames if
 * the events are too long for one. A single bid is sent immediately, no matter how many people watch. If many bids
 * arrived during the last flush, the room pauses for at least as long as that flush took. In a burst, more watchers
 * slow down the flushes, not the bids. When the room is full, additional watchers connect to a relay (`relays.ts`),
 * which gets the same events.
 *
 * Invariant: after its first frame, no socket gets a fact twice or out of order. If a flush fails, or the room crashes
 * before it, its facts are not sent. A client that sees the gap in the next frame reconnects to get them.
 */
import type { EventsFrame, ServerFrame } from "../../contract/live.ts";
import type { SequencedFact } from "../../rules/facts.ts";
import { asciiJson, frameOf, type QueuedEvent, framePartAfter } from "../views/frames.ts";
import { Connections, type WatchRequest } from "./connections.ts";
import type { LiveEvents } from "./live-events.ts";
import { Relays, type RelayStubs } from "./relays.ts";

/** The shortest time between two flushes. No one would notice a shorter one. */
const MIN_FLUSH_INTERVAL_MS = 25;
/** The least time from a turn to its frame, so that the bidder's own answer goes first. */
const ACK_HEAD_START_MS = 2;
/** Up to this length, the pause is a multiple of the flush's own time. That leaves most of the time for bids. */
const MAX_UNNOTICED_PAUSE_MS = 100;
const PAUSE_FACTOR = 8;
/** The number of watchers is sent at most this often. Sending it takes at most 10% of the time. */
const MIN_PRESENCE_PAUSE_MS = 1_000;
const PRESENCE_PAUSE_FACTOR = 10;

export class Broadcaster {
  readonly #ctx: DurableObjectState;
  readonly #events: LiveEvents;
  readonly #relayAfter: number;
  readonly connections: Connections;
  readonly relays: Relays;
  /** Events that are not yet sent, oldest first. */
  #pending: QueuedEvent[] = [];
  #isFlushDue = false;
  #isFlushing = false;
  #pauseUntil = 0;
  /** Sockets that opened while events waited, with the last fact in their first frame. They skip events up to it. */
  readonly #firstFrameSeqs = new Map<WebSocket, number>();
  #isPresenceDue = false;
  #presencePauseMs = MIN_PRESENCE_PAUSE_MS;
  #sentWatching = 0;

  /** `relayAfter` is how many watchers the room, and then each relay, has before the next relay opens. */
  constructor(ctx: DurableObjectState, events: LiveEvents, relayStubs: RelayStubs, relayAfter: number) {
    this.#ctx = ctx;
    this.#events = events;
    this.#relayAfter = relayAfter;
    this.connections = new Connections(ctx, (closed) => {
      if (closed) this.#firstFrameSeqs.delete(closed);
      this.#schedulePresence();
    });
    this.relays = new Relays(ctx, events, relayStubs, relayAfter, () => this.#schedulePresence());
    // After the room woke or crashed.
    this.relays.wake();
  }

  /** The number of watchers, without those whose clients are gone. */
  get watching(): number {
    this.connections.closeSilent();
    return this.connections.size + this.relays.watching;
  }

  /** Where a new watcher connects: to this room, or to the relay with this number. Null if all are full. */
  assignWatcher(): number | "room" | null {
    return this.connections.size < this.#relayAfter ? "room" : this.relays.assignWatcher();
  }

  /** Accepts a socket and sends it its first frame, which brings it up to fact `request.seq`. */
  addWatcher(socket: WebSocket, request: WatchRequest, firstFrame: string): void {
    this.connections.accept(socket, request);
    this.connections.send(socket, firstFrame);
    if (this.#pending.length > 0 || this.#isFlushing) this.#firstFrameSeqs.set(socket, request.seq);
  }

  /** Queues facts for the next flush, which starts within milliseconds if the last one was long enough ago. */
  broadcast(facts: readonly SequencedFact[]): void {
    // Without watchers there's nothing to send. A later one gets a first frame.
    if (this.connections.size === 0 && this.relays.isEmpty) return;
    const events = this.#events.eventsOf(facts);
    this.relays.send(events);
    if (this.connections.size === 0) return;
    for (const event of events) this.#pending.push(event);
    this.#schedule();
  }

  /** Schedules a frame with the number of watchers, which has changed here or at a relay. */
  #schedulePresence(): void {
    if (this.#isPresenceDue) return;
    this.#isPresenceDue = true;
    setTimeout(() => this.#ctx.waitUntil(this.#sendPresence()), this.#presencePauseMs);
  }

  async #sendPresence(): Promise<void> {
    this.#isPresenceDue = false;
    const { watching } = this;
    if (watching === this.#sentWatching) return;
    this.#sentWatching = watching;
    const startedAt = Date.now();
    const text = JSON.stringify({ type: "presence", watching } satisfies ServerFrame);
    await Promise.all([this.connections.sendAll(() => text), this.relays.forward(text)]);
    this.#presencePauseMs = Math.max(MIN_PRESENCE_PAUSE_MS, PRESENCE_PAUSE_FACTOR * (Date.now() - startedAt));
  }

  #schedule(): void {
    if (this.#isFlushing || this.#isFlushDue || this.#pending.length === 0) return;
    this.#isFlushDue = true;
    setTimeout(
      () => {
        this.#isFlushDue = false;
        this.#ctx.waitUntil(this.#flush());
      },
      Math.max(ACK_HEAD_START_MS, this.#pauseUntil - Date.now()),
    );
  }

  async #flush(): Promise<void> {
    const events = this.#pending;
    this.#pending = [];
    this.#isFlushing = true;
    try {
      await this.#send(events);
    } finally {
      this.#isFlushing = false;
      this.#schedule();
    }
  }

  async #send(events: readonly QueuedEvent[]): Promise<void> {
    const startedAt = Date.now();
    const context = this.#events.frameContext();
    for (let remaining = events; remaining.length > 0;) {
      const frame = frameOf(remaining, context, this.#events.limits.bidsPerFrame);
      await this.#sendFrame(frame);
      remaining = remaining.filter(({ seq }) => seq > frame.to);
    }
    const endedAt = Date.now();
    const pauseMs = pauseAfter(endedAt - startedAt, this.#pending.length, this.connections.sliceCount);
    this.#pauseUntil = Math.max(startedAt + MIN_FLUSH_INTERVAL_MS, endedAt + pauseMs);
  }

  async #sendFrame(frame: EventsFrame): Promise<void> {
    const last = frame.to;
    const text = asciiJson(frame);
    await this.connections.sendAll((socket) => {
      const received = this.#firstFrameSeqs.get(socket);
      if (received === undefined) return text;
      if (last >= received) this.#firstFrameSeqs.delete(socket);
      return received >= last ? null : JSON.stringify(framePartAfter(frame, received));
    });
  }
}

/**
 * The pause after a flush that took `tookMs` and was sent in `sliceCount` slices, if `waitingCount` events arrived
 * meanwhile. A single event causes no pause. The pause grows with each further event, up to its full length at one
 * event per slice. At that length it leaves most of the time for bids and is never shorter than the flush.
 */
export function pauseAfter(tookMs: number, waitingCount: number, sliceCount: number): number {
  const share = Math.min(1, Math.max(0, waitingCount - 1) / Math.max(1, sliceCount));
  return share * Math.max(tookMs, Math.min(PAUSE_FACTOR * tookMs, MAX_UNNOTICED_PAUSE_MS));
}

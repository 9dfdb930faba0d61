import type { Standing } from "../contract/bid.ts";
/**
 * The sockets of one room: who watches, and how they are told. Under load the audience is told in flushes: one frame,
 * encoded once, sent in slices with a turn of the event loop between them, so that a bid never waits for the crowd.
 * The pause between flushes is never shorter than the last flush took: a large audience paces itself.
 *
 * Invariant: each socket hears every fact after the one it joined at, in order, once.
 */
import { MAX_BIDS_PER_FLUSH, type LiveEvent, type ServerFrame } from "../contract/live.ts";
import type { Viewer } from "./rpc.ts";

/** Two flushes are at least this far apart: below it nobody sees a difference. */
const FLUSH_PAUSE_MS = 25;
/** Sockets served before the loop gets a turn: about 8 ms of sending. */
const SLICE = 256;
/** The count of watchers is told at most this often. */
const PRESENCE_PAUSE_MS = 1_000;

/** Open sockets of one network in one room: a household with many tabs, not a crowd that keeps others out. */
const SOCKETS_PER_NETWORK = 20;
/** Open sockets of one room, below the platform's 32,768. */
const SOCKETS_PER_ROOM = 20_000;

/** Who comes in, and from where. */
export type Joining = { readonly viewer: Viewer | null; readonly network: string };

/** Where the auction stands when a frame is made; `serverTime` is epoch ms. */
export type Now = { readonly auction: Standing; readonly serverTime: number };

export class Audience {
  readonly #state: DurableObjectState;
  readonly #standing: () => Now;
  /** The open sockets. The platform's own list is made anew at each call and still names closing ones. */
  readonly #sockets: Set<WebSocket>;
  /** Events that were recorded and not yet flushed, oldest first. */
  #pending: LiveEvent[] = [];
  #flushDue = false;
  #flushing = false;
  #pauseUntil = 0;
  /** Sockets that joined while facts were waiting: they were caught up at the door and skip these. */
  readonly #caughtUp = new Map<WebSocket, number>();
  #presenceDue = false;
  #toldWatching = 0;

  constructor(state: DurableObjectState, standing: () => Now) {
    this.#state = state;
    this.#standing = standing;
    this.#sockets = new Set(state.getWebSockets());
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  get watching(): number {
    return this.#sockets.size;
  }

  /** Whether one more socket from this network may come in, and if not, why. `scale` multiplies the limits. */
  full(network: string, scale: number): "network" | "room" | null {
    if (this.#sockets.size >= SOCKETS_PER_ROOM) return "room";
    const open = this.#state.getWebSockets(`network:${network}`).filter((socket) => this.#sockets.has(socket));
    return open.length >= SOCKETS_PER_NETWORK * scale ? "network" : null;
  }

  /** Takes a socket in and hands it the first frame, which brings it up to fact `seq`. */
  join(socket: WebSocket, { viewer, network }: Joining, first: string, seq: number): void {
    const session = viewer ? [`session:${viewer.sessionId}`] : [];
    this.#state.acceptWebSocket(socket, [...session, `network:${network}`]);
    socket.serializeAttachment(viewer);
    this.#sockets.add(socket);
    this.#send(socket, first);
    if (this.#pending.length > 0 || this.#flushing) this.#caughtUp.set(socket, seq);
    this.#presenceChanged();
  }

  leave(socket: WebSocket): void {
    this.#sockets.delete(socket);
    this.#caughtUp.delete(socket);
    this.#presenceChanged();
  }

  /** The sockets of a session that has ended become a visitor's. */
  demote(sessionId: string): void {
    for (const socket of this.#state.getWebSockets(`session:${sessionId}`)) socket.serializeAttachment(null);
  }

  viewerOf(socket: WebSocket): Viewer | null {
    const viewer: Viewer | null = socket.deserializeAttachment();
    return viewer;
  }

  answer(socket: WebSocket, frame: ServerFrame): void {
    this.#send(socket, JSON.stringify(frame));
  }

  /** Queues events for the next flush, which goes out at once when the last one is long enough ago. */
  tell(events: () => readonly LiveEvent[]): void {
    // Nobody is here: who joins later is caught up at the door.
    if (this.#sockets.size === 0) return;
    for (const event of events()) this.#pending.push(event);
    this.#schedule();
  }

  #presenceChanged(): void {
    if (this.#presenceDue) return;
    this.#presenceDue = true;
    setTimeout(() => {
      this.#presenceDue = false;
      const watching = this.watching;
      if (watching === this.#toldWatching) return;
      this.#toldWatching = watching;
      const text = JSON.stringify({ type: "presence", watching } satisfies ServerFrame);
      for (const socket of this.#sockets) this.#send(socket, text);
    }, PRESENCE_PAUSE_MS);
  }

  #schedule(): void {
    if (this.#flushing || this.#flushDue || this.#pending.length === 0) return;
    // A macrotask even when no pause is due: the bidder's own answer leaves first.
    this.#flushDue = true;
    setTimeout(
      () => {
        this.#flushDue = false;
        this.#state.waitUntil(this.#flush());
      },
      Math.max(0, this.#pauseUntil - Date.now()),
    );
  }

  async #flush(): Promise<void> {
    const events = this.#pending;
    this.#pending = [];
    const sockets = Array.from(this.#sockets);
    this.#flushing = true;
    const startedAt = Date.now();
    const standing = this.#standing();
    const whole = JSON.stringify(frameOf(events, standing));
    for (let start = 0; start < sockets.length; start += SLICE) {
      if (start > 0) await new Promise((resolve) => setImmediate(resolve));
      for (const socket of sockets.slice(start, start + SLICE)) {
        const seen = this.#caughtUp.get(socket);
        if (seen === undefined) this.#send(socket, whole);
        else this.#sendUnseen(socket, seen, events, standing);
      }
    }
    const endedAt = Date.now();
    this.#pauseUntil = endedAt + Math.max(FLUSH_PAUSE_MS, endedAt - startedAt);
    this.#flushing = false;
    this.#schedule();
  }

  #sendUnseen(socket: WebSocket, seen: number, events: readonly LiveEvent[], standing: Now): void {
    const unseen = events.filter((event) => event.seq > seen);
    if (unseen.length > 0) this.#send(socket, JSON.stringify(frameOf(unseen, standing)));
    const last = events.at(-1)?.seq ?? seen;
    if (last >= seen) this.#caughtUp.delete(socket);
  }

  /** A socket may die between being listed and being written to: then it leaves. */
  #send(socket: WebSocket, text: string): void {
    if (socket.readyState !== WebSocket.READY_STATE_OPEN) return this.leave(socket);
    try {
      socket.send(text);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.leave(socket);
    }
  }
}

/** One frame for a run of events. More than 50 bids in it: the newest 50 are named, the rest is counted. */
export function frameOf(events: readonly LiveEvent[], now: Now): ServerFrame {
  const bids = events.filter((event) => event.type === "newBid").length;
  const omitted = Math.max(0, bids - MAX_BIDS_PER_FLUSH);
  let toSkip = omitted;
  const named = events.filter((event) => event.type !== "newBid" || toSkip-- <= 0);
  return { type: "events", from: events[0]?.seq ?? 0, to: events.at(-1)?.seq ?? 0, omitted, ...now, events: named };
}

/** What a client that has seen fact `after` missed, whole; nothing missed is a frame without events. */
export function catchUpFrame(after: number, events: readonly LiveEvent[], now: Now): ServerFrame {
  return { type: "events", from: after + 1, to: after + events.length, omitted: 0, ...now, events: [...events] };
}

/**
 * The open sockets of one object, with the session and network behind each, and how to send a frame to all of them. A
 * frame goes out in slices with a turn of the event loop in between, so that a bid never waits for all sockets.
 */
import type { ServerFrame } from "../../contract/live.ts";
import { CLOSE_GONE, isSilent } from "../../platform/silent-sockets.ts";
import { ipVersionOf, ROOM_SOCKETS_PER_NETWORK, ROOM_SOCKETS_PER_PERSON } from "../../rate-limits/limits.ts";
import type { Actor, Viewer } from "../../rpc/room-rpc.ts";

/** Sockets written to before the event loop gets a turn, about 8 ms of sending. */
const SLICE_SIZE = 256;
/** Open sockets of one object, below the platform's 32,768. */
const MAX_SOCKETS = 20_000;
/** How often to check sockets for clients that are gone. It takes a few milliseconds for thousands. */
const CHECK_INTERVAL_MS = 30_000;

/** A new socket: its session (null for a visitor), its network, and the last fact in its first frame. */
export type WatchRequest = { readonly viewer: Viewer | null; readonly network: string; readonly seq: number };
/** Why one more socket can't open: either its caller or the object has too many. */
export type ExceededLimit = "caller" | "object";
type WatcherAttachment = Pick<WatchRequest, "viewer" | "seq"> & {
  /** Epoch ms. */
  readonly openedAt: number;
};

export class Connections {
  readonly #ctx: DurableObjectState;
  readonly #onChange: (closed?: WebSocket) => void;
  /** The platform rebuilds its own list on each call, and that list still includes closing sockets. */
  readonly #sockets: Set<WebSocket>;
  /** Deserialized attachments. Reading one costs more than everything else that a bid's frame needs. */
  readonly #viewers = new WeakMap<WebSocket, Viewer | null>();
  /** When each socket last sent a message to this instance (epoch ms). */
  readonly #usedAt = new WeakMap<WebSocket, number>();
  #checkedAt = 0;

  /** `onChange` is called when a socket has opened, or with the socket that has closed. */
  constructor(ctx: DurableObjectState, onChange: (closed?: WebSocket) => void) {
    this.#ctx = ctx;
    this.#onChange = onChange;
    this.#sockets = new Set(ctx.getWebSockets().filter((socket) => socket.readyState === WebSocket.READY_STATE_OPEN));
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  get size(): number {
    return this.#sockets.size;
  }

  /** How many slices it takes to send everyone a frame. */
  get sliceCount(): number {
    return Math.ceil(this.#sockets.size / SLICE_SIZE);
  }

  /**
   * Why one more socket can't open, or null. Sockets count toward the limit of the signed-in person, or of a visitor's
   * network. `limitScale` multiplies the limits.
   */
  findExceededLimit({ viewer, network }: Omit<WatchRequest, "seq">, limitScale: number): ExceededLimit | null {
    if (this.#sockets.size >= MAX_SOCKETS) return "object";
    const max = viewer ? ROOM_SOCKETS_PER_PERSON : ROOM_SOCKETS_PER_NETWORK[ipVersionOf(network)];
    const own = this.#ctx.getWebSockets(callerTag(viewer, network)).filter((socket) => this.#sockets.has(socket));
    if (own.length < max * limitScale) return null;
    const gone = own.filter((socket) => this.#closeIfSilent(socket, Date.now()));
    return own.length - gone.length >= max * limitScale ? "caller" : null;
  }

  accept(socket: WebSocket, { viewer, network, seq }: WatchRequest): void {
    const session = viewer ? [`session:${viewer.sessionId}`] : [];
    this.#ctx.acceptWebSocket(socket, [...session, callerTag(viewer, network)]);
    this.#attach(socket, { viewer, seq, openedAt: Date.now() });
    this.#sockets.add(socket);
    this.#onChange();
  }

  recordMessage(socket: WebSocket): void {
    this.#usedAt.set(socket, Date.now());
  }

  /**
   * Closes the sockets whose clients are gone. Call it whenever you need the number of watchers. It checks only at
   * intervals.
   */
  closeSilent(): void {
    const now = Date.now();
    if (now - this.#checkedAt < CHECK_INTERVAL_MS) return;
    this.#checkedAt = now;
    for (const socket of this.#sockets) this.#closeIfSilent(socket, now);
  }

  remove(socket: WebSocket): void {
    if (this.#sockets.delete(socket)) this.#onChange(socket);
  }

  /** Sockets of an ended session stay open as visitors' sockets. */
  endSession(sessionId: string): void {
    for (const socket of this.#ctx.getWebSockets(`session:${sessionId}`)) {
      this.#attach(socket, { ...attachmentOf(socket), viewer: null });
    }
  }

  /** The session behind a socket. Null for a visitor. */
  viewerOf(socket: WebSocket): Viewer | null {
    let viewer = this.#viewers.get(socket);
    if (viewer === undefined) {
      ({ viewer } = attachmentOf(socket));
      this.#viewers.set(socket, viewer);
    }
    return viewer;
  }

  /** Records that the session behind a socket was confirmed, with its user's data as of `checkedAt` (epoch ms). */
  recordCheck(socket: WebSocket, actor: Actor, checkedAt: number): void {
    const attachment = attachmentOf(socket);
    const { viewer } = attachment;
    if (viewer) this.#attach(socket, { ...attachment, viewer: { ...viewer, actor, checkedAt } });
  }

  /** The number of the last fact in each socket's first frame, for an object that has just woken. */
  *firstFrameSeqs(): Iterable<[WebSocket, number]> {
    for (const socket of this.#sockets) yield [socket, attachmentOf(socket).seq];
  }

  reply(socket: WebSocket, frame: ServerFrame): void {
    this.send(socket, JSON.stringify(frame));
  }

  /** Sends a frame's text. If the socket has closed since it was listed, removes the socket. */
  send(socket: WebSocket, text: string): void {
    if (socket.readyState !== WebSocket.READY_STATE_OPEN) return this.remove(socket);
    try {
      socket.send(text);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.remove(socket);
    }
  }

  /** Sends each open socket the text from `textFor`, or nothing if that returns null. */
  async sendAll(textFor: (socket: WebSocket) => string | null): Promise<void> {
    const sockets = Array.from(this.#sockets);
    for (let start = 0; start < sockets.length; start += SLICE_SIZE) {
      if (start > 0) await new Promise((resolve) => setImmediate(resolve));
      for (const socket of sockets.slice(start, start + SLICE_SIZE)) {
        const text = textFor(socket);
        if (text !== null) this.send(socket, text);
      }
    }
  }

  #closeIfSilent(socket: WebSocket, now: number): boolean {
    const lastActiveAt = () => this.#usedAt.get(socket) ?? attachmentOf(socket).openedAt;
    if (!isSilent(this.#ctx, socket, lastActiveAt, now)) return false;
    this.remove(socket);
    if (socket.readyState === WebSocket.READY_STATE_OPEN) socket.close(CLOSE_GONE, "no ping for too long");
    return true;
  }

  #attach(socket: WebSocket, attachment: WatcherAttachment): void {
    socket.serializeAttachment(attachment);
    this.#viewers.delete(socket);
  }
}

function callerTag(viewer: Viewer | null, network: string): string {
  return viewer ? `person:${viewer.actor.id}` : `network:${network}`;
}

function attachmentOf(socket: WebSocket): WatcherAttachment {
  const attachment: WatcherAttachment = socket.deserializeAttachment();
  return attachment;
}

/**
 * The open sockets of one object: the sessions and the networks behind them, and how a frame is sent to all of them. It is
 * sent in slices with a turn of the event loop in between, so that a bid never waits for all of them.
 */
import type { ServerFrame } from "../../contract/live.ts";
import { OPEN_SOCKETS_PER_NETWORK } from "../../rate-limits/numbers.ts";
import type { Viewer } from "../rpc.ts";

/** Sockets written to before the event loop gets a turn: about 8 ms of sending. */
const SLICE = 256;
/** Open sockets of one object, below the platform's 32,768. */
const MAX_SOCKETS = 20_000;

/** A new socket: its session (null is a visitor), its network, and the last fact in its first frame. */
export type Joining = { readonly viewer: Viewer | null; readonly network: string; readonly seq: number };
type Attachment = Pick<Joining, "viewer" | "seq">;

export class Connections {
  readonly #ctx: DurableObjectState;
  readonly #onChange: (closed?: WebSocket) => void;
  /** The platform's own list is built again at each call and still names closing sockets. */
  readonly #sockets: Set<WebSocket>;
  /** Deserialised attachments: reading one costs more than everything else that a bid's frame needs. */
  readonly #viewers = new WeakMap<WebSocket, Viewer | null>();

  /** `onChange` is called when a socket has opened, or with the socket that has closed. */
  constructor(ctx: DurableObjectState, onChange: (closed?: WebSocket) => void) {
    this.#ctx = ctx;
    this.#onChange = onChange;
    this.#sockets = new Set(ctx.getWebSockets());
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  get size(): number {
    return this.#sockets.size;
  }

  /** Why one more socket from this network may not open; null when it may. `limitScale` multiplies the limit. */
  isFull(network: string, limitScale: number): "network" | "object" | null {
    if (this.#sockets.size >= MAX_SOCKETS) return "object";
    const open = this.#ctx.getWebSockets(`network:${network}`).filter((socket) => this.#sockets.has(socket));
    return open.length >= OPEN_SOCKETS_PER_NETWORK * limitScale ? "network" : null;
  }

  accept(socket: WebSocket, { viewer, network, seq }: Joining): void {
    const session = viewer ? [`session:${viewer.sessionId}`] : [];
    this.#ctx.acceptWebSocket(socket, [...session, `network:${network}`]);
    this.#attach(socket, { viewer, seq });
    this.#sockets.add(socket);
    this.#onChange();
  }

  remove(socket: WebSocket): void {
    if (this.#sockets.delete(socket)) this.#onChange(socket);
  }

  /** The sockets of a session that has ended stay open as a visitor's. */
  endSession(sessionId: string): void {
    for (const socket of this.#ctx.getWebSockets(`session:${sessionId}`)) {
      this.#attach(socket, { viewer: null, seq: attachmentOf(socket).seq });
    }
  }

  /** The session behind a socket; null is a visitor. */
  viewerOf(socket: WebSocket): Viewer | null {
    let viewer = this.#viewers.get(socket);
    if (viewer === undefined) {
      ({ viewer } = attachmentOf(socket));
      this.#viewers.set(socket, viewer);
    }
    return viewer;
  }

  /** The session behind a socket was used at `at` (epoch ms). */
  noteUse(socket: WebSocket, at: number): void {
    const { viewer, seq } = attachmentOf(socket);
    if (viewer) this.#attach(socket, { viewer: { ...viewer, usedAt: at }, seq });
  }

  /** The fact that each socket was caught up to when it opened: for an object that has lost its memory. */
  *joinedAt(): Iterable<[WebSocket, number]> {
    for (const socket of this.#sockets) yield [socket, attachmentOf(socket).seq];
  }

  answer(socket: WebSocket, frame: ServerFrame): void {
    this.send(socket, JSON.stringify(frame));
  }

  /** A socket that closed since it was listed is removed. */
  send(socket: WebSocket, text: string): void {
    if (socket.readyState !== WebSocket.READY_STATE_OPEN) return this.remove(socket);
    try {
      socket.send(text);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.remove(socket);
    }
  }

  /** Sends every socket that is open now its text; null sends nothing. */
  async sendAll(textFor: (socket: WebSocket) => string | null): Promise<void> {
    const sockets = Array.from(this.#sockets);
    for (let start = 0; start < sockets.length; start += SLICE) {
      if (start > 0) await new Promise((resolve) => setImmediate(resolve));
      for (const socket of sockets.slice(start, start + SLICE)) {
        const text = textFor(socket);
        if (text !== null) this.send(socket, text);
      }
    }
  }

  #attach(socket: WebSocket, attachment: Attachment): void {
    socket.serializeAttachment(attachment);
    this.#viewers.delete(socket);
  }
}

function attachmentOf(socket: WebSocket): Attachment {
  const attachment: Attachment = socket.deserializeAttachment();
  return attachment;
}

/**
 * The open sockets of one object: who they are, where they come from, and how all of them are written to. A crowd is
 * served in slices with a turn of the event loop between them, so that a bid never waits for it.
 */
import type { ServerFrame } from "../../contract/live.ts";
import type { Viewer } from "../rpc.ts";

/** Sockets served before the loop gets a turn: about 8 ms of sending. */
const SLICE = 256;
/** Open sockets of one network in one object: a household with many tabs, not a crowd that keeps others out. */
const SOCKETS_PER_NETWORK = 20;
/** Open sockets of one object, below the platform's 32,768. */
const SOCKETS_PER_OBJECT = 20_000;

/** Who comes in, and from where; `seq` is the last fact that they have been told. */
export type Joining = { readonly viewer: Viewer | null; readonly network: string; readonly seq: number };
type Attachment = Pick<Joining, "viewer" | "seq">;

export class Crowd {
  readonly #state: DurableObjectState;
  readonly #changed: (gone?: WebSocket) => void;
  /** The platform's own list is made anew at each call and still names closing sockets. */
  readonly #sockets: Set<WebSocket>;
  /** Who has been asked after lately: reading an attachment costs more than all else that a bid's frame is asked. */
  readonly #viewers = new WeakMap<WebSocket, Viewer | null>();

  /** `changed` hears that someone has come, or who has gone. */
  constructor(state: DurableObjectState, changed: (gone?: WebSocket) => void) {
    this.#state = state;
    this.#changed = changed;
    this.#sockets = new Set(state.getWebSockets());
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  get size(): number {
    return this.#sockets.size;
  }

  /** Whether one more socket from this network may come in, and if not, why. `scale` multiplies the limits. */
  full(network: string, scale: number): "network" | "object" | null {
    if (this.#sockets.size >= SOCKETS_PER_OBJECT) return "object";
    const open = this.#state.getWebSockets(`network:${network}`).filter((socket) => this.#sockets.has(socket));
    return open.length >= SOCKETS_PER_NETWORK * scale ? "network" : null;
  }

  take(socket: WebSocket, { viewer, network, seq }: Joining): void {
    const session = viewer ? [`session:${viewer.sessionId}`] : [];
    this.#state.acceptWebSocket(socket, [...session, `network:${network}`]);
    this.#attach(socket, { viewer, seq });
    this.#sockets.add(socket);
    this.#changed();
  }

  leave(socket: WebSocket): void {
    if (this.#sockets.delete(socket)) this.#changed(socket);
  }

  /** The sockets of a session that has ended become a visitor's. */
  demote(sessionId: string): void {
    for (const socket of this.#state.getWebSockets(`session:${sessionId}`)) {
      this.#attach(socket, { viewer: null, seq: attachmentOf(socket).seq });
    }
  }

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

  /** The last fact that each had been told when it came in, for an object that has forgotten. */
  *joinedAt(): Iterable<[WebSocket, number]> {
    for (const socket of this.#sockets) yield [socket, attachmentOf(socket).seq];
  }

  #attach(socket: WebSocket, attachment: Attachment): void {
    socket.serializeAttachment(attachment);
    this.#viewers.delete(socket);
  }

  answer(socket: WebSocket, frame: ServerFrame): void {
    this.send(socket, JSON.stringify(frame));
  }

  /** A socket may die between being listed and being written to: then it leaves. */
  send(socket: WebSocket, text: string): void {
    if (socket.readyState !== WebSocket.READY_STATE_OPEN) return this.leave(socket);
    try {
      socket.send(text);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.leave(socket);
    }
  }

  /** Writes to everyone who is here now, what is theirs; null is nothing. */
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
}

function attachmentOf(socket: WebSocket): Attachment {
  const attachment: Attachment = socket.deserializeAttachment();
  return attachment;
}

/** Someone who watches the room over its socket, comes back when it breaks, and keeps every frame for the judge. */
import { type ServerFrame, serverFrame } from "../../../worker/contract/live.ts";
import type { Actor, Viewer } from "../../../worker/room/rpc.ts";
import { standIn } from "../../../worker/testing/stand-in.ts";
import type { Life } from "./life.ts";
import type { ClientEnd } from "./sockets.ts";

/** One connection: what it asked for and what it heard. */
export type Listening = { readonly after: number | null; readonly frames: ServerFrame[] };

const DAY_MS = 24 * 3_600_000;

export class Watcher {
  readonly listenings: Listening[] = [];
  readonly #life: Life;
  readonly actor: Actor | null;
  readonly #onAck: (frame: Extract<ServerFrame, { type: "ack" }>) => void;
  #socket: ClientEnd | null = null;
  #listening: Listening | null = null;
  /** The last fact that this person knows of. */
  seen: number | null = null;
  #left = false;

  constructor(life: Life, actor: Actor | null, onAck: (frame: Extract<ServerFrame, { type: "ack" }>) => void) {
    this.#life = life;
    this.actor = actor;
    this.#onAck = onAck;
  }

  get connected(): boolean {
    return this.#socket !== null;
  }

  /** Joins, and joins again until it is let in or the auction is gone. */
  async join(): Promise<void> {
    while (!this.#left && !this.#socket) {
      try {
        if (!(await this.#open())) return;
      } catch {
        this.#listening = null;
        await this.#life.sleep(300 + this.#life.random.next() * 1_500);
      }
    }
  }

  send(frame: unknown): boolean {
    this.#socket?.send(JSON.stringify(frame));
    return this.#socket !== null;
  }

  leave(): void {
    this.#left = true;
    this.#socket?.close();
    this.#socket = null;
  }

  async #open(): Promise<boolean> {
    const { life, after } = { life: this.#life, after: this.seen };
    const headers = new Headers();
    if (this.actor) {
      const viewer: Viewer = {
        actor: this.actor,
        sessionId: `of ${this.actor.id}`,
        expiresAt: life.loop.now + 400 * DAY_MS,
      };
      headers.set("x-lotline-viewer", encodeURIComponent(JSON.stringify(viewer)));
    }
    const request = standIn<Request>({ url: `http://room/${after === null ? "" : `?after=${after}`}`, headers });
    const listening: Listening = { after, frames: [] };
    this.#listening = listening;
    this.listenings.push(listening);
    const response = await life.ask(async (room) => {
      const answer = await room.fetch(request);
      // The client hears from the moment on at which the room lets it in.
      const socket = standIn<ClientEnd | null>(answer.webSocket);
      if (socket) socket.hears = (text) => this.#hear(listening, text);
      return answer;
    });
    const socket = standIn<ClientEnd | null>(response.webSocket);
    if (!socket) return false;
    if (socket.closed) throw new Error("closed before it was let in");
    this.#socket = socket;
    socket.breaks = () => {
      this.#socket = null;
      void this.join();
    };
    return true;
  }

  #hear(listening: Listening, text: string): void {
    // A connection that this person has given up on says nothing more to them.
    if (this.#listening !== listening) return;
    const frame = serverFrame.parse(JSON.parse(text));
    listening.frames.push(frame);
    if (frame.type === "snapshot") this.seen = frame.seq;
    if (frame.type === "events") this.seen = frame.to;
    if (frame.type === "ack") this.#onAck(frame);
  }
}

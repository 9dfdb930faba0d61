/** A client that watches the room over its socket, reconnects when it breaks, and keeps every frame for the judge. */
import { type ServerFrame, serverFrame } from "../../../worker/contract/live.ts";
import type { Actor, Viewer } from "../../../worker/room/rpc.ts";
import { standIn } from "../../../worker/testing/stand-in.ts";
import { type Connection, lastFactIn } from "../oracle/sockets.ts";
import type { Simulation } from "./simulation.ts";
import type { ClientEnd } from "./sockets.ts";

const DAY_MS = 24 * 3_600_000;

export class Watcher {
  readonly connections: Connection[] = [];
  readonly #simulation: Simulation;
  readonly actor: Actor | null;
  readonly #onAck: (frame: Extract<ServerFrame, { type: "ack" }>) => void;
  #socket: ClientEnd | null = null;
  #connection: Connection | null = null;
  /** The last fact that this client knows of. */
  seen: number | null = null;
  #left = false;

  constructor(
    simulation: Simulation,
    actor: Actor | null,
    onAck: (frame: Extract<ServerFrame, { type: "ack" }>) => void,
  ) {
    this.#simulation = simulation;
    this.actor = actor;
    this.#onAck = onAck;
  }

  get connected(): boolean {
    return this.#socket !== null;
  }

  /** Connects repeatedly until it is accepted or the auction is deleted. */
  async join(): Promise<void> {
    while (!this.#left && !this.#socket) {
      try {
        if (!(await this.#open())) return;
      } catch {
        this.#connection = null;
        await this.#simulation.sleep(300 + this.#simulation.random.next() * 1_500);
      }
    }
  }

  send(frame: unknown): boolean {
    this.#socket?.send(JSON.stringify(frame));
    return this.#socket !== null;
  }

  disconnect(): void {
    this.#left = true;
    this.#socket?.close();
    this.#socket = null;
  }

  async #open(): Promise<boolean> {
    const { simulation, after } = { simulation: this.#simulation, after: this.seen };
    const headers = new Headers();
    if (this.actor) {
      const viewer: Viewer = {
        actor: this.actor,
        sessionId: `of ${this.actor.id}`,
        expiresAt: simulation.loop.now + 400 * DAY_MS,
      };
      headers.set("x-lotline-viewer", encodeURIComponent(JSON.stringify(viewer)));
    }
    const request = standIn<Request>({ url: `http://room/${after === null ? "" : `?after=${after}`}`, headers });
    const connection: Connection = { after, frames: [] };
    this.#connection = connection;
    this.connections.push(connection);
    const response = await simulation.ask(async (room) => {
      const answer = await room.fetch(request);
      // The client receives from the moment on at which the room accepts it.
      const socket = standIn<ClientEnd | null>(answer.webSocket);
      if (socket) socket.onText = (text) => this.#receive(connection, text);
      return answer;
    });
    if (response.status === 503) throw new Error("the room is busy");
    const socket = standIn<ClientEnd | null>(response.webSocket);
    if (!socket) return false;
    if (socket.closed) throw new Error("closed before it was accepted");
    this.#socket = socket;
    socket.onBreak = () => {
      this.#socket = null;
      void this.join();
    };
    return true;
  }

  #receive(connection: Connection, text: string): void {
    // A connection that was given up is not read any more.
    if (this.#connection !== connection) return;
    const frame = serverFrame.parse(JSON.parse(text));
    connection.frames.push(frame);
    this.seen = lastFactIn(frame) ?? this.seen;
    if (frame.type === "ack") this.#onAck(frame);
  }
}

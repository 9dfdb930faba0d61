/**
 * A client that watches a room over a socket, reconnects when the socket breaks, and keeps every frame for the judge.
 */
import { type ServerFrame, serverFrame } from "../../../worker/contract/live.ts";
import type { AuctionRoom } from "../../../worker/room/auction-room.ts";
import { NETWORK_HEADER, RELAY_HEADER, VIEWER_HEADER } from "../../../worker/rpc/internal-headers.ts";
import type { Actor } from "../../../worker/rpc/room-rpc.ts";
import { standIn } from "../../../worker/testing/stand-in.ts";
import type { ReceivedFact } from "../invariants/reads.ts";
import { type SocketRecord, lastFactIn } from "../invariants/sockets.ts";
import type { SimulatedSession } from "./people.ts";
import type { SimulatedObject, ObjectHandlers } from "./simulated-object.ts";
import type { Simulation } from "./simulation.ts";
import type { ClientEnd } from "./sockets.ts";

/**
 * The first wait before retrying an auction that isn't found. It doubles each time, as the auction may be gone for
 * good.
 */
const FIRST_WAIT_MS = 2_000;

export class SimulatedWatcher {
  readonly connections: SocketRecord[] = [];
  readonly receivedFacts: ReceivedFact[] = [];
  readonly actor: Actor | null;
  readonly session: SimulatedSession | null;
  /** Everything that the client received, so that the judge can search it for secrets. */
  readonly texts: string[] = [];
  readonly #simulation: Simulation;
  readonly #room: SimulatedObject<AuctionRoom>;
  readonly #onAck: (frame: Extract<ServerFrame, { type: "ack" }>) => void;
  #socket: ClientEnd | null = null;
  #connection: SocketRecord | null = null;
  /** The last fact that this client has received. */
  lastSeq: number | null = null;
  #waitMs = FIRST_WAIT_MS;

  constructor(
    simulation: Simulation,
    room: SimulatedObject<AuctionRoom>,
    actor: Actor | null,
    session: SimulatedSession | null,
    onAck: (frame: Extract<ServerFrame, { type: "ack" }>) => void,
  ) {
    this.#simulation = simulation;
    this.#room = room;
    this.actor = actor;
    this.session = session;
    this.#onAck = onAck;
  }

  get connected(): boolean {
    return this.#socket !== null;
  }

  /** Connects, and retries until the connection is accepted. */
  async join(): Promise<void> {
    while (!this.#socket) {
      try {
        if (await this.#open()) return;
        await this.#simulation.sleep(this.#waitMs);
        this.#waitMs *= 2;
      } catch {
        this.#connection = null;
        await this.#simulation.sleep(300 + this.#simulation.random.next() * 1_500);
      }
    }
  }

  /** Tries once, right away, like someone who presses "Reconnect". */
  async reconnect(): Promise<void> {
    if (!this.#socket) await this.#open();
  }

  send(frame: unknown): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  async #open(): Promise<boolean> {
    const { simulation, after } = { simulation: this.#simulation, after: this.lastSeq };
    const headers = new Headers({ [NETWORK_HEADER]: "network" });
    const viewer = this.session && (await this.session.viewer());
    if (viewer) headers.set(VIEWER_HEADER, encodeURIComponent(JSON.stringify(viewer)));
    const connection: SocketRecord = { after, frames: [] };
    this.#connection = connection;
    this.connections.push(connection);
    let response = await this.#connect(this.#room, headers, after, connection);
    const relay = response.headers?.get(RELAY_HEADER) ?? null;
    if (relay !== null) {
      headers.set(RELAY_HEADER, relay);
      response = await this.#connect(simulation.relay(relay), headers, after, connection);
    }
    if (response.status === 503) throw new Error("busy");
    const socket = response.webSocket && standIn<ClientEnd>(response.webSocket);
    if (!socket) return false;
    if (socket.closed) throw new Error("closed before it was accepted");
    this.#socket = socket;
    this.#waitMs = FIRST_WAIT_MS;
    simulation.trace(this.actor?.id ?? "someone", "watches at", relay ?? "the room", "after", after);
    socket.onBreak = () => {
      simulation.trace("a socket at", relay ?? "the room", "breaks after fact", this.lastSeq);
      this.#socket = null;
      void this.join();
    };
    return true;
  }

  #connect(
    host: SimulatedObject<ObjectHandlers & { fetch(request: Request): Promise<Response> }>,
    headers: Headers,
    after: number | null,
    connection: SocketRecord,
  ): Promise<Response> {
    const request = standIn<Request>({ url: `http://room/${after === null ? "" : `?after=${after}`}`, headers });
    return this.#simulation.call(host, async (object) => {
      const response = await object.fetch(request);
      // The client starts receiving as soon as the object accepts the socket.
      const socket = response.webSocket && standIn<ClientEnd>(response.webSocket);
      if (socket) socket.onText = (text) => this.#receive(connection, text);
      return response;
    });
  }

  #receive(connection: SocketRecord, text: string): void {
    // Frames from an abandoned connection are ignored.
    if (this.#connection !== connection) return;
    const frame = serverFrame.parse(JSON.parse(text));
    connection.frames.push(frame);
    this.texts.push(text);
    const seq = lastFactIn(frame);
    if (seq !== null) {
      this.lastSeq = seq;
      this.receivedFacts.push({ seq, at: this.#simulation.loop.now });
    }
    if (frame.type === "ack") this.#onAck(frame);
  }
}

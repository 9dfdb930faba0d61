/** The simulated WebSockets. The object's end can hibernate, and the client's end is a plain listener. */
import { type EventLoop, OUTSIDE } from "./loop.ts";
import type { SimulatedNetwork } from "./network.ts";

type SocketWire = { readonly loop: EventLoop; readonly network: SimulatedNetwork };
const OPEN = 1;
const CLOSED = 3;

/** The client's view of its socket. */
export class ClientEnd {
  onText: (text: string) => void = () => {};
  onBreak: () => void = () => {};
  closed = false;
  /** The object that holds the other end. Null until the object accepts the socket. */
  holder: { receiveText(end: ServerEnd, text: string): void } | null = null;
  server!: ServerEnd;
  readonly #wire: SocketWire;

  constructor(wire: SocketWire) {
    this.#wire = wire;
  }

  send(text: string): void {
    const { loop, network } = this.#wire;
    loop.schedule(network.latencyMs(), OUTSIDE, () => {
      if (this.server.readyState === OPEN) this.holder?.receiveText(this.server, text);
    });
  }
}

export class ServerEnd {
  static readonly READY_STATE_OPEN = OPEN;
  readyState = OPEN;
  tags: readonly string[] = [];
  readonly #wire: SocketWire;
  readonly client: ClientEnd;
  #attachment: unknown = null;
  /** When the last frame arrives. Frames on one socket arrive in order, even if a later one travels faster. */
  #arrivesAt = 0;

  constructor(wire: SocketWire, client: ClientEnd) {
    this.#wire = wire;
    this.client = client;
  }

  send(text: string): void {
    if (this.readyState !== OPEN) throw new TypeError("this socket is not open");
    const { loop } = this.#wire;
    loop.current.sendAfterCommit(() => this.#arrive(() => this.client.onText(text)));
  }

  close(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.#wire.loop.current.sendAfterCommit(() => this.#arrive(() => this.#hangUp()));
  }

  /** Breaks the connection, as its client sees it when the object dies. */
  break(): void {
    this.readyState = CLOSED;
    this.#wire.loop.schedule(this.#wire.network.latencyMs(), OUTSIDE, () => this.#hangUp());
  }

  serializeAttachment(value: unknown): void {
    this.#attachment = structuredClone(value);
  }

  deserializeAttachment(): unknown {
    return structuredClone(this.#attachment);
  }

  #arrive(run: () => void): void {
    const { loop, network } = this.#wire;
    this.#arrivesAt = Math.max(this.#arrivesAt, loop.now + network.latencyMs());
    loop.schedule(this.#arrivesAt - loop.now, OUTSIDE, () => {
      if (!this.client.closed) run();
    });
  }

  #hangUp(): void {
    if (this.client.closed) return;
    this.client.closed = true;
    this.client.onBreak();
  }
}

/** The result of `new WebSocketPair()`. */
export function socketPair(wire: SocketWire): { 0: ClientEnd; 1: ServerEnd } {
  const client = new ClientEnd(wire);
  const server = new ServerEnd(wire, client);
  client.server = server;
  return { 0: client, 1: server };
}

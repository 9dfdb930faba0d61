/**
 * A socket that connects again by itself, as connection.ts says, until it is closed. It sends pings: without them the
 * server takes the page for gone, and a phone that changes networks leaves a socket that looks open, which only a ping
 * without a pong reveals.
 */
import { CLOSE_MANY_PAGES, CLOSE_TRY_LATER, secondsInReason } from "../../worker/contract/close-codes.ts";
import {
  CONNECT_TIMEOUT_MS,
  type Connection,
  connectionAfter,
  type SocketChange,
  spreadDelay,
  STARTING,
} from "./connection.ts";

const PING_INTERVAL_MS = 25_000;
const PONG_TIMEOUT_MS = 8_000;

export type SocketEvents = {
  /** The address of the next attempt. */
  readonly url: () => string;
  readonly onMessage: (text: string) => void;
  /** Called after each change of the connection, and before the first message is. */
  readonly onChange: (connection: Connection, code: number | null) => void;
};

type Timer = ReturnType<typeof setTimeout>;

export class LastingSocket {
  readonly #events: SocketEvents;
  /** Since it was asked to connect, until it is closed. */
  #active = false;
  #socket: WebSocket | null = null;
  #attached = new AbortController();
  #connection: Connection = STARTING;
  #openedAt: number | null = null;
  #timers: { connect?: Timer; ping?: Timer; pong?: Timer } = {};

  constructor(events: SocketEvents) {
    this.#events = events;
  }

  get connection(): Connection {
    return this.#connection;
  }

  /** Connects now: at first, and on request. */
  connect(): void {
    this.#active = true;
    this.#drop();
    this.#change({ type: "asked" }, null);
    this.#open();
  }

  /** Replaces a socket that has lost something by a new one. */
  restart(): void {
    this.#lost({ type: "closed", upMs: this.#upMs() }, null, 0);
  }

  close(): void {
    this.#active = false;
    this.#drop();
    this.#connection = STARTING;
  }

  /** The page or the network came back: checks at once that the socket still works, but never before the server allows it. */
  wake(): void {
    if (!this.#active || this.#connection.phase === "refused") return;
    if (this.#openedAt === null) this.connect();
    else this.#ping();
  }

  /** False when there is no open socket: nothing is queued, because a bid must never be sent later than its bidder thinks. */
  send(text: string): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(text);
    return true;
  }

  #open(): void {
    const socket = new WebSocket(this.#events.url());
    const { signal } = (this.#attached = new AbortController());
    this.#socket = socket;
    this.#timers.connect = setTimeout(() => this.#closed(null), CONNECT_TIMEOUT_MS);
    socket.addEventListener("open", () => this.#opened(), { signal });
    socket.addEventListener("message", ({ data }) => this.#received(String(data)), { signal });
    socket.addEventListener("close", (event) => this.#closed(event), { signal });
  }

  #opened(): void {
    clearTimeout(this.#timers.connect);
    this.#openedAt = Date.now();
    this.#timers.ping = setInterval(() => this.#ping(), PING_INTERVAL_MS);
    this.#ping();
  }

  #received(text: string): void {
    clearTimeout(this.#timers.pong);
    if (this.#connection.phase !== "live") this.#change({ type: "opened" }, null);
    if (text !== "pong") this.#events.onMessage(text);
  }

  /** Null: it did not connect in time. */
  #closed(event: { readonly code: number; readonly reason: string } | null): void {
    if (event?.code === CLOSE_MANY_PAGES) return this.#lost({ type: "replaced" }, event.code);
    const seconds = event?.code === CLOSE_TRY_LATER ? secondsInReason(event.reason) : null;
    const toldMs = seconds === null ? null : seconds * 1_000;
    this.#lost({ type: "closed", upMs: this.#upMs(), toldMs }, event?.code ?? null);
  }

  /** `waitMs` replaces the usual wait, unless the connection has stopped. */
  #lost(change: SocketChange, code: number | null, waitMs?: number): void {
    this.#drop();
    this.#change(change, code);
    const { phase, waitMs: usualMs } = this.#connection;
    if (usualMs === null) return;
    const delayMs = waitMs !== undefined && phase !== "stopped" ? waitMs : spreadDelay(usualMs, Math.random());
    this.#timers.connect = setTimeout(() => this.#open(), delayMs);
  }

  #ping(): void {
    clearTimeout(this.#timers.pong);
    if (this.send("ping")) this.#timers.pong = setTimeout(() => this.restart(), PONG_TIMEOUT_MS);
  }

  #upMs(): number {
    return this.#openedAt === null ? 0 : Date.now() - this.#openedAt;
  }

  #drop(): void {
    this.#attached.abort();
    this.#socket?.close();
    this.#socket = null;
    this.#openedAt = null;
    clearTimeout(this.#timers.connect);
    clearInterval(this.#timers.ping);
    clearTimeout(this.#timers.pong);
    this.#timers = {};
  }

  #change(change: SocketChange, code: number | null): void {
    this.#connection = connectionAfter(this.#connection, change);
    this.#events.onChange(this.#connection, code);
  }
}

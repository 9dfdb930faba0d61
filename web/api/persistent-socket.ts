/**
 * A socket that reconnects until you close it. The library makes each attempt, but `connection.ts` decides when,
 * because the library ignores how long a server says to wait. This socket sends pings. Without them, the server closes
 * the connection, and a socket that died when the phone switched networks would look open.
 */
import ReconnectingSocket from "partysocket/ws";

import { CLOSE_TOO_MANY_PAGES, CLOSE_TRY_LATER, parseTryLaterReason } from "../../worker/contract/close-codes.ts";
import { pageNow } from "../browser/page-clock.ts";
import {
  CONNECT_TIMEOUT_MS,
  type Connection,
  connectionAfter,
  type SocketChange,
  spreadDelay,
  INITIAL_CONNECTION,
} from "./connection.ts";
import { checkClock } from "./server-clock.ts";

const PING_INTERVAL_MS = 25_000;
const PONG_TIMEOUT_MS = 8_000;

type PersistentSocketOptions = {
  /** The URL for the next attempt. */
  readonly url: () => string;
  readonly onMessage: (text: string) => void;
  /** Called each time the connection changes, and always before the first `onMessage`. */
  readonly onChange: (connection: Connection, code: number | null) => void;
};

type Timer = ReturnType<typeof setTimeout>;

export class PersistentSocket {
  readonly #options: PersistentSocketOptions;
  /** From `connect` until the socket is closed, it watches the page and the network. */
  #pageListeners: AbortController | null = null;
  readonly #socket: ReconnectingSocket;
  /**
   * True from the start of an attempt until its socket closes or is dropped. The library also reports the end of a
   * dropped socket.
   */
  #isAttached = false;
  #connection: Connection = INITIAL_CONNECTION;
  #openedAt: number | null = null;
  #timers: { connect?: Timer; ping?: Timer; pong?: Timer } = {};

  constructor(options: PersistentSocketOptions) {
    this.#options = options;
    this.#socket = new ReconnectingSocket(() => options.url(), null, {
      startClosed: true,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      shouldReconnectOnClose: () => false,
      // Queues nothing for the next connection, because a bid must never be sent later than its bidder expects.
      maxEnqueuedMessages: 0,
    });
    this.#socket.addEventListener("open", () => this.#handleOpen());
    this.#socket.addEventListener("message", ({ data }) => this.#handleMessage(String(data)));
    this.#socket.addEventListener("close", (event) => this.#isAttached && this.#handleClose(event));
  }

  get connection(): Connection {
    return this.#connection;
  }

  /** Connects right away. Until you call `close`, the socket also reacts when the page or the network comes back. */
  connect(): void {
    this.#pageListeners ??= this.#watch();
    this.#drop();
    this.#change({ type: "connectRequested" }, null);
    this.#open();
  }

  /** Replaces a socket that missed something. */
  restart(): void {
    this.#handleLoss({ type: "closed", upMs: this.#upMs() }, null, 0);
  }

  close(): void {
    this.#pageListeners?.abort();
    this.#pageListeners = null;
    this.#drop();
    this.#connection = INITIAL_CONNECTION;
  }

  /** Returns false, without sending, if no socket is open. */
  send(text: string): boolean {
    return this.#openedAt !== null && this.#socket.send(text);
  }

  #watch(): AbortController {
    const listeners = new AbortController();
    const { signal } = listeners;
    const wake = () => this.#wake();
    document.addEventListener("visibilitychange", wake, { signal });
    addEventListener("online", wake, { signal });
    // The socket is dead now, although it would look open until a ping gets no pong.
    const handleOffline = () =>
      this.#openedAt !== null && this.#handleLoss({ type: "closed", upMs: this.#upMs() }, null);
    addEventListener("offline", handleOffline, { signal });
    return listeners;
  }

  /** Pings an open socket, or connects right away if none is open, but never before the server allows it. */
  #wake(): void {
    if (document.hidden || this.#connection.phase === "refused") return;
    if (this.#openedAt === null) this.connect();
    else this.#ping();
  }

  #open(): void {
    this.#socket.reconnect();
    this.#isAttached = true;
  }

  #handleOpen(): void {
    this.#openedAt = pageNow();
    this.#timers.ping = setInterval(() => this.#ping(), PING_INTERVAL_MS);
    this.#ping();
  }

  #handleMessage(text: string): void {
    clearTimeout(this.#timers.pong);
    if (this.#connection.phase !== "live") this.#change({ type: "confirmed" }, null);
    if (text !== "pong") this.#options.onMessage(text);
  }

  #handleClose({ code, reason }: { readonly code: number; readonly reason: string }): void {
    if (code === CLOSE_TOO_MANY_PAGES) return this.#handleLoss({ type: "replaced" }, code);
    const seconds = code === CLOSE_TRY_LATER ? parseTryLaterReason(reason) : null;
    const refusedForMs = seconds === null ? null : seconds * 1_000;
    this.#handleLoss({ type: "closed", upMs: this.#upMs(), refusedForMs }, code);
  }

  /** `waitMs` replaces the default wait, unless the connection has stopped. */
  #handleLoss(change: SocketChange, code: number | null, waitMs?: number): void {
    this.#drop();
    this.#change(change, code);
    const { phase, waitMs: defaultMs } = this.#connection;
    if (defaultMs === null) return;
    const delayMs = waitMs !== undefined && phase !== "stopped" ? waitMs : spreadDelay(defaultMs, Math.random());
    this.#timers.connect = setTimeout(() => this.#open(), delayMs);
  }

  #ping(): void {
    checkClock();
    clearTimeout(this.#timers.pong);
    if (this.send("ping")) this.#timers.pong = setTimeout(() => this.restart(), PONG_TIMEOUT_MS);
  }

  #upMs(): number {
    return this.#openedAt === null ? 0 : pageNow() - this.#openedAt;
  }

  #drop(): void {
    this.#isAttached = false;
    this.#socket.close();
    this.#openedAt = null;
    clearTimeout(this.#timers.connect);
    clearInterval(this.#timers.ping);
    clearTimeout(this.#timers.pong);
    this.#timers = {};
  }

  #change(change: SocketChange, code: number | null): void {
    this.#connection = connectionAfter(this.#connection, change);
    this.#options.onChange(this.#connection, code);
  }
}

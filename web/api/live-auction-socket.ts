/**
 * The live socket of one auction. It writes what the room publishes into the cache and keeps no copy; it sends the
 * user's bids to the room and receives their acknowledgements; it reports the state of the connection. auction-view.ts
 * decides what a frame means, connection.ts what a closed socket means.
 */
import ReconnectingSocket from "partysocket/ws";

import type { Offer } from "../../worker/contract/fields.ts";
import type { Ack, ServerFrame } from "../../worker/contract/live.ts";
import { serverFrame } from "./answers.ts";
import { type AuctionView, receive } from "./auction-view.ts";
import { checked } from "./checked.ts";
import { type Connection, connectionAfter, RECONNECTING, type SocketChange, STARTING } from "./connection.ts";
import { noteServerTime } from "./server-clock.ts";

/** A phone that changes networks leaves a socket that looks open: only a ping without a pong reveals it. */
const PING_INTERVAL_MS = 25_000;
const PONG_TIMEOUT_MS = 8_000;
/** The room sends acknowledgements before anything else; one that takes this long is requested over REST. */
const ACK_TIMEOUT_MS = 5_000;
/** A hole in the list is fetched once, after the burst that caused it, not for each of its frames. */
const REFETCH_DELAY_MS = 1_500;

/** Access to the only copy of the auction. */
export type ViewCache = {
  read(): AuctionView | undefined;
  write(view: AuctionView): void;
  /** Fetches the auction again over REST. */
  refetch(): void;
};

export class LiveAuctionSocket {
  readonly #auctionId: string;
  readonly #cache: ViewCache;
  readonly #origin: string;
  readonly #listeners = new Set<() => void>();
  readonly #waiting = new Map<string, (ack: Ack | null) => void>();
  #socket: ReconnectingSocket | null = null;
  #attached = new AbortController();
  #connection: Connection = STARTING;
  #askedAt = 0;
  #openedAt: number | null = null;
  /** The first frame responds to the connection request, so it bounds the clock from both sides. */
  #greeted = false;
  #timers: { ping?: Timer; pong?: Timer; refetch?: Timer } = {};

  constructor(auctionId: string, cache: ViewCache, origin: string) {
    this.#auctionId = auctionId;
    this.#cache = cache;
    this.#origin = origin.replace(/^http/, "ws");
  }

  readonly connection = (): Connection => this.#connection;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Connects now: at first, on request, and when the network or the page comes back. */
  connect(): void {
    this.#drop();
    this.#change({ type: "asked" });
    const socket = new ReconnectingSocket(() => this.#url(), null, {
      ...RECONNECTING,
      // Jitter, so that not everyone reconnects in the same instant after a deployment.
      minReconnectionDelay: RECONNECTING.minReconnectionDelay * (1 + Math.random() / 2),
    });
    const { signal } = (this.#attached = new AbortController());
    socket.addEventListener("open", () => this.#opened(), { signal });
    socket.addEventListener("message", ({ data }) => this.#received(data), { signal });
    socket.addEventListener("close", () => this.#closed(), { signal });
    this.#socket = socket;
  }

  close(): void {
    this.#drop();
    clearTimeout(this.#timers.refetch);
    this.#connection = STARTING;
  }

  /** The page or the network came back: checks at once that the socket still works. */
  wake(): void {
    if (!this.#socket) return;
    if (this.#openedAt === null) this.connect();
    else this.#ping();
  }

  /** Sends a bid and waits for its acknowledgement; null without one: the bid may still have been accepted. */
  placeBid(requestId: string, offer: Offer): Promise<Ack | null> {
    const { promise, resolve } = Promise.withResolvers<Ack | null>();
    const timer = setTimeout(() => this.#answer(requestId, null), ACK_TIMEOUT_MS);
    this.#waiting.set(requestId, (ack) => {
      clearTimeout(timer);
      resolve(ack);
    });
    const frame = JSON.stringify({ type: "newBid", requestId, productId: this.#auctionId, ...offer });
    if (this.#openedAt === null || !this.#socket?.send(frame)) this.#answer(requestId, null);
    return promise;
  }

  #url(): string {
    this.#askedAt = Date.now();
    const view = this.#cache.read();
    const after = view && !view.hole ? `?after=${view.seq}` : "";
    return `${this.#origin}/api/v1/auction/${this.#auctionId}/live${after}`;
  }

  #opened(): void {
    this.#openedAt = Date.now();
    this.#greeted = false;
    this.#change({ type: "opened" });
    this.#timers.ping = setInterval(() => this.#ping(), PING_INTERVAL_MS);
  }

  #closed(): void {
    const upMs = this.#openedAt === null ? 0 : Date.now() - this.#openedAt;
    this.#silence();
    this.#change({ type: "closed", upMs });
    if (this.#connection.phase === "givenUp") this.#drop();
  }

  #received(data: unknown): void {
    clearTimeout(this.#timers.pong);
    const frame = frameOf(data);
    if (!frame) return;
    if (frame.type === "ack") return this.#answer(frame.requestId, frame);
    if (frame.type !== "presence") {
      noteServerTime(frame.serverTime, this.#greeted ? null : this.#askedAt);
      this.#greeted = true;
    }
    this.#apply(frame);
  }

  #apply(frame: Exclude<ServerFrame, Ack>): void {
    const known = this.#cache.read();
    if (!known) return;
    const { view, missed } = receive(known, frame);
    if (missed) return this.#socket?.reconnect();
    if (view !== known) this.#cache.write(view);
    if (!view.hole) return;
    clearTimeout(this.#timers.refetch);
    this.#timers.refetch = setTimeout(() => this.#cache.refetch(), REFETCH_DELAY_MS);
  }

  #ping(): void {
    clearTimeout(this.#timers.pong);
    if (this.#socket?.send("ping")) {
      this.#timers.pong = setTimeout(() => this.#socket?.reconnect(), PONG_TIMEOUT_MS);
    }
  }

  #answer(requestId: string, ack: Ack | null): void {
    this.#waiting.get(requestId)?.(ack);
    this.#waiting.delete(requestId);
  }

  #silence(): void {
    this.#openedAt = null;
    clearInterval(this.#timers.ping);
    clearTimeout(this.#timers.pong);
    for (const requestId of this.#waiting.keys()) this.#answer(requestId, null);
  }

  #drop(): void {
    this.#attached.abort();
    this.#socket?.close();
    this.#socket = null;
    this.#silence();
  }

  #change(change: SocketChange): void {
    this.#connection = connectionAfter(this.#connection, change);
    for (const listener of this.#listeners) listener();
  }
}

type Timer = ReturnType<typeof setTimeout>;

/** Ignores what is not in the contract (a pong, frames of a newer server): a gap in the numbers reveals lost facts. */
function frameOf(data: unknown): ServerFrame | null {
  if (typeof data !== "string" || data === "pong") return null;
  try {
    return checked(serverFrame, JSON.parse(data));
  } catch {
    return null;
  }
}

/**
 * The live socket of one auction. It writes what the room publishes into the cache and keeps no copy. It sends the
 * user's bids to the room, receives their acknowledgments, and reports the connection's state. `auction-view.ts`
 * applies frames, and `connection.ts` handles closed sockets.
 */
import type { EditBidInput } from "../../worker/contract/bid.ts";
import type { Ack, ServerFrame } from "../../worker/contract/live.ts";
import { PERSON_PARAMETER } from "../../worker/contract/person-header.ts";
import { pageNow } from "../browser/page-clock.ts";
import { type AuctionView, applyFrame } from "./auction-view.ts";
import type { Connection } from "./connection.ts";
import { parseOrNull } from "./parse-or-null.ts";
import { PersistentSocket } from "./persistent-socket.ts";
import { serverFrame } from "./response-schemas.ts";
import { recordServerTime } from "./server-clock.ts";

/** The room sends acknowledgments first, so after this long we look up the outcome over REST. */
const ACK_TIMEOUT_MS = 5_000;
/** After a burst, missing bids are fetched once instead of for each frame. */
const REFETCH_DELAY_MS = 1_500;

/** Access to the only copy of the auction. */
type ViewCache = {
  read(): AuctionView | undefined;
  write(view: AuctionView): void;
  /** Fetches the auction again over REST. */
  refetch(): void;
};

/** A bid that was sent but not acknowledged yet. */
type PendingBid = { readonly ack: Promise<Ack | null>; readonly settle: (ack: Ack | null) => void };

export class LiveAuctionSocket {
  readonly #auctionId: string;
  readonly #cache: ViewCache;
  readonly #origin: string;
  readonly #listeners = new Set<() => void>();
  readonly #pendingBids = new Map<string, PendingBid>();
  readonly #socket: PersistentSocket;
  #personId: string | undefined;
  #requestedAt = 0;
  /** The first frame answers the connection request. Their times bound the server's clock from both sides. */
  #hasFirstFrame = false;
  #refetchTimer?: ReturnType<typeof setTimeout>;

  constructor(auctionId: string, cache: ViewCache, origin: string) {
    this.#auctionId = auctionId;
    this.#cache = cache;
    this.#origin = origin.replace(/^http/, "ws");
    this.#socket = new PersistentSocket({
      url: () => this.#url(),
      onMessage: (text) => this.#handleMessage(text),
      onChange: () => this.#handleChange(),
    });
  }

  readonly connection = (): Connection => this.#socket.connection;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Connects right away. `personId` is the ID of the person whom the page shows as signed in. */
  connect(personId = this.#personId): void {
    this.#personId = personId;
    this.#socket.connect();
  }

  close(): void {
    this.#socket.close();
    this.#abandonAcks();
    clearTimeout(this.#refetchTimer);
  }

  /**
   * Sends a bid and waits for its acknowledgment. Null if none came, although the bid may have been accepted. A double
   * tap uses the same `requestId`, so the bid is sent once and both calls get the same acknowledgment.
   */
  placeBid(requestId: string, offer: EditBidInput): Promise<Ack | null> {
    const sent = this.#pendingBids.get(requestId);
    if (sent) return sent.ack;
    const { promise, resolve } = Promise.withResolvers<Ack | null>();
    const timer = setTimeout(() => this.#settle(requestId, null), ACK_TIMEOUT_MS);
    const settle = (ack: Ack | null) => {
      clearTimeout(timer);
      resolve(ack);
    };
    this.#pendingBids.set(requestId, { ack: promise, settle });
    const frame = JSON.stringify({ type: "newBid", requestId, productId: this.#auctionId, ...offer });
    if (!this.#socket.send(frame)) this.#settle(requestId, null);
    return promise;
  }

  #url(): string {
    this.#requestedAt = pageNow();
    this.#hasFirstFrame = false;
    const view = this.#cache.read();
    const query = new URLSearchParams(view && !view.hasGap ? { after: String(view.seq) } : {});
    // The session cookie may be another person's by now, if they signed in elsewhere in this browser.
    if (this.#personId !== undefined) query.set(PERSON_PARAMETER, this.#personId);
    return `${this.#origin}/api/v1/auction/${this.#auctionId}/live?${query}`;
  }

  #handleChange(): void {
    if (this.connection().phase !== "live") this.#abandonAcks();
    for (const listener of this.#listeners) listener();
  }

  #handleMessage(text: string): void {
    const frame = frameOf(text);
    if (!frame) return;
    if (frame.type === "ack") return this.#settle(frame.requestId, frame);
    if (frame.type !== "presence") {
      recordServerTime(frame.serverTime, this.#hasFirstFrame ? null : this.#requestedAt);
      this.#hasFirstFrame = true;
    }
    this.#apply(frame);
  }

  #apply(frame: Exclude<ServerFrame, Ack>): void {
    const known = this.#cache.read();
    if (!known) return;
    const { view, missed } = applyFrame(known, frame);
    if (missed) return this.#socket.restart();
    if (view !== known) this.#cache.write(view);
    if (!view.hasGap) return;
    clearTimeout(this.#refetchTimer);
    this.#refetchTimer = setTimeout(() => this.#cache.refetch(), REFETCH_DELAY_MS);
  }

  #settle(requestId: string, ack: Ack | null): void {
    this.#pendingBids.get(requestId)?.settle(ack);
    this.#pendingBids.delete(requestId);
  }

  /** No acknowledgments will arrive on this socket, so each waiting bid looks up its outcome over REST. */
  #abandonAcks(): void {
    for (const requestId of this.#pendingBids.keys()) this.#settle(requestId, null);
  }
}

/**
 * Ignores frames that aren't in the contract, which a newer server may send. A gap in the numbers reveals lost facts.
 */
function frameOf(data: string): ServerFrame | null {
  try {
    return parseOrNull(serverFrame, JSON.parse(data));
  } catch {
    return null;
  }
}

/**
 * The sockets of the live protocol, for a room: the session behind each, whether it connects here or to a relay, its
 * first frame, and its bids. The Worker has checked the origin and identified the session.
 */
import { NETWORK_HEADER, RELAY_HEADER } from "../../rpc/internal-headers.ts";
import { type FirstFrame, relayName, parseViewer } from "../../rpc/room-rpc.ts";
import type { BidderCommands } from "../commands/bidder-commands.ts";
import type { RequestQueue } from "../commands/queue.ts";
import type { RoomStorage } from "../storage/room-storage.ts";
import type { RoomReads } from "../views/room-reads.ts";
import { BidSocket, type Inboxes } from "./bid-socket.ts";
import type { Broadcaster } from "./broadcaster.ts";

type RoomSocketParts = {
  readonly storage: RoomStorage;
  readonly queue: RequestQueue;
  readonly bidderCommands: BidderCommands;
  readonly reads: RoomReads;
  readonly broadcaster: Broadcaster;
};

export class RoomSockets {
  readonly #storage: RoomStorage;
  readonly #queue: RequestQueue;
  readonly #bidderCommands: BidderCommands;
  readonly #reads: RoomReads;
  readonly #broadcaster: Broadcaster;
  readonly #bidSocket: BidSocket;
  readonly #clock: () => number;
  readonly #limitScale: number;

  /** `clock` gives epoch ms. `limitScale` multiplies the limits on sockets, frames and bids, for load tests. */
  constructor(parts: RoomSocketParts, inboxes: Inboxes, clock: () => number, limitScale: number) {
    this.#storage = parts.storage;
    this.#queue = parts.queue;
    this.#bidderCommands = parts.bidderCommands;
    this.#reads = parts.reads;
    this.#broadcaster = parts.broadcaster;
    this.#bidSocket = new BidSocket(parts.broadcaster.connections, inboxes, clock, limitScale);
    this.#clock = clock;
    this.#limitScale = limitScale;
  }

  /**
   * Upgrades a request: 101, or 204 with the name of the relay to connect to in `RELAY_HEADER`. Refuses with 404 (no
   * auction), 429 (too many sockets of this person, or of visitors from this network) or 503 (the room and all relays
   * are full).
   */
  accept(request: Request): Response {
    this.#queue.closeIfOver();
    this.#storage.assertCurrent();
    const state = this.#storage.visibleState;
    if (!state) return new Response(null, { status: 404 });
    const { connections, watching } = this.#broadcaster;
    const network = request.headers.get(NETWORK_HEADER) ?? "unknown";
    const assigned = this.#broadcaster.assignWatcher();
    if (assigned === null) return new Response(null, { status: 503 });
    if (assigned !== "room") {
      // The Worker connects to the relay. A socket that passed through the room would cost as much as one of the room's
      // own.
      return new Response(null, { status: 204, headers: { [RELAY_HEADER]: relayName(state.auction.id, assigned) } });
    }
    const caller = { viewer: parseViewer(request), network };
    const exceededLimit = connections.findExceededLimit(caller, this.#limitScale);
    if (exceededLimit) return new Response(null, { status: exceededLimit === "object" ? 503 : 429 });
    const { 0: client, 1: server } = new WebSocketPair();
    const after = new URL(request.url).searchParams.get("after");
    const firstFrame = this.#reads.firstFrame(state, after, watching + 1);
    this.#broadcaster.addWatcher(server, { ...caller, seq: state.auction.seq }, firstFrame);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** The first frame for a watcher who connects to a relay. Null without an auction. */
  addRelayWatcher(relay: number, after: string | null): FirstFrame | null {
    this.#queue.closeIfOver();
    this.#storage.assertCurrent();
    const state = this.#storage.visibleState;
    if (!state) return null;
    this.#broadcaster.relays.recordConnection(relay, state.auction.seq);
    return {
      text: this.#reads.firstFrame(state, after, this.#broadcaster.watching + 1),
      seq: state.auction.seq,
    };
  }

  /** Places the bid in a message, and answers its sender. */
  async receive(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    // The platform doesn't report when the message reached the object, so waiting counts from here.
    const roomReceivedAt = this.#clock();
    const bid = await this.#bidSocket.receive(socket, message, this.#storage.auctionId);
    if (bid) await this.#bidSocket.acknowledge(bid, this.#bidderCommands.placeBid(bid.request, roomReceivedAt));
  }

  /** The client has closed a socket. */
  close(socket: WebSocket): void {
    this.#broadcaster.connections.remove(socket);
    // Close this side, too. Otherwise the client would stay in CLOSING.
    socket.close(1000);
  }
}

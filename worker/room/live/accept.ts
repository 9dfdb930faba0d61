/**
 * Accepts the sockets of the live protocol, for a room: the session behind a socket, whether it is connected here or to
 * a relay, and its first frame. The Worker has checked the origin and identified the session.
 */
import { NETWORK_HEADER, RELAY_HEADER } from "../../platform/internal-headers.ts";
import { type FirstFrame, relayName, viewerIn } from "../../room-rpc.ts";
import type { CommandQueue } from "../commands/queue.ts";
import type { RoomStorage } from "../storage/room-storage.ts";
import type { RoomViews } from "../views/room-views.ts";
import type { Broadcaster } from "./broadcaster.ts";

export class SocketAcceptor {
  readonly #storage: RoomStorage;
  readonly #queue: CommandQueue;
  readonly #views: RoomViews;
  readonly #broadcaster: Broadcaster;
  readonly #limitScale: number;

  /** `limitScale` multiplies how many sockets one network may open, for load tests. */
  constructor(
    room: { storage: RoomStorage; queue: CommandQueue; views: RoomViews; broadcaster: Broadcaster },
    limitScale: number,
  ) {
    this.#storage = room.storage;
    this.#queue = room.queue;
    this.#views = room.views;
    this.#broadcaster = room.broadcaster;
    this.#limitScale = limitScale;
  }

  /**
   * Upgrades a request: 101, or 204 with the name of the relay to connect to in `RELAY_HEADER`. Refuses with 404 (no
   * auction), 429 (too many sockets of this person, or of visitors from this network) or 503 (the room and all relays
   * are full).
   */
  accept(request: Request): Response {
    this.#queue.closeIfOver();
    this.#storage.checkIsCurrent();
    const state = this.#storage.visible;
    if (!state) return new Response(null, { status: 404 });
    const { connections, watching } = this.#broadcaster;
    const network = request.headers.get(NETWORK_HEADER) ?? "unknown";
    const place = this.#broadcaster.place();
    if (place === null) return new Response(null, { status: 503 });
    if (place !== "room") {
      // The Worker connects to the relay: a socket that passed through the room would cost it as much as one of its
      // own.
      return new Response(null, { status: 204, headers: { [RELAY_HEADER]: relayName(state.auction.id, place) } });
    }
    const caller = { viewer: viewerIn(request), network };
    const full = connections.isFull(caller, this.#limitScale);
    if (full) return new Response(null, { status: full === "object" ? 503 : 429 });
    const { 0: client, 1: server } = new WebSocketPair();
    const after = new URL(request.url).searchParams.get("after");
    const firstFrame = this.#views.firstFrame(state, after, watching + 1);
    this.#broadcaster.join(server, { ...caller, seq: state.auction.seq }, firstFrame);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** The first frame of a watcher who connects to a relay; null when there is no auction. */
  joinRelay(relay: number, after: string | null): FirstFrame | null {
    this.#queue.closeIfOver();
    this.#storage.checkIsCurrent();
    const state = this.#storage.visible;
    if (!state) return null;
    this.#broadcaster.relays.joined(relay, state.auction.seq);
    return {
      text: this.#views.firstFrame(state, after, this.#broadcaster.watching + 1),
      seq: state.auction.seq,
    };
  }
}

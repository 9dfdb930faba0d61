/**
 * A relay: a Durable Object with watchers of one auction when its room is full. It uses the room's own protocol. Bids
 * over its sockets go to the room, which processes them like all others. Renaming the class would need a migration.
 */
import { DurableObject } from "cloudflare:workers";

import { failureReason } from "../../platform/failure-reason.ts";
import { limitObjects, TIME_LIMITS } from "../../platform/time-limits.ts";
import { NETWORK_HEADER, RELAY_HEADER } from "../../rpc/internal-headers.ts";
import { type RelayFrame, type RelayProgress, parseRelayName, parseViewer } from "../../rpc/room-rpc.ts";
import { objectSettings } from "../../settings/settings.ts";
import { BidSocket } from "./bid-socket.ts";
import { RelayBroadcaster } from "./relay-broadcaster.ts";

/** How often the relay reports its number of watchers to the room. */
const COUNT_REPORT_INTERVAL_MS = 1_000;

/** The storage key of this relay's name, which contains its auction and number. A socket that wakes it has neither. */
const NAME_KEY = "name";

/** The status of a refused upgrade, by reason. */
const REFUSAL_STATUSES = { gone: 404, caller: 429, object: 503 } as const;

export class AudienceRelay extends DurableObject<Env> {
  readonly #broadcaster: RelayBroadcaster;
  readonly #bidSocket: BidSocket;
  #isReportScheduled = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#broadcaster = new RelayBroadcaster(ctx, () => this.#scheduleCountReport());
    const { connections } = this.#broadcaster;
    this.#bidSocket = new BidSocket(connections, env.INBOX, () => Date.now(), objectSettings(env).limitScale);
  }

  /** Upgrades a request that the room has sent here. Refuses with 404, 429 or 503 like the room. */
  override async fetch(request: Request): Promise<Response> {
    const name = request.headers.get(RELAY_HEADER);
    if (name === null) return new Response(null, { status: 400 });
    const network = request.headers.get(NETWORK_HEADER) ?? "unknown";
    const caller = { viewer: parseViewer(request), network };
    this.ctx.storage.kv.put(NAME_KEY, name);
    const after = new URL(request.url).searchParams.get("after");
    const { 0: client, 1: server } = new WebSocketPair();
    const joined = await this.#broadcaster.addWatcher(
      caller,
      objectSettings(this.env).limitScale,
      () => server,
      () => this.#room().addRelayWatcher(this.#identity().number, after),
    );
    return joined === "joined"
      ? new Response(null, { status: 101, webSocket: client })
      : new Response(null, { status: REFUSAL_STATUSES[joined] });
  }

  /** Sends the room's next frame, and returns the last fact that every watcher here has. */
  async sendFrame(frame: RelayFrame): Promise<RelayProgress> {
    return this.#broadcaster.sendFrame(frame);
  }

  /** Sends every watcher a frame that contains no facts. */
  async forward(text: string): Promise<void> {
    await this.#broadcaster.forward(text);
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    const bid = await this.#bidSocket.receive(socket, message, this.#identity().auctionId);
    if (!bid) return;
    await this.#bidSocket.acknowledge(bid, this.#room().placeBid(bid.request));
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    this.#broadcaster.connections.remove(socket);
    // Close this side, too. Otherwise the client would stay in CLOSING.
    socket.close(1000);
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    this.#broadcaster.connections.remove(socket);
  }

  #identity() {
    return parseRelayName(this.ctx.storage.kv.get<string>(NAME_KEY) ?? "");
  }

  #room() {
    return limitObjects(this.env.AUCTION_ROOM, TIME_LIMITS.objectMs).getByName(this.#identity().auctionId);
  }

  #scheduleCountReport(): void {
    if (this.#isReportScheduled) return;
    this.#isReportScheduled = true;
    setTimeout(() => this.ctx.waitUntil(this.#reportCount()), COUNT_REPORT_INTERVAL_MS);
  }

  async #reportCount(): Promise<void> {
    this.#isReportScheduled = false;
    try {
      await this.#room().reportRelayWatchers(this.#identity().number, this.#broadcaster.watching);
    } catch (error) {
      const reason = failureReason(error);
      console.warn(JSON.stringify({ event: "relay_not_counted", auction: this.#identity().auctionId, reason }));
      this.#scheduleCountReport();
    }
  }
}

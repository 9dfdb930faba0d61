/**
 * A relay: a Durable Object that holds watchers of one auction when its room has as many as it can serve well. It
 * speaks the room's own protocol. Bids that come over its sockets go to the room, which decides as it always does.
 */
import { DurableObject } from "cloudflare:workers";

import { NETWORK_HEADER, RELAY_HEADER, sendableCloseCode } from "../../contract/live.ts";
import { bidding } from "../../rate-limits/bidding.ts";
import { type RelayTold, relayOf, type ToldFrame, viewerIn } from "../rpc.ts";
import { BidSocket } from "./bid-socket.ts";
import { FramePace } from "./incoming.ts";
import { RelayAudience } from "./relay-broadcaster.ts";
import { SocketSessions } from "./socket-sessions.ts";

/** The room hears of comings and goings at most this often. */
const COUNT_PAUSE_MS = 1_000;

/** Whose relay this is, and which one, in storage: a socket that wakes it says neither. */
const NAME = "name";

export class AudienceRelay extends DurableObject<Env> {
  readonly #audience: RelayAudience;
  readonly #bidSocket: BidSocket;
  #countDue = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const scale = Number(env.LIMIT_SCALE);
    this.#audience = new RelayAudience(ctx, () => this.#counted());
    const { crowd } = this.#audience;
    const sessions = new SocketSessions({
      crowd,
      clock: () => Date.now(),
      // The room, which judges the bid, has been told who is about to leave.
      isHeldBack: () => false,
      useSession: (userId, sessionId) => env.INBOX.getByName(userId).useSession(userId, sessionId),
    });
    this.#bidSocket = new BidSocket({
      crowd,
      pace: new FramePace(scale),
      clock: () => Date.now(),
      biddingWaitMs: (personId) => bidding.waitMs(personId, Date.now(), scale),
      mayBid: (socket, viewer) => sessions.mayBid(socket, viewer),
      auctionId: () => this.#place().auctionId,
      // The room knows whether the session still lives; here it may have ended a moment ago.
      placeBid: (request, session) => this.#room().placeBid({ ...request, session }),
    });
  }

  /** A socket that the room has sent here. */
  override async fetch(request: Request): Promise<Response> {
    const name = request.headers.get(RELAY_HEADER);
    if (name === null) return new Response(null, { status: 400 });
    const network = request.headers.get(NETWORK_HEADER) ?? "unknown";
    const full = this.#audience.crowd.full(network, Number(this.env.LIMIT_SCALE));
    if (full) return new Response(null, { status: full === "object" ? 503 : 429 });
    this.ctx.storage.kv.put(NAME, name);
    const after = new URL(request.url).searchParams.get("after");
    const { 0: client, 1: server } = new WebSocketPair();
    const taken = await this.#audience.join(
      { viewer: viewerIn(request), network },
      () => server,
      () => this.#room().joinRelay(this.#place().number, after),
    );
    return taken ? new Response(null, { status: 101, webSocket: client }) : new Response(null, { status: 404 });
  }

  /** The room's next frame; answers how far the watchers here have been told. */
  async tell(frame: ToldFrame): Promise<RelayTold> {
    return this.#audience.tell(frame);
  }

  /** A text for everyone that is no fact. */
  async pass(text: string): Promise<void> {
    await this.#audience.pass(text);
  }

  /** A session has ended: its sockets go on watching. */
  async demote(sessionId: string): Promise<void> {
    this.#audience.crowd.demote(sessionId);
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    await this.#bidSocket.hear(socket, message);
  }

  override async webSocketClose(socket: WebSocket, code: number, reason: string): Promise<void> {
    this.#audience.crowd.leave(socket);
    // Close back: without it the client stays in CLOSING.
    socket.close(sendableCloseCode(code), reason);
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    this.#audience.crowd.leave(socket);
  }

  #place() {
    return relayOf(this.ctx.storage.kv.get<string>(NAME) ?? "");
  }

  #room() {
    return this.env.AUCTION_ROOM.getByName(this.#place().auctionId);
  }

  #counted(): void {
    if (this.#countDue) return;
    this.#countDue = true;
    setTimeout(() => this.ctx.waitUntil(this.#tellCount()), COUNT_PAUSE_MS);
  }

  async #tellCount(): Promise<void> {
    this.#countDue = false;
    try {
      await this.#room().relayWatches(this.#place().number, this.#audience.watching);
    } catch (error) {
      const reason = error instanceof Error ? error.message : "unknown";
      console.warn(JSON.stringify({ event: "relay_not_counted", auction: this.#place().auctionId, reason }));
      this.#counted();
    }
  }
}

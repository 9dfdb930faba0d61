/**
 * One user, one Durable Object: their notifications and the sockets of their open pages. Rooms deliver, at least
 * once; the store makes exactly once of it.
 */
import { DurableObject } from "cloudflare:workers";

import { migrate } from "../catalogue/object-schema.ts";
import { CLOSE_SESSION_ENDED, sendableCloseCode } from "../contract/live.ts";
import type { InboxFrame, Notice, Notification } from "../contract/notification.ts";
import { InboxStore, SCHEMA_STEPS } from "./store.ts";

/** Headers by which the Worker says whose session opens a socket. */
export const SESSION_HEADER = "x-lotline-session";
export const EXPIRES_HEADER = "x-lotline-expires";

type Attachment = { readonly expiresAt: number };

export class Inbox extends DurableObject<Env> {
  readonly #store: InboxStore;
  readonly #clock: () => number;

  constructor(ctx: DurableObjectState, env: Env, clock: () => number = () => Date.now()) {
    super(ctx, env);
    this.#clock = clock;
    this.#store = new InboxStore(ctx.storage);
    migrate(ctx.storage, SCHEMA_STEPS);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  /** Takes notices of one or more auctions, each auction's in order. Repeats change nothing and tell nobody. */
  async deliver(notices: readonly Notice[]): Promise<void> {
    const taken = this.#store.take(notices);
    if (taken.length === 0) return;
    const unread = this.#store.unread();
    for (const notification of newestOfEach(taken)) {
      this.#tell({ type: "bidNotification", message: notification.message, notification, unread });
    }
  }

  async list(): Promise<{ notifications: Notification[]; unread: number }> {
    return { notifications: this.#store.list(), unread: this.#store.unread() };
  }

  async markRead(): Promise<{ unread: number }> {
    this.#store.markRead();
    return this.#changed();
  }

  async clear(): Promise<{ unread: number }> {
    this.#store.clear();
    return this.#changed();
  }

  /** A page's socket; the Worker has checked its origin and its session. */
  override async fetch(request: Request): Promise<Response> {
    const session = request.headers.get(SESSION_HEADER);
    const expiresAt = Number(request.headers.get(EXPIRES_HEADER));
    if (session === null || !Number.isFinite(expiresAt)) return new Response(null, { status: 400 });
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server, [`session:${session}`]);
    server.serializeAttachment({ expiresAt } satisfies Attachment);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Pages have nothing to say here: their pings are answered by the platform. */
  override async webSocketMessage(socket: WebSocket): Promise<void> {
    socket.close(1003, "this socket only listens");
  }

  override async webSocketClose(socket: WebSocket, code: number, reason: string): Promise<void> {
    socket.close(sendableCloseCode(code), reason);
  }

  #changed(): { unread: number } {
    const unread = this.#store.unread();
    this.#tell({ type: "notificationsChanged", unread });
    return { unread };
  }

  #tell(frame: InboxFrame): void {
    const text = JSON.stringify(frame);
    const now = this.#clock();
    for (const socket of this.ctx.getWebSockets()) {
      if (socket.readyState !== WebSocket.READY_STATE_OPEN) continue;
      const { expiresAt }: Attachment = socket.deserializeAttachment();
      if (expiresAt <= now) socket.close(CLOSE_SESSION_ENDED, "the session has ended");
      else socket.send(text);
    }
  }
}

/** A burst about one auction is one message on screen: the newest of each kind. All of them are in the list. */
function newestOfEach(taken: readonly Notification[]): Notification[] {
  return Array.from(new Map(taken.map((one) => [`${one.auctionId} ${one.kind}`, one])).values());
}

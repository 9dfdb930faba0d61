/**
 * One user, one Durable Object: their notifications and the sockets of their open pages. Rooms deliver at least once;
 * the store removes repeats, so each notice is stored exactly once.
 */
import { DurableObject } from "cloudflare:workers";

import { AccountDeletion } from "../account-deletion/account-deletion.ts";
import { openCatalogue } from "../catalogue/database.ts";
import { useSession } from "../catalogue/sessions.ts";
import { CLOSE_MANY_PAGES, CLOSE_SESSION_ENDED, sendableCloseCode } from "../contract/live.ts";
import { type InboxFrame, KEPT_NOTIFICATIONS, type Notice, type Notification } from "../contract/notification.ts";
import { EXPIRES_HEADER, type HeldSession, SESSION_HEADER } from "../platform/internal-headers.ts";
import { migrate } from "../platform/migrate.ts";
import { OPEN_SOCKETS_PER_PERSON } from "../rate-limits/numbers.ts";
import { Deliveries } from "./deliveries.ts";
import { InboxStore, SCHEMA_STEPS } from "./store.ts";

/** Time to the next attempt after an interruption: of an account deletion, or of notifying rooms that a session ended. */
const RETRY_MS = 5_000;

/** Epoch ms. */
type Attachment = { readonly expiresAt: number; readonly openedAt: number };

export class Inbox extends DurableObject<Env> {
  readonly #store: InboxStore;
  readonly #clock: () => number;
  readonly #deletion: AccountDeletion;
  readonly #deliveries = new Deliveries((notices) => this.#receive(notices));

  /** `clock` gives epoch ms; `kept` notifications are kept. */
  constructor(
    ctx: DurableObjectState,
    env: Env,
    clock: () => number = () => Date.now(),
    kept: number = KEPT_NOTIFICATIONS,
  ) {
    super(ctx, env);
    this.#clock = clock;
    this.#store = new InboxStore(ctx.storage, kept);
    this.#deletion = new AccountDeletion(env, ctx.storage, this.#store, clock);
    migrate(ctx.storage, SCHEMA_STEPS);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  /** Stores notices of one or more auctions, each auction's in order, and notifies open pages. Repeats change nothing. */
  deliver(notices: readonly Notice[]): Promise<void> {
    return this.#deliveries.add(notices);
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

  /**
   * Registers a room that has a session of this user (`expiresAt` is epoch ms): it is notified when the session ends.
   * Returns null when the session has ended already.
   */
  async holdSession(sessionId: string, auctionId: string, expiresAt: number): Promise<HeldSession | null> {
    if (this.#deletion.locksSessions) return null;
    if (!this.#store.holdSession(sessionId, auctionId, expiresAt, this.#clock())) return null;
    const anonymous = this.ctx.storage.kv.get<boolean>("anonymous");
    return anonymous === undefined ? {} : { anonymous };
  }

  /**
   * Shows this user under a number from now on, or by name again. Returns the auctions whose rooms know a session of
   * theirs; other rooms get it when they register a session.
   */
  async setAnonymous(anonymous: boolean): Promise<string[]> {
    this.ctx.storage.kv.put("anonymous", anonymous);
    return this.#store.heldAuctions();
  }

  /** Notes a use of a session that was idle for a while, for a room that got a bid from it; false when it has ended. */
  async useSession(userId: string, sessionId: string): Promise<boolean> {
    if (this.#deletion.locksSessions || this.#store.hasEnded(sessionId)) return false;
    try {
      return await useSession(openCatalogue(this.env.DB), userId, sessionId, this.#clock());
    } catch (error) {
      // Unknown without D1. Bids must not depend on it, and a session lasts a week at most in any case.
      const reason = error instanceof Error ? error.name : "unknown";
      console.warn(JSON.stringify({ event: "use_not_noted", reason }));
      return true;
    }
  }

  /** Ends a session: closes its inbox sockets, and notifies the rooms that know it, which refuse its bids from then on. */
  async endSession(sessionId: string): Promise<void> {
    const auctionIds = this.#store.endSession(sessionId, this.#clock());
    for (const socket of this.ctx.getWebSockets(`session:${sessionId}`)) {
      socket.close(CLOSE_SESSION_ENDED, "the session has ended");
    }
    // A room that does not answer is notified again by the alarm.
    if (auctionIds.length > 0) await this.ctx.storage.setAlarm(this.#clock() + RETRY_MS);
    await Promise.all(
      auctionIds.map(async (auctionId) => {
        await this.env.AUCTION_ROOM.getByName(auctionId).endSession(sessionId);
        this.#store.forgetSessionInRoom(sessionId, auctionId);
      }),
    );
  }

  /**
   * Deletes this user's account; false while they lead a live auction or sell one that has bids. Once begun, the alarm
   * continues it, across crashes, until nothing is left.
   */
  async deleteAccount(userId: string): Promise<boolean> {
    if (!(await this.#deletion.begin(userId))) return false;
    await this.#continueDeletion();
    return true;
  }

  override async alarm(): Promise<void> {
    // Set first and kept on failure: the platform drops an alarm that fails six times.
    await this.ctx.storage.setAlarm(this.#clock() + RETRY_MS);
    await Promise.allSettled(this.#store.endedSessionsInRooms().map((sessionId) => this.endSession(sessionId)));
    await this.#continueDeletion();
    // Read again: another session may have ended meanwhile, and one of its rooms may not be notified yet.
    if (!this.#deletion.isUnderWay && this.#store.endedSessionsInRooms().length === 0)
      await this.ctx.storage.deleteAlarm();
  }

  /** Accepts a page's socket; the Worker has checked its origin and its session. */
  override async fetch(request: Request): Promise<Response> {
    const session = request.headers.get(SESSION_HEADER);
    const expiresAt = Number(request.headers.get(EXPIRES_HEADER));
    if (session === null || !Number.isFinite(expiresAt)) return new Response(null, { status: 400 });
    // The session may have ended since the Worker checked it.
    if (this.#deletion.hasBegun || this.#store.hasEnded(session)) return new Response(null, { status: 401 });
    this.#closeOldestSockets();
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server, [`session:${session}`]);
    server.serializeAttachment({ expiresAt, openedAt: this.#clock() } satisfies Attachment);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Pages send no messages except pings, which the platform answers. */
  override async webSocketMessage(socket: WebSocket): Promise<void> {
    socket.close(1003, "this socket only listens");
  }

  override async webSocketClose(socket: WebSocket, code: number, reason: string): Promise<void> {
    socket.close(sendableCloseCode(code), reason);
  }

  #receive(notices: readonly Notice[]): void {
    if (this.#deletion.hasBegun) return;
    const added = this.#store.add(notices);
    if (added.length === 0) return;
    const unread = this.#store.unread();
    for (const notification of newestOfEach(added)) {
      this.#send({ type: "bidNotification", message: notification.message, notification, unread });
    }
  }

  /**
   * Makes space for one more socket. The page that was opened last is the one in use, so the oldest sockets are closed.
   * That includes sockets whose tabs are gone without a close frame.
   */
  #closeOldestSockets(): void {
    const maxSockets = OPEN_SOCKETS_PER_PERSON * Number(this.env.LIMIT_SCALE);
    const open = this.ctx.getWebSockets().filter((socket) => socket.readyState === WebSocket.READY_STATE_OPEN);
    if (open.length < maxSockets) return;
    const byAge = open.toSorted((a, b) => attachmentOf(a).openedAt - attachmentOf(b).openedAt);
    for (const socket of byAge.slice(0, open.length - maxSockets + 1))
      socket.close(CLOSE_MANY_PAGES, "too many open pages");
  }

  async #continueDeletion(): Promise<void> {
    if (await this.#deletion.run(() => this.#endAllSessions())) await this.ctx.storage.deleteAlarm();
  }

  /** Ends all sessions of the account: closes every page's socket, and notifies every room that knows one of them. */
  async #endAllSessions(): Promise<void> {
    for (const socket of this.ctx.getWebSockets()) socket.close(CLOSE_SESSION_ENDED, "the account is deleted");
    await Promise.all(this.#store.heldSessions().map((sessionId) => this.endSession(sessionId)));
  }

  #changed(): { unread: number } {
    const unread = this.#store.unread();
    this.#send({ type: "notificationsChanged", unread });
    return { unread };
  }

  #send(frame: InboxFrame): void {
    const text = JSON.stringify(frame);
    const now = this.#clock();
    for (const socket of this.ctx.getWebSockets()) {
      if (socket.readyState !== WebSocket.READY_STATE_OPEN) continue;
      try {
        if (attachmentOf(socket).expiresAt <= now) socket.close(CLOSE_SESSION_ENDED, "the session has ended");
        else socket.send(text);
      } catch (error) {
        // The socket was closed after it was listed.
        if (!(error instanceof Error)) throw error;
      }
    }
  }
}

function attachmentOf(socket: WebSocket): Attachment {
  const attachment: Attachment = socket.deserializeAttachment();
  return attachment;
}

/** The newest of each auction and kind, so that a burst is one message on screen. All of them are in the list. */
function newestOfEach(added: readonly Notification[]): Notification[] {
  return Array.from(new Map(added.map((one) => [`${one.auctionId} ${one.kind}`, one])).values());
}

/**
 * One user, one Durable Object: their notifications and the sockets of their open pages. Rooms deliver, at least
 * once; the store makes exactly once of it.
 */
import { DurableObject } from "cloudflare:workers";

import { AccountDeletion } from "../account-deletion/account-deletion.ts";
import { openCatalogue } from "../catalogue/database.ts";
import { useSession } from "../catalogue/sessions.ts";
import { CLOSE_MANY_PAGES, CLOSE_SESSION_ENDED, sendableCloseCode } from "../contract/live.ts";
import type { InboxFrame, Notice, Notification } from "../contract/notification.ts";
import { EXPIRES_HEADER, type HeldSession, SESSION_HEADER } from "../platform/internal-headers.ts";
import { migrate } from "../platform/migrate.ts";
import { OPEN_SOCKETS_PER_PERSON } from "../rate-limits/numbers.ts";
import { Deliveries } from "./deliveries.ts";
import { InboxStore, SCHEMA_STEPS } from "./store.ts";

/** Time to the next attempt after an interruption: of an account deletion, or of telling rooms that a session ended. */
const RETRY_MS = 5_000;

/** Epoch ms. */
type Attachment = { readonly expiresAt: number; readonly openedAt: number };

export class Inbox extends DurableObject<Env> {
  readonly #store: InboxStore;
  readonly #clock: () => number;
  readonly #deletion: AccountDeletion;
  readonly #deliveries = new Deliveries((notices) => this.#take(notices));

  constructor(ctx: DurableObjectState, env: Env, clock: () => number = () => Date.now()) {
    super(ctx, env);
    this.#clock = clock;
    this.#store = new InboxStore(ctx.storage);
    this.#deletion = new AccountDeletion(env, ctx.storage, this.#store, clock);
    migrate(ctx.storage, SCHEMA_STEPS);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  /** Takes notices of one or more auctions, each auction's in order. Repeats change nothing and tell nobody. */
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

  /** A room has met a session of this user and will be told of its end: null when it (ends at epoch ms) is over. */
  async holdSession(sessionId: string, auctionId: string, expiresAt: number): Promise<HeldSession | null> {
    if (this.#deletion.locksSessions) return null;
    if (!this.#store.holdSession(sessionId, auctionId, expiresAt, this.#clock())) return null;
    const anonymous = this.ctx.storage.kv.get<boolean>("anonymous");
    return anonymous === undefined ? {} : { anonymous };
  }

  /**
   * This user is shown under a number from now on, or by name again. Answers with the auctions whose rooms know a
   * session of theirs; a room that meets one later hears it here.
   */
  async setAnonymous(anonymous: boolean): Promise<string[]> {
    this.ctx.storage.kv.put("anonymous", anonymous);
    return this.#store.heldAuctions();
  }

  /** A room has been given a bid by a session that nobody has used for a while; false when that was too long. */
  async useSession(userId: string, sessionId: string): Promise<boolean> {
    if (this.#deletion.locksSessions || this.#store.hasEnded(sessionId)) return false;
    try {
      return await useSession(openCatalogue(this.env.DB), userId, sessionId, this.#clock());
    } catch (error) {
      // Without D1 nobody can say. Bids do not wait for it, and whoever has the page open signed in this week.
      const reason = error instanceof Error ? error.name : "unknown";
      console.warn(JSON.stringify({ event: "use_not_noted", reason }));
      return true;
    }
  }

  /** A session has ended: its inbox sockets are closed, and the rooms that hold its sockets stop taking its bids. */
  async endSession(sessionId: string): Promise<void> {
    const auctionIds = this.#store.endSession(sessionId, this.#clock());
    for (const socket of this.ctx.getWebSockets(`session:${sessionId}`)) {
      socket.close(CLOSE_SESSION_ENDED, "the session has ended");
    }
    // A room that does not answer is told again by the alarm, whether or not anyone asks once more.
    if (auctionIds.length > 0) await this.ctx.storage.setAlarm(this.#clock() + RETRY_MS);
    await Promise.all(
      auctionIds.map(async (auctionId) => {
        await this.env.AUCTION_ROOM.getByName(auctionId).endSession(sessionId);
        this.#store.roomTold(sessionId, auctionId);
      }),
    );
  }

  /**
   * Deletes this user's account; false while they lead a live auction or sell one that has bids. Once begun it continues
   * by the alarm, across crashes, until nothing is left.
   */
  async deleteAccount(userId: string): Promise<boolean> {
    if (!(await this.#deletion.begin(userId))) return false;
    await this.#continueDeletion();
    return true;
  }

  override async alarm(): Promise<void> {
    // Set first and kept on failure: the platform drops an alarm that fails six times.
    await this.ctx.storage.setAlarm(this.#clock() + RETRY_MS);
    await Promise.allSettled(this.#store.endedUntold().map((sessionId) => this.endSession(sessionId)));
    await this.#continueDeletion();
    // Read again: another session may have ended meanwhile, and one of its rooms may not know it yet.
    if (!this.#deletion.isUnderWay && this.#store.endedUntold().length === 0) await this.ctx.storage.deleteAlarm();
  }

  /** A page's socket; the Worker has checked its origin and its session. */
  override async fetch(request: Request): Promise<Response> {
    const session = request.headers.get(SESSION_HEADER);
    const expiresAt = Number(request.headers.get(EXPIRES_HEADER));
    if (session === null || !Number.isFinite(expiresAt)) return new Response(null, { status: 400 });
    // The session may have ended while this upgrade was on its way.
    if (this.#deletion.hasBegun || this.#store.hasEnded(session)) return new Response(null, { status: 401 });
    this.#makeRoom();
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server, [`session:${session}`]);
    server.serializeAttachment({ expiresAt, openedAt: this.#clock() } satisfies Attachment);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Pages have nothing to say here: their pings are answered by the platform. */
  override async webSocketMessage(socket: WebSocket): Promise<void> {
    socket.close(1003, "this socket only listens");
  }

  override async webSocketClose(socket: WebSocket, code: number, reason: string): Promise<void> {
    socket.close(sendableCloseCode(code), reason);
  }

  #take(notices: readonly Notice[]): void {
    if (this.#deletion.hasBegun) return;
    const taken = this.#store.take(notices);
    if (taken.length === 0) return;
    const unread = this.#store.unread();
    for (const notification of newestOfEach(taken)) {
      this.#tell({ type: "bidNotification", message: notification.message, notification, unread });
    }
  }

  /**
   * The page that was opened last is the one that is looked at, so the oldest hang up; and a tab that vanished without
   * a word keeps nobody out.
   */
  #makeRoom(): void {
    const most = OPEN_SOCKETS_PER_PERSON * Number(this.env.LIMIT_SCALE);
    const open = this.ctx.getWebSockets().filter((socket) => socket.readyState === WebSocket.READY_STATE_OPEN);
    if (open.length < most) return;
    const byAge = open.toSorted((a, b) => attachmentOf(a).openedAt - attachmentOf(b).openedAt);
    for (const socket of byAge.slice(0, open.length - most + 1)) socket.close(CLOSE_MANY_PAGES, "too many open pages");
  }

  async #continueDeletion(): Promise<void> {
    if (await this.#deletion.run(() => this.#endAllSessions())) await this.ctx.storage.deleteAlarm();
  }

  /** After the log-out of the whole account: no page listens and no room takes a bid of any of its sessions. */
  async #endAllSessions(): Promise<void> {
    for (const socket of this.ctx.getWebSockets()) socket.close(CLOSE_SESSION_ENDED, "the account is deleted");
    await Promise.all(this.#store.heldSessions().map((sessionId) => this.endSession(sessionId)));
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
      try {
        if (attachmentOf(socket).expiresAt <= now) socket.close(CLOSE_SESSION_ENDED, "the session has ended");
        else socket.send(text);
      } catch (error) {
        // It died between being listed and being written to.
        if (!(error instanceof Error)) throw error;
      }
    }
  }
}

function attachmentOf(socket: WebSocket): Attachment {
  const attachment: Attachment = socket.deserializeAttachment();
  return attachment;
}

/** A burst about one auction is one message on screen: the newest of each kind. All of them are in the list. */
function newestOfEach(taken: readonly Notification[]): Notification[] {
  return Array.from(new Map(taken.map((one) => [`${one.auctionId} ${one.kind}`, one])).values());
}

/**
 * The Durable Object of one user: their sessions, their notifications and the sockets of their open pages. Only the
 * inbox decides which sessions exist. Rooms deliver at least once, and the store drops duplicates, so each notice is
 * stored exactly once.
 */
import { DurableObject } from "cloudflare:workers";

import { bidderOf } from "../accounts/actor.ts";
import { setAnonymous } from "../accounts/queries/people.ts";
import type { PasswordChange } from "../accounts/queries/session-accounts.ts";
import {
  type ConfirmedSession,
  type ListedSession,
  type SessionMetadata,
  TOKENS_EXPIRED_AFTER_MS,
} from "../accounts/sessions.ts";
import { addBlock, listRunningAuctionIdsBySeller, removeBlock } from "../blocks/queries/blocks.ts";
import { MAX_NOTIFICATIONS, type Notice, type Notification } from "../contract/notification.ts";
import { type Database, openDatabase } from "../db/database.ts";
import { migrate } from "../platform/migrate.ts";
import { withTimeLimits } from "../platform/time-limits.ts";
import { withTimeout } from "../platform/with-timeout.ts";
import { INBOX_SOCKETS_PER_PERSON } from "../rate-limits/limits.ts";
import { EXPIRES_HEADER, SESSION_HEADER } from "../rpc/internal-headers.ts";
import type { Actor } from "../rpc/room-rpc.ts";
import { objectSettings } from "../settings/settings.ts";
import { AccountDeletion } from "./account-deletion/account-deletion.ts";
import { USER_ID_KEY } from "./account-deletion/stored-deletion.ts";
import { restoreToDatabase } from "./after-restore.ts";
import { Deliveries, STORE_PAUSE_MS } from "./deliveries.ts";
import { DeliveryReceiver } from "./delivery-receiver.ts";
import { PageSockets } from "./page-sockets.ts";
import { recordAdminAction, listRecordedAdminActions, type PersonAction } from "./recorded-admin-actions.ts";
import { CALL_LIMITS } from "./room-calls/call-budget.ts";
import { PendingCalls } from "./room-calls/pending-calls.ts";
import { RoomWork } from "./room-work.ts";
import { SCHEMA_STEPS } from "./schema.ts";
import { SignIns } from "./sign-ins.ts";
import { InboxStore, NAME_OR_PHOTO_CHANGED_AT_KEY, VOID_AGAIN_AT_KEY } from "./store.ts";

/** After the person's row is deleted, how long `deleteAccount` waits for the remaining steps. */
const DELETION_WAIT_MS = 5_000;

/** The auctions that an inbox has stored (D1 may have lost some), and whether it has admin actions about its owner. */
type ReconciledInbox = { readonly auctionIds: string[]; readonly hasAdminActions: boolean };

export class Inbox extends DurableObject<Env> {
  readonly #store: InboxStore;
  readonly #clock: () => number;
  readonly #pending: PendingCalls;
  readonly #deletion: AccountDeletion;
  readonly #sockets: PageSockets;
  readonly #signIns: SignIns;
  readonly #work: RoomWork;
  readonly #deliveries: Deliveries;

  /**
   * `clock` gives epoch ms. `limits` bound the calls in one event. The store keeps `maxNotifications` notifications
   * about bids and as many about how auctions ended. Notices about bids are stored at most every `storePauseMs`.
   */
  constructor(
    ctx: DurableObjectState,
    env: Env,
    clock: () => number = () => Date.now(),
    limits = CALL_LIMITS,
    maxNotifications: number = MAX_NOTIFICATIONS,
    storePauseMs = STORE_PAUSE_MS,
  ) {
    const limitedEnv = withTimeLimits(env);
    super(ctx, limitedEnv);
    this.#clock = clock;
    this.#store = new InboxStore(ctx.storage, maxNotifications, clock);
    this.#pending = new PendingCalls(ctx.storage.sql);
    this.#deletion = new AccountDeletion(limitedEnv, ctx.storage, this.#store, this.#pending, clock);
    this.#sockets = new PageSockets(ctx, clock);
    this.#signIns = new SignIns(limitedEnv, ctx.storage, this.#sockets, clock);
    const parts = { store: this.#store, pending: this.#pending, deletion: this.#deletion, signIns: this.#signIns };
    const joiningAuctionIds = () => this.#deliveries.joiningAuctionIds;
    this.#work = new RoomWork(limitedEnv, ctx.storage, { ...parts, joiningAuctionIds }, limits, clock);
    const { account } = this.#signIns;
    const receiver = new DeliveryReceiver(ctx, { ...parts, account, sockets: this.#sockets, work: this.#work }, clock);
    this.#deliveries = new Deliveries((deliveries) => receiver.receive(deliveries), storePauseMs);
    migrate(ctx.storage, SCHEMA_STEPS);
    this.#signIns.finishInterruptedChange();
  }

  /**
   * Opens a session. Null when the person can't sign in, or no longer has the password whose hash was checked
   * (`passwordHash`).
   */
  async openSession(
    userId: string,
    metadata: SessionMetadata,
    passwordHash?: string | null,
  ): Promise<ConfirmedSession | null> {
    if (this.#deletion.isDecided) return null;
    this.ctx.storage.kv.put(USER_ID_KEY, userId);
    const session = await this.#signIns.openSession(userId, metadata, passwordHash);
    if (!this.#deletion.isDecided) return session;
    // The deletion was decided while D1 answered.
    this.#signIns.endAllBut(null);
    return null;
  }

  /** The session with its user's current data. Null when it has ended. Counts as a use. */
  async checkSession(userId: string, sessionId: string): Promise<ConfirmedSession | null> {
    return this.#signIns.check(userId, sessionId);
  }

  /** The person as a bidder, for a room that received a bid on a socket. Otherwise as `checkSession`. */
  async checkBidder(userId: string, sessionId: string): Promise<Actor | null> {
    const session = await this.#signIns.check(userId, sessionId);
    return session && bidderOf(session, objectSettings(this.env), this.#clock());
  }

  /** The sessions that have not ended, newest first. */
  async listSessions(): Promise<ListedSession[]> {
    return this.#signIns.list();
  }

  async endSession(sessionId: string): Promise<void> {
    this.#signIns.endSession(sessionId);
  }

  /** Ends all sessions. Returns their IDs. */
  async endSessions(): Promise<string[]> {
    return this.#signIns.endAllBut(null);
  }

  /** Changes the password in D1 and ends the other sessions: `SignIns.changePassword`. */
  async changePassword(userId: string, change: PasswordChange): Promise<string[] | null> {
    return this.#signIns.changePassword(userId, change);
  }

  /** Call this after the person's row in D1 has changed in a field that sessions copy. */
  async refreshAccount(): Promise<void> {
    this.#signIns.account.markStale(this.#clock());
  }

  /**
   * Stores notices about one or more auctions, each auction's in order, and notifies open pages. Retries change
   * nothing.
   */
  deliver(notices: readonly Notice[]): Promise<void> {
    return this.#deliveries.add({ notices });
  }

  /** Records that the person has begun to bid in this auction. A retry changes nothing. */
  recordJoin(auctionId: string): Promise<void> {
    return this.#deliveries.add({ notices: [], joinedAuctionId: auctionId });
  }

  /** The auctions that this inbox stored last, newest first. Their rooms may have bids that D1 lacks. */
  async newestAuctionIds(limit: number): Promise<string[]> {
    return Array.from(new Set([...this.#deliveries.joiningAuctionIds, ...this.#store.newestAuctionIds(limit)]));
  }

  async listNotifications(): Promise<{ notifications: Notification[]; unread: number }> {
    return { notifications: this.#store.list(), unread: this.#store.countUnread() };
  }

  async markRead(ids: readonly string[]): Promise<{ unread: number }> {
    this.#store.markRead(ids);
    return this.#notifyChanged();
  }

  /** `upTo` is the time of the newest notification that the person has seen (epoch ms). Without it, applies to all. */
  async markAllRead(upTo = Infinity): Promise<{ unread: number }> {
    this.#store.markAllRead(upTo);
    return this.#notifyChanged();
  }

  /** `upTo` is the time of the newest notification that the person has seen (epoch ms). Without it, applies to all. */
  async clearNotifications(upTo = Infinity): Promise<{ unread: number }> {
    this.#store.clear(upTo);
    return this.#notifyChanged();
  }

  /**
   * Stores in D1 whether this user bids anonymously. The rooms of these auctions, and of all others that this inbox has
   * stored, apply it from now on. Other rooms get it with the user's first bid there.
   */
  async setAnonymous(userId: string, anonymous: boolean, auctionIds: readonly string[]): Promise<void> {
    const add = async () => {
      this.#signIns.account.markStale(this.#clock());
      this.#pending.add("privacy", "", [...auctionIds, ...this.#knownAuctionIds()]);
    };
    const change = () => setAnonymous(openDatabase(this.env.DB), userId, anonymous);
    await this.#work.addCallsAndChange(userId, add, change);
  }

  /** Blocks a person in D1, and in the rooms of this seller's running auctions. */
  async addBlock(sellerId: string, personId: string): Promise<"blocked" | "full" | "deleted"> {
    return this.#changeBlocks(sellerId, personId, (db) => addBlock(db, sellerId, personId, this.#clock()));
  }

  async removeBlock(sellerId: string, personId: string): Promise<void> {
    await this.#changeBlocks(sellerId, personId, (db) => removeBlock(db, sellerId, personId));
  }

  #changeBlocks<Result>(
    sellerId: string,
    personId: string,
    change: (db: Database) => Promise<Result>,
  ): Promise<Result> {
    const db = openDatabase(this.env.DB);
    const add = async () => this.#pending.add("block", personId, await listRunningAuctionIdsBySeller(db, sellerId));
    return this.#work.addCallsAndChange(sellerId, add, () => change(db));
  }

  /**
   * Call this after an admin has suspended this user in D1. Ends their sessions, and voids their standing bids in these
   * auctions and in those that this inbox stored last, which D1 may not have yet. A token may still place bids for a
   * minute, so we void their bids again after that. If they begin to bid in another room meanwhile, we call that room
   * as soon as it reports the bid. Returns the IDs of the ended sessions.
   */
  async enforceSuspension(userId: string, auctionIds: readonly string[]): Promise<string[]> {
    const now = this.#clock();
    this.#signIns.account.markStale(now, { suspendedAt: now });
    const ended = this.#signIns.endAllBut(null);
    if (!this.#deletion.hasBegun) this.ctx.storage.kv.put(VOID_AGAIN_AT_KEY, now + TOKENS_EXPIRED_AFTER_MS);
    await this.#work.addCalls(userId, () => this.#work.addVoids(auctionIds));
    return ended;
  }

  /**
   * Call this after the user's name or photo has changed in D1. Updates the rooms of these auctions, and all others
   * that this inbox has stored, because D1 may not have the newest bids yet.
   */
  async updateNameAndPhoto(userId: string, auctionIds: readonly string[]): Promise<void> {
    this.#signIns.account.markStale(this.#clock());
    await this.#work.addCalls(userId, () => {
      this.ctx.storage.kv.put(NAME_OR_PHOTO_CHANGED_AT_KEY, this.#clock());
      this.#pending.add("shown", "", [...auctionIds, ...this.#knownAuctionIds()]);
    });
  }

  /**
   * Deletes this user's account. Refuses while they lead a live auction or sell one that has bids. `checking` means
   * that the caller must call again, because one event can't check all of their rooms. `removed` means that their
   * sessions have ended and no one can sign in.
   *
   * The deletion begins once all tokens have expired, after another check of the rooms. The alarm continues it, across
   * crashes, until nothing is left. An account that never had a session is deleted immediately.
   */
  async deleteAccount(userId: string): Promise<"removed" | "refused" | "unfinished" | "checking"> {
    const pendingResult = this.#work.runInTurn(async (budget) => {
      const waitMs = this.#signIns.account.isStored ? TOKENS_EXPIRED_AFTER_MS : 0;
      const answer = await this.#deletion.begin(userId, budget, waitMs);
      if (answer === "begun") {
        this.#signIns.endAllBut(null);
        await this.#deletion.deleteRow(budget);
      }
      return answer;
    });
    // After a refusal or a failure, the sessions can act again. Once the row is deleted, most accounts are completely
    // deleted within seconds.
    const rest = pendingResult.then(
      (result) => (result === "checking" ? undefined : this.#work.run()),
      () => this.#work.run(),
    );
    this.ctx.waitUntil(rest);
    const result = await pendingResult;
    await withTimeout(rest, DELETION_WAIT_MS).catch(() => {});
    return result === "begun" ? "removed" : result;
  }

  /** For the sweep. Deletes an account that no one can sign in to, unless someone is still signed in. */
  async deleteUnreachableAccount(userId: string): Promise<void> {
    if (this.#signIns.list().length === 0) await this.deleteAccount(userId);
  }

  /** Continues a deletion that D1 has a row for. */
  async resumeDeletion(userId: string): Promise<void> {
    await this.#work.runInTurn(() => this.#deletion.resume(userId));
    await this.#work.run();
  }

  /** Stores an admin action on this person here too, in case D1 is restored. */
  async recordAdminAction(action: PersonAction): Promise<void> {
    this.#signIns.account.markStale(this.#clock());
    // A deletion deletes these actions in its last step and runs only once, so a later one would stay.
    if (!this.#deletion.hasBegun) recordAdminAction(this.ctx.storage.kv, action);
  }

  /** For the admin pages. How many calls to rooms are pending. */
  async countPendingCalls(): Promise<number> {
    return this.#pending.count();
  }

  /** After D1 has been restored to an earlier time, writes this inbox's data there again, and restarts a deletion. */
  async reconcileAfterRestore(userId: string): Promise<ReconciledInbox> {
    if (this.#deletion.hasBegun) {
      await this.#work.runInTurn(() => this.#deletion.restart(userId));
      await this.#work.run();
      return { auctionIds: [], hasAdminActions: false };
    }
    const { kv } = this.ctx.storage;
    await restoreToDatabase(this.env, kv, userId);
    this.#signIns.account.markStale(this.#clock());
    // Later changes are lost in D1, but the rooms may still have them.
    if (kv.get<number>(NAME_OR_PHOTO_CHANGED_AT_KEY) !== undefined) await this.updateNameAndPhoto(userId, []);
    return { auctionIds: this.#knownAuctionIds(), hasAdminActions: listRecordedAdminActions(kv).length > 0 };
  }

  override async alarm(): Promise<void> {
    // Set first and kept on failure, because the platform drops an alarm that fails six times.
    await this.#work.wakeSoon();
    await this.#work.run();
  }

  /** Accepts a page's socket. The Worker has checked its origin and its session. */
  override async fetch(request: Request): Promise<Response> {
    const session = request.headers.get(SESSION_HEADER);
    const expiresAt = Number(request.headers.get(EXPIRES_HEADER));
    if (session === null || !Number.isFinite(expiresAt)) return new Response(null, { status: 400 });
    // The session may have ended since the Worker checked it.
    if (!this.#signIns.isLive(session)) return new Response(null, { status: 401 });
    const maxSockets = INBOX_SOCKETS_PER_PERSON * objectSettings(this.env).limitScale;
    return new Response(null, { status: 101, webSocket: this.#sockets.accept(session, expiresAt, maxSockets) });
  }

  /** Pages send no messages except pings, which the platform answers. */
  override async webSocketMessage(socket: WebSocket): Promise<void> {
    socket.close(1003, "this socket only listens");
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    socket.close(1000);
  }

  /** Every auction in which this person may have a bid, or notices. */
  #knownAuctionIds(): string[] {
    return [...this.#deliveries.joiningAuctionIds, ...this.#store.knownAuctionIds()];
  }

  #notifyChanged(): { unread: number } {
    const unread = this.#store.countUnread();
    this.#sockets.send({ type: "notificationsChanged", unread });
    return { unread };
  }
}

/**
 * The Durable Object of one user: their notifications and the sockets of their open pages. Rooms deliver at least once;
 * the store removes repeats, so each notice is stored exactly once.
 */
import { DurableObject } from "cloudflare:workers";

import { SESSION_MS, useSession } from "../accounts/queries/sessions.ts";
import { sendableCloseCode } from "../contract/close-codes.ts";
import { KEPT_NOTIFICATIONS, type Notice, type Notification } from "../contract/notification.ts";
import { openCatalogue } from "../db/database.ts";
import { failureReason } from "../platform/failure-reason.ts";
import { EXPIRES_HEADER, type HeldSession, SESSION_HEADER } from "../platform/internal-headers.ts";
import { migrate } from "../platform/migrate.ts";
import { withTimeLimits } from "../platform/time-limits.ts";
import { withTimeout } from "../platform/with-timeout.ts";
import { INBOX_SOCKETS_PER_PERSON } from "../rate-limits/numbers.ts";
import { objectSettings } from "../settings.ts";
import { AccountDeletion, STORED_USER_ID } from "./account-deletion/account-deletion.ts";
import { writeBack } from "./after-restore.ts";
import { Deliveries, STORE_PAUSE_MS } from "./deliveries.ts";
import { noteAct, notedActs, type PersonAct } from "./noted-acts.ts";
import { PageSockets } from "./page-sockets.ts";
import { PendingCalls } from "./pending-calls.ts";
import { findShown, RoomCalls } from "./room-calls.ts";
import { RoomVisits, VISIT_LIMITS, type VisitLimits } from "./room-visits.ts";
import { SCHEMA_STEPS } from "./schema.ts";
import { InboxStore, STORED_ANONYMOUS, STORED_SHOWN_AT } from "./store.ts";

/** Time to the next attempt after an interruption: of an account deletion, or of stored calls to rooms. */
const RETRY_MS = 5_000;
/** After the person's row is deleted, the answer waits at most this long for the remaining steps. */
const DELETION_ANSWER_MS = 5_000;

/** A bid waits for this, so it is less than a bid may wait. */
const BID_WAITS_MS = 1_000;

/** More than the auctions in which someone can have begun to bid before D1 has their bids: a few seconds. */
const NEWEST_AUCTIONS = 100;

/** The auctions that an inbox has stored (D1 may have lost some), and whether admins have acted on its person. */
export type Settled = { readonly auctionIds: string[]; readonly hasActs: boolean };

export class Inbox extends DurableObject<Env> {
  readonly #store: InboxStore;
  readonly #clock: () => number;
  readonly #limits: VisitLimits;
  readonly #pending: PendingCalls;
  readonly #calls: RoomCalls;
  readonly #deletion: AccountDeletion;
  readonly #sockets: PageSockets;
  /** Settles when the last call so far has finished: only one of them at a time makes calls to rooms. */
  #lastWork: Promise<unknown> = Promise.resolve();
  readonly #deliveries: Deliveries;

  /**
   * `clock` gives epoch ms; `limits` bound the calls of one event, `kept` notifications are kept, and notices of bids
   * are stored at most each `storePauseMs`.
   */
  constructor(
    ctx: DurableObjectState,
    env: Env,
    clock: () => number = () => Date.now(),
    limits = VISIT_LIMITS,
    kept: number = KEPT_NOTIFICATIONS,
    storePauseMs = STORE_PAUSE_MS,
  ) {
    const limited = withTimeLimits(env);
    super(ctx, limited);
    this.#clock = clock;
    this.#limits = limits;
    this.#store = new InboxStore(ctx.storage, kept);
    this.#deliveries = new Deliveries((notices) => this.#receive(notices), storePauseMs);
    this.#pending = new PendingCalls(ctx.storage.sql);
    this.#calls = new RoomCalls(limited, ctx.storage.kv, this.#store, this.#pending);
    this.#deletion = new AccountDeletion(limited, ctx.storage, this.#store, this.#pending, clock);
    this.#sockets = new PageSockets(ctx, clock);
    migrate(ctx.storage, SCHEMA_STEPS);
  }

  /**
   * Stores notices of one or more auctions, each auction's in order, and notifies open pages. Repeats change nothing.
   */
  deliver(notices: readonly Notice[]): Promise<void> {
    return this.#deliveries.add(notices);
  }

  /** The auctions that this inbox stored last, the newest first: their rooms may have bids that D1 lacks. */
  async newestAuctions(limit: number): Promise<string[]> {
    return this.#store.newestAuctions(limit);
  }

  async list(): Promise<{ notifications: Notification[]; unread: number }> {
    return { notifications: this.#store.list(), unread: this.#store.unread() };
  }

  async markRead(ids?: readonly string[]): Promise<{ unread: number }> {
    this.#store.markRead(ids);
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
    const anonymous = this.ctx.storage.kv.get<boolean>(STORED_ANONYMOUS);
    return { ...(anonymous === undefined ? {} : { anonymous }), ...(await this.#shownLately()) };
  }

  /**
   * The user's current name and portrait, if they changed since the oldest session began: each session has a copy from
   * its own beginning.
   */
  async #shownLately(): Promise<Pick<HeldSession, "shown">> {
    const { kv } = this.ctx.storage;
    const changedAt = kv.get<number>(STORED_SHOWN_AT);
    const userId = kv.get<string>(STORED_USER_ID);
    if (changedAt === undefined || userId === undefined || changedAt < this.#clock() - SESSION_MS) return {};
    try {
      const shown = await withTimeout(findShown(this.env, userId), BID_WAITS_MS);
      return shown ? { shown } : {};
    } catch (error) {
      // Bids must not depend on D1. A later call to the room corrects the name.
      console.warn(JSON.stringify({ event: "shown_not_read", reason: failureReason(error) }));
      return {};
    }
  }

  /**
   * This user has chosen in D1 whether they are shown under a number: the rooms of these auctions, and those with a
   * session of theirs, apply it from now on. Other rooms get it when they register a session.
   */
  async privacyChanged(userId: string, auctionIds: readonly string[]): Promise<void> {
    await this.#callRooms(userId, () => {
      this.#pending.add("privacy", "", [...auctionIds, ...this.#store.heldAuctions()]);
    });
  }

  /** This seller has blocked or unblocked a person in D1: the rooms of these auctions are updated. */
  async blocksChanged(sellerId: string, personId: string, auctionIds: readonly string[]): Promise<void> {
    await this.#callRooms(sellerId, () => this.#pending.add("block", personId, auctionIds));
  }

  /**
   * An admin has suspended this user in D1, and their sessions have ended: their standing bids in these auctions, and
   * in those that this inbox stored last, of which D1 may not know yet, are void.
   */
  async suspended(userId: string, auctionIds: readonly string[]): Promise<void> {
    await this.#callRooms(userId, () => {
      this.#pending.add("void", "", [...auctionIds, ...this.#store.newestAuctions(NEWEST_AUCTIONS)]);
    });
  }

  /**
   * This user, or an admin, has changed in D1 how they are shown: updates the rooms of these auctions, and all others
   * that this inbox has stored, because D1 may not have their newest bids yet.
   */
  async shownChanged(userId: string, auctionIds: readonly string[]): Promise<void> {
    await this.#callRooms(userId, () => {
      this.ctx.storage.kv.put(STORED_SHOWN_AT, this.#clock());
      this.#pending.add("shown", "", [...auctionIds, ...this.#store.knownAuctions()]);
    });
  }

  /**
   * Records a use of a session that was idle for a while, for a room that got a bid from it; false when it has ended.
   */
  async useSession(userId: string, sessionId: string): Promise<boolean> {
    if (this.#deletion.locksSessions || this.#store.hasEnded(sessionId)) return false;
    try {
      const used = useSession(openCatalogue(this.env.DB), userId, sessionId, this.#clock());
      return await withTimeout(used, BID_WAITS_MS);
    } catch (error) {
      // It cannot be checked without D1. Bids must not depend on it, and a session lasts a week at most in any case.
      const reason = error instanceof Error ? error.name : "unknown";
      console.warn(JSON.stringify({ event: "use_not_noted", reason }));
      return true;
    }
  }

  /**
   * Ends sessions: closes their inbox sockets, and notifies the rooms that have registered them, which refuse their
   * bids from then on.
   */
  async endSessions(sessionIds: readonly string[]): Promise<void> {
    this.#store.endSessions(sessionIds, this.#clock());
    for (const sessionId of sessionIds) this.#sockets.closeSession(sessionId);
    if (!this.#calls.areOwed) return;
    // A room that does not answer is notified again by the alarm.
    await this.ctx.storage.setAlarm(this.#clock() + RETRY_MS);
    await this.#work();
  }

  /**
   * Deletes this user's account: refused while they lead a live auction or sell one that has bids. `checking` asks for
   * another call, because one event may not ask all of their rooms. `removed` says that the row with their personal
   * data is gone and the deletion can no longer be refused: the alarm continues it, across crashes, until nothing is
   * left.
   */
  async deleteAccount(userId: string): Promise<"removed" | "refused" | "unfinished" | "checking"> {
    const begun = this.#inTurn(async () => {
      const visits = new RoomVisits(this.#limits);
      const verdict = await this.#deletion.begin(userId, visits);
      if (verdict === "begun") await this.#deletion.deleteRow(visits);
      return verdict;
    });
    // After a refusal, or a failure, the sessions may act again. Once the row is deleted, most accounts are completely
    // deleted soon after.
    const rest = begun.then(
      (verdict) => (verdict === "checking" ? undefined : this.#work()),
      () => this.#work(),
    );
    this.ctx.waitUntil(rest);
    const verdict = await begun;
    await withTimeout(rest, DELETION_ANSWER_MS).catch(() => {});
    return verdict === "begun" ? "removed" : verdict;
  }

  /** Continues a deletion of which D1 has a row. */
  async resumeDeletion(userId: string): Promise<void> {
    await this.#inTurn(() => this.#deletion.resume(userId));
    await this.#work();
  }

  /** Stores an act of an admin on this person here too, in case D1 is set back. */
  async noteAct(act: PersonAct): Promise<void> {
    // A deletion deletes the acts as its last step, and runs once.
    if (!this.#deletion.hasBegun) noteAct(this.ctx.storage.kv, act);
  }

  /** For the operator's desk: calls to rooms that are still to be made. */
  async pendingCalls(): Promise<number> {
    return this.#pending.count();
  }

  /**
   * After D1 was set back to an earlier time: writes there again what this inbox still has, and restarts a deletion.
   */
  async settleRestore(userId: string): Promise<Settled> {
    if (this.#deletion.hasBegun) {
      await this.#inTurn(() => this.#deletion.restart(userId));
      await this.#work();
      return { auctionIds: [], hasActs: false };
    }
    const { kv } = this.ctx.storage;
    await writeBack(this.env, kv, userId);
    // Later changes are lost in D1, but the rooms may still have them.
    if (kv.get<number>(STORED_SHOWN_AT) !== undefined) await this.shownChanged(userId, []);
    return { auctionIds: this.#store.knownAuctions(), hasActs: notedActs(kv).length > 0 };
  }

  override async alarm(): Promise<void> {
    // Set first and kept on failure, because the platform drops an alarm that fails six times.
    await this.ctx.storage.setAlarm(this.#clock() + RETRY_MS);
    await this.#work();
  }

  /** Accepts a page's socket; the Worker has checked its origin and its session. */
  override async fetch(request: Request): Promise<Response> {
    const session = request.headers.get(SESSION_HEADER);
    const expiresAt = Number(request.headers.get(EXPIRES_HEADER));
    if (session === null || !Number.isFinite(expiresAt)) return new Response(null, { status: 400 });
    // The session may have ended since the Worker checked it.
    if (this.#deletion.hasBegun || this.#store.hasEnded(session)) return new Response(null, { status: 401 });
    const maxSockets = INBOX_SOCKETS_PER_PERSON * objectSettings(this.env).limitScale;
    return new Response(null, { status: 101, webSocket: this.#sockets.accept(session, expiresAt, maxSockets) });
  }

  /** Pages send no messages except pings, which the platform answers. */
  override async webSocketMessage(socket: WebSocket): Promise<void> {
    socket.close(1003, "this socket only listens");
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    socket.close(sendableCloseCode(code));
  }

  #receive(notices: readonly Notice[]): void {
    if (this.#deletion.hasBegun) return;
    const added = this.#store.add(notices);
    if (added.length === 0) return;
    const unread = this.#store.unread();
    const standings = new Map(notices.flatMap((one) => (one.standing ? [[one.auctionId, one.standing]] : [])));
    for (const notification of added) {
      const { message, auctionId } = notification;
      const standing = standings.get(auctionId);
      this.#sockets.send({ type: "bidNotification", message, notification, unread, ...(standing && { standing }) });
    }
  }

  /**
   * Stores the calls that rooms must get, and starts making them. While an account is being deleted, no other calls are
   * stored.
   */
  async #callRooms(userId: string, add: () => void): Promise<void> {
    if (this.#deletion.hasBegun) return;
    this.ctx.storage.kv.put(STORED_USER_ID, userId);
    add();
    await this.ctx.storage.setAlarm(this.#clock() + RETRY_MS);
    await this.#work();
  }

  /**
   * Makes the stored calls to rooms and continues a deletion, within the limits of one event; the alarm continues after
   * that.
   */
  #work(): Promise<void> {
    return this.#inTurn(async () => {
      const { storage } = this.ctx;
      const visits = new RoomVisits(this.#limits);
      if (this.#deletion.isUnderWay) this.#sockets.closeAll("the account is deleted");
      const userId = storage.kv.get<string>(STORED_USER_ID) ?? "";
      const progress = [...(await this.#calls.run(userId, visits)), await this.#deletion.run(visits)];
      // Checked again, because more calls may have been stored meanwhile.
      if (!this.#deletion.isUnderWay && !this.#deletion.isAsked && !this.#calls.areOwed) await storage.deleteAlarm();
      else await storage.setAlarm(this.#clock() + (progress.includes("more") ? 0 : RETRY_MS));
    });
  }

  /** Runs after all work that was started before it, even if that fails. */
  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#lastWork.then(work);
    this.#lastWork = done.catch(() => {});
    return done;
  }

  #changed(): { unread: number } {
    const unread = this.#store.unread();
    this.#sockets.send({ type: "notificationsChanged", unread });
    return { unread };
  }
}

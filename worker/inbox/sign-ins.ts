/**
 * Opens, confirms and ends the person's sessions. Nothing else does. Ending a session closes the sockets of its open
 * pages. Browsers' tokens expire within a minute.
 */
import { type PasswordChange, type SessionAccount, setPassword } from "../accounts/queries/session-accounts.ts";
import {
  type ConfirmedSession,
  type ListedSession,
  SESSION_MS,
  type SessionMetadata,
  userOf,
} from "../accounts/sessions.ts";
import { openDatabase } from "../db/database.ts";
import { newId } from "../platform/ids.ts";
import { OwnAccount } from "./own-account.ts";
import type { PageSockets } from "./page-sockets.ts";
import { Sessions } from "./sessions.ts";

/** The inbox's KV key for the session that a password change in progress keeps, or null if it keeps none. */
const ENDING_KEY = "endingAllBut";

export class SignIns {
  readonly account: OwnAccount;
  readonly #env: Pick<Env, "DB">;
  readonly #kv: SyncKvStorage;
  readonly #sessions: Sessions;
  readonly #sockets: PageSockets;
  readonly #clock: () => number;
  /** Settles when the last sign-in or password change is done, because they run one at a time. */
  #lastChange: Promise<unknown> = Promise.resolve();
  /** How many times sessions have been ended. If this changes during a sign-in, we check the person again. */
  #endings = 0;

  /** `clock` gives epoch ms. */
  constructor(env: Pick<Env, "DB">, storage: DurableObjectStorage, sockets: PageSockets, clock: () => number) {
    this.account = new OwnAccount(env, storage.kv);
    this.#env = env;
    this.#kv = storage.kv;
    this.#sessions = new Sessions(storage.sql);
    this.#sockets = sockets;
    this.#clock = clock;
  }

  /** After a crash in the middle of a password change, which may have reached D1. */
  finishInterruptedChange(): void {
    const ending = this.#kv.get<{ keptSessionId: string | null }>(ENDING_KEY);
    if (ending) this.#endAfterChange(ending.keptSessionId);
  }

  /**
   * Opens a session. Null when the person can't sign in, or no longer has the password whose hash was checked
   * (`passwordHash`).
   */
  openSession(
    userId: string,
    metadata: SessionMetadata,
    passwordHash?: string | null,
  ): Promise<ConfirmedSession | null> {
    return this.#runInTurn(async () => {
      for (;;) {
        const endings = this.#endings;
        const now = this.#clock();
        const row = await this.account.read(userId, now, passwordHash);
        if (!row || row.suspendedAt !== null) return null;
        // The person may have been suspended, or their password changed, while D1 answered.
        if (endings !== this.#endings) continue;
        const session = { id: newId(), createdAt: now, lastSeenAt: now, ...metadata };
        this.#sessions.open(session);
        return toConfirmedSession(session, row, now);
      }
    });
  }

  /**
   * A session with its user's current data. Counts as a use, and usually writes nothing. Null when it has ended.
   */
  async check(userId: string, sessionId: string): Promise<ConfirmedSession | null> {
    const now = this.#clock();
    if (!this.#sessions.touch(sessionId, now)) return null;
    const row = await this.account.findCurrent(userId, now);
    // The session may have ended while D1 answered.
    const session = this.#sessions.touch(sessionId, now);
    if (!session) return null;
    if (row && row.suspendedAt === null) return toConfirmedSession(session, row, now);
    this.endAllBut(null);
    return null;
  }

  isLive(sessionId: string): boolean {
    return this.#sessions.isLive(sessionId, this.#clock());
  }

  list(): ListedSession[] {
    return this.#sessions.list(this.#clock());
  }

  endSession(sessionId: string): void {
    this.#sessions.end(sessionId);
    this.#sockets.closeSession(sessionId);
  }

  /** Ends all sessions except `keptSessionId`, or all of them if that's null. Returns the ended IDs. */
  endAllBut(keptSessionId: string | null): string[] {
    this.#endings += 1;
    const ended = this.#sessions.endAllBut(keptSessionId);
    for (const id of ended) this.#sockets.closeSession(id);
    return ended;
  }

  /**
   * Changes the password in D1 and ends the other sessions, even if we don't know whether D1 made the change. No one
   * signs in meanwhile, so no session that the old password opened is left. Null, with nothing changed, if the password
   * has changed since its hash was checked. Otherwise the IDs of the ended sessions.
   */
  changePassword(userId: string, change: PasswordChange): Promise<string[] | null> {
    return this.#runInTurn(async () => {
      const { keptSessionId } = change;
      this.#kv.put(ENDING_KEY, { keptSessionId });
      let isRefused = false;
      try {
        isRefused = !(await setPassword(openDatabase(this.#env.DB), userId, change, this.#clock()));
      } catch (error) {
        this.#endAfterChange(keptSessionId);
        throw error;
      }
      if (!isRefused) return this.#endAfterChange(keptSessionId);
      this.#kv.delete(ENDING_KEY);
      return null;
    });
  }

  #endAfterChange(keptSessionId: string | null): string[] {
    this.account.markStale(this.#clock());
    const ended = this.endAllBut(keptSessionId);
    this.#kv.delete(ENDING_KEY);
    return ended;
  }

  /** Runs once all work that was started before it has finished or failed. */
  #runInTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#lastChange.then(work);
    this.#lastChange = done.catch(() => {});
    return done;
  }
}

function toConfirmedSession({ id, createdAt }: ListedSession, account: SessionAccount, now: number): ConfirmedSession {
  return { id, createdAt, expiresAt: createdAt + SESSION_MS, checkedAt: now, user: userOf(account) };
}

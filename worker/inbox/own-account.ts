/**
 * An inbox's copy of its owner's row in D1, so that sessions are renewed without D1. The inbox reads the row at each
 * sign-in, after each change it is notified of, and at least once an hour.
 */
import { findSessionAccount, type SessionAccount } from "../accounts/queries/session-accounts.ts";
import { MAX_STALE_TOKEN_MS } from "../accounts/sessions.ts";
import { openDatabase } from "../db/database.ts";
import { failureReason } from "../platform/failure-reason.ts";
import { withTimeout } from "../platform/with-timeout.ts";
import { StoredDeletion } from "./account-deletion/stored-deletion.ts";

/** The key in the inbox's KV. Don't change it. */
export const ACCOUNT_KEY = "account";
/** How often the row is read again. A missed change takes effect within this time. */
const REREAD_AFTER_MS = 3_600_000;
/** A bid waits for a renewal, so this is shorter than a bid's timeout. */
const DATABASE_TIMEOUT_MS = 1_000;

/** Epoch ms. `readAt` is 0 once the row has changed, and `changedAt` is 0 before any change. */
type StoredAccount = { readonly row: SessionAccount; readonly readAt: number; readonly changedAt: number };

export class OwnAccount {
  readonly #env: Pick<Env, "DB">;
  readonly #kv: SyncKvStorage;
  readonly #deletion: StoredDeletion;
  #changes = 0;

  constructor(env: Pick<Env, "DB">, kv: SyncKvStorage) {
    this.#env = env;
    this.#kv = kv;
    this.#deletion = new StoredDeletion(kv);
  }

  /** Whether anyone has ever signed in. */
  get isStored(): boolean {
    return this.#stored !== undefined;
  }

  /** Reads the row for someone who signs in. With `passwordHash`, only if their password still has that hash. */
  async read(userId: string, now: number, passwordHash?: string | null): Promise<SessionAccount | null> {
    const changes = this.#changes;
    const row = await findSessionAccount(openDatabase(this.#env.DB), userId, passwordHash);
    const changedAt = this.#stored?.changedAt ?? 0;
    // The row may lack later changes.
    const readAt = changes === this.#changes ? now : 0;
    // The account may have been deleted while D1 answered. Then don't store it again.
    if (row && !this.#deletion.hasBegun) {
      this.#kv.put(ACCOUNT_KEY, { row, readAt, changedAt } satisfies StoredAccount);
    }
    return row;
  }

  /**
   * The account, read again if that is due. Null if it is gone. If D1 doesn't answer, returns the old copy, because
   * sessions must work without D1.
   */
  async findCurrent(userId: string, now: number): Promise<SessionAccount | null> {
    const stored = this.#stored;
    if (stored && now - stored.readAt < REREAD_AFTER_MS) return stored.row;
    try {
      return await withTimeout(this.read(userId, now), DATABASE_TIMEOUT_MS);
    } catch (error) {
      console.warn(JSON.stringify({ event: "account_not_read", reason: failureReason(error) }));
      return stored?.row ?? null;
    }
  }

  get isSuspended(): boolean {
    return (this.#stored?.row.suspendedAt ?? null) !== null;
  }

  /** Whether a token may still have the account as it was before a change. */
  mayBeStaleElsewhere(now: number): boolean {
    return (this.#stored?.changedAt ?? 0) > now - MAX_STALE_TOKEN_MS;
  }

  /**
   * Call this after D1's row has changed. The next use then reads it again. `known` is the known part of the change.
   */
  markStale(now: number, known: Partial<SessionAccount> = {}): void {
    this.#changes += 1;
    const stored = this.#stored;
    if (!stored) return;
    this.#kv.put(ACCOUNT_KEY, {
      row: { ...stored.row, ...known },
      readAt: 0,
      changedAt: now,
    } satisfies StoredAccount);
  }

  get #stored(): StoredAccount | undefined {
    return this.#kv.get<StoredAccount>(ACCOUNT_KEY);
  }
}

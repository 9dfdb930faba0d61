/**
 * One person's sessions, in their inbox's SQLite. A session is a row here, and ends when the row is deleted. Times
 * are epoch ms.
 */
import { type ListedSession, MAX_SESSIONS, SESSION_IDLE_MS, SESSION_MS } from "../accounts/sessions.ts";

/** How often the time of last use is written. A page in use renews its session each minute. */
const LAST_SEEN_SAVE_INTERVAL_MS = 10 * 60_000;

type SessionRow = {
  id: string;
  created_at: number;
  last_seen_at: number;
  device: string | null;
  network: string | null;
};

export class Sessions {
  readonly #sql: SqlStorage;
  /** Uses that are not written yet. */
  readonly #seenAt = new Map<string, number>();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Adds a session, and ends the oldest ones beyond the limit. */
  open({ id, createdAt, lastSeenAt, device, network }: ListedSession): void {
    this.#sql.exec("DELETE FROM sessions WHERE created_at <= ?", createdAt - SESSION_MS);
    this.#sql.exec(
      "INSERT INTO sessions (id, created_at, last_seen_at, device, network) VALUES (?, ?, ?, ?, ?)",
      id,
      createdAt,
      lastSeenAt,
      device,
      network,
    );
    // Never deletes the session just added, even if many are added in the same millisecond.
    this.#sql.exec(
      `DELETE FROM sessions WHERE id NOT IN
         (SELECT id FROM sessions ORDER BY id = ? DESC, created_at DESC, id DESC LIMIT ?)`,
      id,
      MAX_SESSIONS,
    );
  }

  /** Records a use at `now`, and returns the session as it was before. Null if it has ended. */
  touch(id: string, now: number): ListedSession | null {
    const found = this.list(now).find((session) => session.id === id);
    if (!found) return null;
    this.#seenAt.set(id, now);
    const [stored] = this.#sql.exec<SessionRow>("SELECT * FROM sessions WHERE id = ?", id);
    if (stored && now - stored.last_seen_at >= LAST_SEEN_SAVE_INTERVAL_MS) {
      this.#sql.exec("UPDATE sessions SET last_seen_at = ? WHERE id = ?", now, id);
    }
    return found;
  }

  /** Whether the session exists. Unlike `touch`, this doesn't count as a use. */
  isLive(id: string, now: number): boolean {
    return this.list(now).some((session) => session.id === id);
  }

  /** The sessions that have not ended, newest first. */
  list(now: number): ListedSession[] {
    const rows = this.#sql.exec<SessionRow>("SELECT * FROM sessions ORDER BY created_at DESC, id DESC");
    return Array.from(rows, ({ id, created_at: createdAt, last_seen_at: stored, device, network }) => {
      const lastSeenAt = Math.max(stored, this.#seenAt.get(id) ?? 0);
      return { id, createdAt, lastSeenAt, device, network };
    }).filter(({ createdAt, lastSeenAt }) => createdAt > now - SESSION_MS && lastSeenAt > now - SESSION_IDLE_MS);
  }

  end(id: string): void {
    this.#sql.exec("DELETE FROM sessions WHERE id = ?", id);
    this.#seenAt.delete(id);
  }

  /** Ends all sessions except `keptSessionId`, or all of them if that's null. Returns the ended IDs. */
  endAllBut(keptSessionId: string | null): string[] {
    const rows = this.#sql.exec<{ id: string }>("DELETE FROM sessions WHERE id IS NOT ? RETURNING id", keptSessionId);
    const ended = Array.from(rows, ({ id }) => id);
    for (const id of ended) this.#seenAt.delete(id);
    return ended;
  }
}

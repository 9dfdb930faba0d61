/** D1's sessions. An id is the SHA-256 of the token in the cookie. Times are epoch ms. */
import { and, asc, desc, eq, gt, isNull, lt, ne, notInArray, type SQL, sql } from "drizzle-orm";

import { type Catalogue, isAmong } from "../../db/database.ts";
import { emailChanges, passkeys, passwordResets, sessionEnds, sessions, users } from "../../db/schema.ts";

/** A session ends after this long without use. */
export const SESSION_IDLE_MS = 24 * 3_600_000;

/** No session lasts longer than this. */
export const SESSION_MS = 7 * 24 * 3_600_000;

export type SessionUser = Pick<
  typeof users.$inferSelect,
  "id" | "firstName" | "lastName" | "email" | "imageKey" | "role" | "createdAt"
>;
/** What a session's level of trust follows from. */
export type SessionTrust = Pick<typeof users.$inferSelect, "emailProvenAt" | "finishedSaleAt" | "trust">;
export type StoredSession = {
  readonly id: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
  /** With what rooms need for an actor. */
  readonly user: SessionUser & SessionTrust & { readonly anonymous: boolean };
};

export async function findLiveSession(catalogue: Catalogue, id: string, now: number): Promise<StoredSession | null> {
  return (await selectLiveSession(catalogue, id, now).get()) ?? null;
}

export function selectLiveSession(catalogue: Catalogue, id: string, now: number) {
  const { firstName, lastName, email, imageKey, role, anonymous, emailProvenAt, finishedSaleAt, trust } = users;
  // In a batch each column of a row must have a name of its own.
  const userId = sql<string>`${users.id}`.as("user_id");
  const createdAt = sql<number>`${users.createdAt}`.as("joined_at");
  const names = { id: userId, firstName, lastName, email, imageKey, role, createdAt, anonymous };
  const user = { ...names, emailProvenAt, finishedSaleAt, trust };
  return catalogue
    .select({
      id: sessions.id,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
      user,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, id),
        gt(sessions.expiresAt, now),
        gt(sessions.lastSeenAt, now - SESSION_IDLE_MS),
        isNull(users.suspendedAt),
      ),
    );
}

export type ListedSession = Pick<
  typeof sessions.$inferSelect,
  "id" | "device" | "network" | "createdAt" | "lastSeenAt" | "expiresAt"
>;

/** All stored sessions of a person, the newest first: some of them may have expired. */
export async function listSessionsOf(catalogue: Catalogue, userId: string): Promise<ListedSession[]> {
  const { id, device, network, createdAt, lastSeenAt, expiresAt } = sessions;
  return catalogue
    .select({ id, device, network, createdAt, lastSeenAt, expiresAt })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(createdAt), desc(id));
}

/**
 * Adds a session and ends all but the newest `kept` of its user; false when the user may not sign in (any more). With
 * `passwordHash`, the hash that was checked, a password that was changed since then opens no session.
 */
export async function insertSession(
  catalogue: Catalogue,
  session: Required<typeof sessions.$inferInsert>,
  kept: number,
  passwordHash?: string | null,
): Promise<boolean> {
  const { id, userId, createdAt, lastSeenAt, expiresAt, device, network } = session;
  const maySignIn = and(eq(users.id, userId), isNull(users.suspendedAt), hasHash(passwordHash));
  const newest = catalogue
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, session.userId))
    // Never the one that is just added, however many are added in the same millisecond.
    .orderBy(desc(eq(sessions.id, id)), desc(sessions.createdAt), desc(sessions.id))
    .limit(kept);
  const [added] = await catalogue.batch([
    catalogue
      .insert(sessions)
      .select(
        sql`SELECT ${id}, ${users.id}, ${createdAt}, ${lastSeenAt}, ${expiresAt}, ${device}, ${network}
          FROM ${users} WHERE ${maySignIn}`,
      )
      .returning({ id: sessions.id }),
    ...ending(catalogue, and(eq(sessions.userId, userId), notInArray(sessions.id, newest)), createdAt),
  ]);
  return added.length > 0;
}

function hasHash(hash: string | null | undefined): SQL | undefined {
  return hash === undefined ? undefined : sql`${users.passwordHash} IS ${hash}`;
}

/** Deletes the sessions that match, and notes their ends for the inbox: two statements of one transaction. */
function ending(catalogue: Catalogue, matching: SQL | undefined, now: number) {
  const { id: sessionId, userId } = sessions;
  const ended = catalogue.select({ sessionId, userId, at: sql<number>`${now}`.as("at") }).from(sessions);
  return [
    catalogue.insert(sessionEnds).select(ended.where(matching)).onConflictDoNothing(),
    catalogue.delete(sessions).where(matching),
  ] as const;
}

export async function endSessionOf(catalogue: Catalogue, userId: string, id: string, now: number): Promise<void> {
  await catalogue.batch(ending(catalogue, and(eq(sessions.userId, userId), eq(sessions.id, id)), now));
}

export async function endSessionsOf(catalogue: Catalogue, userId: string, now: number): Promise<void> {
  await catalogue.batch(ending(catalogue, eq(sessions.userId, userId), now));
}

/** A change by the person who is signed in with `keptId`, where the hash `from` was checked; or by a link in a mail. */
export type PasswordChange =
  | { readonly from: string | null; readonly to: string; readonly keptId: string }
  | { readonly from?: never; readonly to: string; readonly keptId: null };

/**
 * Sets a password and ends all sessions but `keptId` together, and deletes the links that could reset it. A stranger
 * who knew the old password may have asked for another address, so that change is cancelled; and may have added a
 * passkey, so a link, with which people recover an account, removes all passkeys. It also proves the address. False, with nothing changed, when the
 * password was changed since its hash was checked.
 */
export async function changePassword(
  catalogue: Catalogue,
  userId: string,
  change: PasswordChange,
  now: number,
): Promise<boolean> {
  const { from, to, keptId } = change;
  // The new hash has a salt of its own, so it is there only if this very change has been made.
  const isChanged = sql`EXISTS (SELECT 1 FROM users WHERE users.id = ${userId} AND users.password_hash = ${to})`;
  const others = and(eq(sessions.userId, userId), keptId === null ? undefined : ne(sessions.id, keptId), isChanged);
  const [changed] = await catalogue.batch([
    catalogue
      .update(users)
      .set({
        passwordHash: to,
        ...(keptId === null ? { emailProvenAt: sql`coalesce(${users.emailProvenAt}, ${now})` } : {}),
      })
      .where(and(eq(users.id, userId), hasHash(from)))
      .returning({ id: users.id }),
    ...ending(catalogue, others, now),
    catalogue.delete(passwordResets).where(and(eq(passwordResets.userId, userId), isChanged)),
    catalogue.delete(emailChanges).where(and(eq(emailChanges.userId, userId), isChanged)),
    ...(keptId === null ? [catalogue.delete(passkeys).where(and(eq(passkeys.userId, userId), isChanged))] : []),
  ]);
  return changed.length > 0;
}

/** Sessions of a person that have ended and of which their inbox has not been notified yet. */
export async function listSessionEnds(catalogue: Catalogue, userId: string): Promise<string[]> {
  const { sessionId: id } = sessionEnds;
  const rows = await catalogue.select({ id }).from(sessionEnds).where(eq(sessionEnds.userId, userId));
  return rows.map((row) => row.id);
}

/** The person's inbox has been notified of these. */
export async function forgetSessionEnds(catalogue: Catalogue, ids: readonly string[]): Promise<void> {
  await catalogue.delete(sessionEnds).where(isAmong(sessionEnds.sessionId, ids));
}

/** For the sweep: people of whom a session ended before a time (epoch ms) without their inbox knowing. */
export async function listSessionEndsSince(catalogue: Catalogue, before: number, limit: number): Promise<string[]> {
  const { userId, at } = sessionEnds;
  const rows = await catalogue.select({ userId }).from(sessionEnds).where(lt(at, before)).orderBy(asc(at)).limit(limit);
  return Array.from(new Set(rows.map((row) => row.userId)));
}

export async function markSessionSeen(catalogue: Catalogue, id: string, now: number): Promise<void> {
  await catalogue.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id));
}

/** Notes a use of the session whose id begins with `idPrefix`; false when it has ended. */
export async function useSession(
  catalogue: Catalogue,
  userId: string,
  idPrefix: string,
  now: number,
): Promise<boolean> {
  const { id, expiresAt, lastSeenAt } = sessions;
  const used = await catalogue
    .update(sessions)
    .set({ lastSeenAt: now })
    .where(
      and(
        eq(sessions.userId, userId),
        eq(sql`substr(${id}, 1, ${idPrefix.length})`, idPrefix),
        gt(expiresAt, now),
        gt(lastSeenAt, now - SESSION_IDLE_MS),
      ),
    )
    .returning({ id });
  return used.length > 0;
}

/** Deletes sessions that have expired. The row of a session that ended by lack of use stays until then. */
export async function deleteExpiredSessions(catalogue: Catalogue, now: number): Promise<void> {
  await catalogue.delete(sessions).where(lt(sessions.expiresAt, now));
}

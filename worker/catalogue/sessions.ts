/** D1's sessions. An id is the SHA-256 of the token in the cookie. Times are epoch ms. */
import { and, desc, eq, gt, isNull, lt, notInArray, sql } from "drizzle-orm";

import type { Catalogue } from "./database.ts";
import { sessions, users } from "./schema.ts";

/** A session ends after this long without use. */
export const SESSION_IDLE_MS = 24 * 3_600_000;

export type SessionUser = Pick<
  typeof users.$inferSelect,
  "id" | "firstName" | "lastName" | "email" | "imageKey" | "role" | "createdAt"
>;
export type StoredSession = {
  readonly id: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
  /** With `anonymous`, which rooms need for an actor. */
  readonly user: SessionUser & { readonly anonymous: boolean };
};

export async function findLiveSession(
  catalogue: Catalogue,
  id: string,
  now: number,
  seenAfter: number,
): Promise<StoredSession | null> {
  const { firstName, lastName, email, imageKey, role, createdAt, anonymous } = users;
  const user = { id: users.id, firstName, lastName, email, imageKey, role, createdAt, anonymous };
  const row = await catalogue
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
        gt(sessions.lastSeenAt, seenAfter),
        isNull(users.deletedAt),
        isNull(users.suspendedAt),
      ),
    )
    .get();
  return row ?? null;
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

/** Adds a session and deletes all but the newest `kept` of its user. Returns the ids of the deleted ones. */
export async function insertSession(
  catalogue: Catalogue,
  session: typeof sessions.$inferInsert,
  kept: number,
): Promise<string[]> {
  const newest = catalogue
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, session.userId))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(kept);
  const [, dropped] = await catalogue.batch([
    catalogue.insert(sessions).values(session),
    catalogue
      .delete(sessions)
      .where(and(eq(sessions.userId, session.userId), notInArray(sessions.id, newest)))
      .returning({ id: sessions.id }),
  ]);
  return dropped.map(({ id }) => id);
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

export async function deleteSession(catalogue: Catalogue, id: string): Promise<void> {
  await catalogue.delete(sessions).where(eq(sessions.id, id));
}

/** Deletes sessions that have expired. The row of a session that ended by lack of use stays until then. */
export async function deleteExpiredSessions(catalogue: Catalogue, now: number): Promise<void> {
  await catalogue.delete(sessions).where(lt(sessions.expiresAt, now));
}

/** D1's part in sessions: the row that an inbox copies, and password changes. */
import { and, eq, sql, type SQL } from "drizzle-orm";

import type { Database } from "../../db/database.ts";
import { emailChanges, passkeys, passwordResets, users } from "../../db/schema.ts";

const {
  firstName,
  lastName,
  email,
  imageKey,
  role,
  createdAt,
  anonymous,
  emailVerifiedAt,
  finishedSaleAt,
  trust,
  biddingStoppedAt,
  suspendedAt,
} = users;

const USER_COLUMNS = { id: users.id, firstName, lastName, email, imageKey, role, createdAt, anonymous };
const ACCOUNT_COLUMNS = { ...USER_COLUMNS, emailVerifiedAt, finishedSaleAt, trust, biddingStoppedAt, suspendedAt };

/** The account data that a session's rights depend on. */
export type SessionAccount = Pick<typeof users.$inferSelect, keyof typeof ACCOUNT_COLUMNS>;

/** Whether the password still has the hash that was checked. `undefined` skips the check. */
export function matchesPasswordHash(hash: string | null | undefined): SQL | undefined {
  return hash === undefined ? undefined : sql`${users.passwordHash} IS ${hash}`;
}

/** If `passwordHash` is given, finds the account only if its password still has that hash. */
export async function findSessionAccount(
  db: Database,
  userId: string,
  passwordHash?: string | null,
): Promise<SessionAccount | null> {
  const matchesId = and(eq(users.id, userId), matchesPasswordHash(passwordHash));
  return (await selectSessionAccount(db, matchesId).get()) ?? null;
}

export function selectSessionAccount(db: Database, condition: SQL | undefined) {
  return db.select(ACCOUNT_COLUMNS).from(users).where(condition);
}

/**
 * A password change, either by the person signed in with `keptSessionId`, whose hash `from` was checked, or by a
 * mailed link.
 */
export type PasswordChange =
  | { readonly from: string | null; readonly to: string; readonly keptSessionId: string }
  | { readonly from?: undefined; readonly to: string; readonly keptSessionId: null };

/**
 * Sets a password, and deletes the links that could reset it. A stranger who knew the old password may have requested
 * another address, so that change is canceled. They may also have added a passkey, so a reset through an emailed link
 * removes all passkeys. Such a reset also verifies the address. False, with nothing changed, if the password has been
 * changed since its hash was checked.
 */
export async function setPassword(
  db: Database,
  userId: string,
  { from, to, keptSessionId }: PasswordChange,
  now: number,
): Promise<boolean> {
  // The new hash has a fresh salt, so it exists only if this change was made.
  const isChanged = sql`EXISTS (SELECT 1 FROM users WHERE users.id = ${userId} AND users.password_hash = ${to})`;
  const [changed] = await db.batch([
    db
      .update(users)
      .set({
        passwordHash: to,
        ...(keptSessionId === null ? { emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now})` } : {}),
      })
      .where(and(eq(users.id, userId), matchesPasswordHash(from)))
      .returning({ id: users.id }),
    db.delete(passwordResets).where(and(eq(passwordResets.userId, userId), isChanged)),
    db.delete(emailChanges).where(and(eq(emailChanges.userId, userId), isChanged)),
    ...(keptSessionId === null ? [db.delete(passkeys).where(and(eq(passkeys.userId, userId), isChanged))] : []),
  ]);
  return changed.length > 0;
}

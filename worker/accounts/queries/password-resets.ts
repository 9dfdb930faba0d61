/** Password reset links in D1: the SHA-256 of each token, its account and its expiry. Times are epoch ms. */
import { and, eq, gt, isNotNull, isNull, lt } from "drizzle-orm";

import type { Database } from "../../db/database.ts";
import { passwordResets, users } from "../../db/schema.ts";

export async function insertPasswordReset(db: Database, reset: typeof passwordResets.$inferInsert): Promise<void> {
  await db.insert(passwordResets).values(reset);
}

/** The account whose password a link can still reset. Null if it has lost the address that we sent the link to. */
export async function findPasswordResetOwner(db: Database, id: string, now: number) {
  const { userId, usedAt, expiresAt } = passwordResets;
  const row = await db
    .select({ id: userId, email: users.email })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, userId))
    .where(and(eq(passwordResets.id, id), isNull(usedAt), gt(expiresAt, now), isNotNull(users.email)))
    .get();
  return row ?? null;
}

/** Marks a link as used. False if it was already used or has expired. */
export async function consumePasswordReset(db: Database, id: string, now: number): Promise<boolean> {
  const { usedAt, expiresAt } = passwordResets;
  const used = await db
    .update(passwordResets)
    .set({ usedAt: now })
    .where(and(eq(passwordResets.id, id), isNull(usedAt), gt(expiresAt, now)))
    .returning({ id: passwordResets.id });
  return used.length > 0;
}

export async function deleteExpiredPasswordResets(db: Database, now: number): Promise<void> {
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, now));
}

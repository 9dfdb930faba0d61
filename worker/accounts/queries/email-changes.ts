/**
 * Email addresses in D1 that haven't been confirmed yet. Until then, the account keeps its current address, if it has
 * one. One row per person, with the SHA-256 of the token. Times are epoch ms.
 */
import { and, eq, gt, isNull, lt, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";

import type { Database } from "../../db/database.ts";
import { emailChanges, passwordResets, users } from "../../db/schema.ts";
import { freeAddressStatements } from "./email-addresses.ts";

/** Replaces the person's earlier change, so that only the newest link works. */
export async function upsertEmailChange(
  db: Database,
  { userId, id, email, expiresAt }: typeof emailChanges.$inferInsert,
): Promise<void> {
  await db
    .insert(emailChanges)
    .values({ userId, id, email, expiresAt })
    .onConflictDoUpdate({ target: emailChanges.userId, set: { id, email, expiresAt } });
}

/**
 * The change that a link makes: the account, its current address, and who else holds the new one without having
 * verified it.
 */
export async function findEmailChange(db: Database, id: string, now: number) {
  const holder = alias(users, "holder");
  const row = await db
    .select({
      userId: users.id,
      from: users.email,
      fromVerifiedAt: users.emailVerifiedAt,
      to: emailChanges.email,
      holderId: sql<string | null>`${holder.id}`.as("holder_id"),
    })
    .from(emailChanges)
    .innerJoin(users, eq(users.id, emailChanges.userId))
    .leftJoin(
      holder,
      and(eq(holder.email, emailChanges.email), ne(holder.id, emailChanges.userId), isNull(holder.emailVerifiedAt)),
    )
    .where(and(eq(emailChanges.id, id), gt(emailChanges.expiresAt, now)))
    .get();
  return row ?? null;
}
type EmailChange = NonNullable<Awaited<ReturnType<typeof findEmailChange>>>;

/**
 * Gives an account the address that its link has verified, and takes it from any account that hasn't verified it.
 * Removes the links that could reset the password, if they went to another address. Returns false and leaves every
 * account unchanged if another account has verified the address in the meantime, or the link was used. `now` is epoch
 * ms.
 */
export async function changeEmail(db: Database, id: string, change: EmailChange, now: number): Promise<boolean> {
  const { userId, from, to, holderId } = change;
  const isPending = sql`EXISTS (SELECT 1 FROM email_changes WHERE email_changes.id = ${id})`;
  const isFree = sql`NOT EXISTS (SELECT 1 FROM users AS other WHERE other.email = ${to} AND other.id <> ${userId})`;
  const canChange = and(eq(users.id, userId), isPending, isFree);
  const hasAddress = sql`EXISTS (SELECT 1 FROM users WHERE users.id = ${userId} AND users.email = ${to})`;
  const wentToOldAddress = from === to ? sql`FALSE` : hasAddress;
  const results = await db.batch([
    // No account has the empty ID.
    ...freeAddressStatements(db, holderId ?? "", to, isPending),
    db.update(users).set({ email: to, emailVerifiedAt: now }).where(canChange).returning({ id: users.id }),
    db.delete(passwordResets).where(and(eq(passwordResets.userId, userId), wentToOldAddress)),
    db.delete(emailChanges).where(eq(emailChanges.id, id)),
  ]);
  return results[2].length > 0;
}

export async function deleteExpiredEmailChanges(db: Database, now: number): Promise<void> {
  await db.delete(emailChanges).where(lt(emailChanges.expiresAt, now));
}

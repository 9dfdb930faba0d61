/**
 * D1's e-mail addresses that wait for their link: the SHA-256 of its token, one for each person. Times are epoch ms.
 */
import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";

import { letters } from "./account-deletion.ts";
import type { Catalogue } from "./database.ts";
import { emailChanges, passwordResets, users } from "./schema.ts";

/** Replaces the one before, if there is one: only the newest link works. */
export async function putEmailChange(
  catalogue: Catalogue,
  { userId, id, email, expiresAt }: typeof emailChanges.$inferInsert,
): Promise<void> {
  await eraseEmailChange(catalogue, userId);
  await catalogue
    .insert(emailChanges)
    .values({ userId, id, email, expiresAt })
    .onConflictDoUpdate({ target: emailChanges.userId, set: { id, email, expiresAt } });
}

/** The change that a link makes: the account, and its address now. */
export async function findEmailChange(catalogue: Catalogue, id: string, now: number) {
  const row = await catalogue
    .select({ userId: users.id, from: users.email, to: emailChanges.email })
    .from(emailChanges)
    .innerJoin(users, eq(users.id, emailChanges.userId))
    .where(and(eq(emailChanges.id, id), gt(emailChanges.expiresAt, now), isNull(users.deletedAt)))
    .get();
  return row ?? null;
}

/**
 * Gives an account its new address, and removes the links that could reset its password: they went to the old one.
 * False, with nothing changed, when another account has got the address meanwhile, or the link was used.
 */
export async function changeEmail(catalogue: Catalogue, id: string, userId: string, to: string): Promise<boolean> {
  const isWaiting = sql`EXISTS (SELECT 1 FROM email_changes WHERE email_changes.id = ${id})`;
  const isFree = sql`NOT EXISTS (SELECT 1 FROM users AS other WHERE other.email = ${to})`;
  const may = and(eq(users.id, userId), isNull(users.deletedAt), isWaiting);
  const [, changed] = await catalogue.batch([
    catalogue
      .update(users)
      .set({ email: letters(users.email) })
      .where(and(may, isFree)),
    catalogue.update(users).set({ email: to }).where(and(may, isFree)).returning({ id: users.id }),
    catalogue
      .delete(passwordResets)
      .where(
        and(
          eq(passwordResets.userId, userId),
          sql`EXISTS (SELECT 1 FROM users WHERE users.id = ${userId} AND users.email = ${to})`,
        ),
      ),
    catalogue
      .update(emailChanges)
      .set({ id: letters(emailChanges.id), email: letters(emailChanges.email) })
      .where(eq(emailChanges.id, id)),
  ]);
  return changed.length > 0;
}

/** The address is overwritten first: a deleted value stays readable in the file. */
async function eraseEmailChange(catalogue: Catalogue, userId: string): Promise<void> {
  await catalogue
    .update(emailChanges)
    .set({ email: letters(emailChanges.email) })
    .where(eq(emailChanges.userId, userId));
}

export async function deleteExpiredEmailChanges(catalogue: Catalogue, now: number): Promise<void> {
  const isOver = lt(emailChanges.expiresAt, now);
  await catalogue
    .update(emailChanges)
    .set({ email: letters(emailChanges.email) })
    .where(isOver);
  await catalogue.delete(emailChanges).where(isOver);
}

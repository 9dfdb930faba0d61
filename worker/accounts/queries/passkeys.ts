/** D1's passkeys. An ID is the SHA-256 of the credential's own ID. Times are epoch ms. */
import { and, desc, eq, or, sql } from "drizzle-orm";

import { MAX_PASSKEYS } from "../../contract/passkeys.ts";
import type { Database } from "../../db/database.ts";
import { passkeys, users } from "../../db/schema.ts";
import { SIGN_IN_COLUMNS } from "./people.ts";
import { matchesPasswordHash } from "./session-accounts.ts";

type PasskeyRow = typeof passkeys.$inferSelect;

/** The newest first. */
export async function listPasskeys(db: Database, userId: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(desc(passkeys.createdAt), desc(passkeys.id));
}

/** A passkey and its account. */
export async function findPasskey(db: Database, id: string) {
  const row = await db
    .select({ passkey: passkeys, account: SIGN_IN_COLUMNS })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.id, id))
    .get();
  return row ?? null;
}

/**
 * False if the passkey exists, the person has reached the limit, their account is gone, or their password has changed
 * since `passwordHash` was read. A reset ends sessions and removes passkeys, and an earlier session must not add one
 * after it.
 */
export async function insertPasskey(
  db: Database,
  passkey: Omit<PasskeyRow, "lastUsedAt">,
  passwordHash: string | null,
): Promise<boolean> {
  const { id, userId, credentialId, publicKey, counter, transports, device, createdAt } = passkey;
  const count = sql`(SELECT count(*) FROM ${passkeys} WHERE ${passkeys.userId} = ${userId})`;
  const canAdd = and(eq(users.id, userId), matchesPasswordHash(passwordHash), sql`${count} < ${MAX_PASSKEYS}`);
  const added = await db
    .insert(passkeys)
    .select(
      sql`SELECT ${id}, ${users.id}, ${credentialId}, ${publicKey}, ${counter}, ${JSON.stringify(transports)},
          ${device}, ${createdAt}, NULL
        FROM ${users} WHERE ${canAdd}`,
    )
    .onConflictDoNothing()
    .returning({ id: passkeys.id });
  return added.length > 0;
}

/**
 * Records a use. False if the counter hasn't grown since we read it, because another assertion by this passkey was
 * accepted in the meantime. A passkey without a counter always sends 0, which is accepted.
 */
export async function recordPasskeyUse(db: Database, id: string, counter: number, now: number): Promise<boolean> {
  const grew = counter === 0 ? eq(passkeys.counter, 0) : sql`${passkeys.counter} < ${counter}`;
  const used = await db
    .update(passkeys)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), grew))
    .returning({ id: passkeys.id });
  return used.length > 0;
}

/** Returns false and removes nothing if the passkey isn't this person's, or is their only way to sign in. */
export async function deletePasskey(db: Database, userId: string, id: string): Promise<boolean> {
  const hasOther = sql`EXISTS
    (SELECT 1 FROM passkeys AS other WHERE other.user_id = ${userId} AND other.id <> ${id})`;
  const hasOtherWay = sql`EXISTS (SELECT 1 FROM users WHERE users.id = ${userId}
    AND (users.password_hash IS NOT NULL OR users.google_subject IS NOT NULL))`;
  const deleted = await db
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id), or(hasOther, hasOtherWay)))
    .returning({ id: passkeys.id });
  return deleted.length > 0;
}

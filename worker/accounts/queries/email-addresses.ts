/**
 * Holders of email addresses. An account that hasn't verified its address may belong to someone who typed another
 * person's. It loses the address to the first person who verifies it, and keeps everything else.
 */
import { and, eq, gte, isNull, lt, notExists, sql, type SQL } from "drizzle-orm";

import type { Database } from "../../db/database.ts";
import {
  archivedBids,
  auctions,
  bids,
  emailChanges,
  openings,
  passkeys,
  passwordResets,
  users,
} from "../../db/schema.ts";

/** The account with this address, and whether the address is verified. Null when the address is free. */
export async function findAddressHolder(db: Database, email: string) {
  const { id, emailVerifiedAt } = users;
  const row = await db.select({ id, emailVerifiedAt }).from(users).where(eq(users.email, email)).get();
  return row ? { id: row.id, isVerified: row.emailVerifiedAt !== null } : null;
}

/**
 * The statements for the start of a batch. They take an address from an account that hasn't verified it, and delete any
 * mailed links that could set that account's password. Nothing changes if `condition` doesn't hold, or the account has
 * verified the address meanwhile.
 */
export function freeAddressStatements(db: Database, holderId: string, email: string, condition?: SQL) {
  const isHolder = and(eq(users.id, holderId), isNull(users.emailVerifiedAt));
  const hasNoAddress = sql`EXISTS (SELECT 1 FROM users WHERE users.id = ${holderId} AND users.email IS NULL)`;
  return [
    db
      .update(users)
      .set({ email: null })
      .where(and(isHolder, eq(users.email, email), condition)),
    db.delete(passwordResets).where(and(eq(passwordResets.userId, holderId), hasNoAddress)),
  ] as const;
}

/**
 * For the sweep. Accounts whose ID begins with `idPrefix` and that no one can sign in to, because they have no address,
 * passkey, Google identity or link that would give them an address. Some may still have a session in their inbox.
 * Includes only accounts created before a time (epoch ms) that have no auctions or bids.
 */
export async function listUnreachableAccountIds(
  db: Database,
  idPrefix: string,
  before: number,
  limit: number,
): Promise<string[]> {
  const { id, email, googleSubject, createdAt } = users;
  const rows = await db
    .select({ id })
    .from(users)
    .where(
      and(
        gte(id, idPrefix),
        lt(id, `${idPrefix}g`),
        isNull(email),
        isNull(googleSubject),
        lt(createdAt, before),
        notExists(db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, id))),
        notExists(db.select({ id: emailChanges.id }).from(emailChanges).where(eq(emailChanges.userId, id))),
        notExists(db.select({ id: auctions.id }).from(auctions).where(eq(auctions.sellerId, id))),
        notExists(db.select({ id: bids.id }).from(bids).where(eq(bids.bidderId, id))),
        notExists(db.select({ id: archivedBids.auctionId }).from(archivedBids).where(eq(archivedBids.bidderId, id))),
        notExists(db.select({ id: openings.auctionId }).from(openings).where(eq(openings.sellerId, id))),
      ),
    )
    .limit(limit);
  return rows.map((row) => row.id);
}

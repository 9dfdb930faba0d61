/** D1's part in deleting an account. Every statement may run again after a crash. */
import { eq, or, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";

import { DELETED_NAME } from "../contract/catalogue.ts";
import type { Catalogue } from "./database.ts";
import { auctions, bids, bidOrigins, blocks, reports, sessions, users, watches } from "./schema.ts";

/** Auctions that this person sells or has bid on. The newest bids may be missing: rooms deliver them later. */
export async function listAuctionIdsOf(catalogue: Catalogue, userId: string): Promise<string[]> {
  const sold = catalogue.select({ id: auctions.id }).from(auctions).where(eq(auctions.sellerId, userId));
  const bidOn = catalogue.select({ id: bids.auctionId }).from(bids).where(eq(bids.bidderId, userId));
  const rows = await sold.union(bidOn);
  return rows.map(({ id }) => id);
}

/** Ends all sessions and shows the person as deleted. Returns the key of their image. `now` is epoch ms. */
export async function lockOutPerson(catalogue: Catalogue, userId: string, now: number): Promise<string | null> {
  const person = await catalogue.select({ imageKey: users.imageKey }).from(users).where(eq(users.id, userId)).get();
  const hidden = { hiddenFirstName: null, hiddenLastName: null };
  const deleted = { ...DELETED_NAME, ...hidden, deletedAt: now, passwordHash: null, imageKey: null };
  await catalogue.batch([
    catalogue.update(users).set(overwritten()).where(eq(users.id, userId)),
    catalogue.update(users).set(deleted).where(eq(users.id, userId)),
    catalogue.delete(sessions).where(eq(sessions.userId, userId)),
  ]);
  return person?.imageKey ?? null;
}

/** Removes the person's row and every other row about them, except in auctions that others rely on. */
export async function deletePerson(catalogue: Catalogue, userId: string): Promise<void> {
  await catalogue.batch([
    catalogue.delete(watches).where(eq(watches.userId, userId)),
    catalogue.delete(blocks).where(or(eq(blocks.sellerId, userId), eq(blocks.personId, userId))),
    catalogue.delete(reports).where(eq(reports.reporterId, userId)),
    catalogue.delete(bidOrigins).where(eq(bidOrigins.personId, userId)),
    catalogue.delete(users).where(eq(users.id, userId)),
  ]);
}

/**
 * Random letters in place of each value that identifies the person. SQLite keeps a deleted value in the free space of
 * its file until something else is written there; a value of the same length is written to the same place. (The platform
 * does not allow `secure_delete`.)
 */
function overwritten() {
  const { firstName, lastName, hiddenFirstName, hiddenLastName, email, passwordHash, googleSubject } = users;
  const letters = (column: AnySQLiteColumn) =>
    sql`substr(hex(randomblob(length(cast(${column} as blob)))), 1, length(cast(${column} as blob)))`;
  return {
    firstName: letters(firstName),
    lastName: letters(lastName),
    hiddenFirstName: letters(hiddenFirstName),
    hiddenLastName: letters(hiddenLastName),
    email: letters(email),
    passwordHash: letters(passwordHash),
    googleSubject: letters(googleSubject),
  };
}

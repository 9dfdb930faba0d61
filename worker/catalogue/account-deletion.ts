/** D1's part in deleting an account. Every statement may run again after a crash. */
import { and, asc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";

import { DELETED_NAME } from "../contract/people.ts";
import type { Catalogue } from "./database.ts";
import {
  accountDeletions,
  auctions,
  bids,
  bidOrigins,
  blocks,
  drafts,
  emailChanges,
  finishedSales,
  openings,
  passkeys,
  reports,
  sessionEnds,
  sessions,
  users,
  watches,
} from "./schema.ts";

/** Auctions that this person sells, opens or has bid on. The newest bids may be missing: rooms deliver them later. */
export async function listAuctionIdsOf(catalogue: Catalogue, userId: string): Promise<string[]> {
  const sold = catalogue.select({ id: auctions.id }).from(auctions).where(eq(auctions.sellerId, userId));
  const bidOn = catalogue.select({ id: bids.auctionId }).from(bids).where(eq(bids.bidderId, userId));
  const rows = await sold.union(bidOn).union(selectOpenings(catalogue, userId));
  return rows.map(({ id }) => id);
}

/** The same, only auctions that may still be live: only these have a leader. */
export async function listUnclosedAuctionIdsOf(catalogue: Catalogue, userId: string): Promise<string[]> {
  const isUnclosed = and(inArray(auctions.phase, ["open", "hidden"]), isNull(auctions.closedAt));
  const sold = catalogue
    .select({ id: auctions.id })
    .from(auctions)
    .where(and(eq(auctions.sellerId, userId), isUnclosed));
  const bidOn = catalogue
    .select({ id: bids.auctionId })
    .from(bids)
    .innerJoin(auctions, eq(auctions.id, bids.auctionId))
    .where(and(eq(bids.bidderId, userId), isUnclosed));
  const rows = await sold.union(bidOn).union(selectOpenings(catalogue, userId));
  return rows.map(({ id }) => id);
}

function selectOpenings(catalogue: Catalogue, sellerId: string) {
  return catalogue.select({ id: openings.auctionId }).from(openings).where(eq(openings.sellerId, sellerId));
}

/** Whether D1 has a row of this person, or of the deletion of their account. */
export async function hasRowsOf(catalogue: Catalogue, userId: string): Promise<boolean> {
  const { userId: deletedId } = accountDeletions;
  const [person, deletion] = await catalogue.batch([
    catalogue.select({ id: users.id }).from(users).where(eq(users.id, userId)),
    catalogue.select({ id: deletedId }).from(accountDeletions).where(eq(deletedId, userId)),
  ]);
  return person.length + deletion.length > 0;
}

/** For the sweep: people whose deletion began before a time (epoch ms) and is not finished, the longest first. */
export async function listDeletionsSince(catalogue: Catalogue, before: number, limit: number): Promise<string[]> {
  const { id, deletedAt } = users;
  const { userId, begunAt } = accountDeletions;
  // A deletion that an older version began, or that stopped between its first two steps, has its person's row.
  const withRow = catalogue.select({ id, at: deletedAt }).from(users).where(lt(deletedAt, before));
  const begun = catalogue.select({ id: userId, at: begunAt }).from(accountDeletions).where(lt(begunAt, before));
  const rows = await withRow
    .union(begun)
    .orderBy(asc(sql`2`))
    .limit(limit);
  return Array.from(new Set(rows.map((row) => row.id)));
}

/** Ends all sessions and shows the person as deleted. Returns the key of their image. `now` is epoch ms. */
export async function lockOutPerson(catalogue: Catalogue, userId: string, now: number): Promise<string | null> {
  const person = await catalogue.select({ imageKey: users.imageKey }).from(users).where(eq(users.id, userId)).get();
  const hidden = { hiddenFirstName: null, hiddenLastName: null, searchName: "" };
  const deleted = { ...DELETED_NAME, ...hidden, deletedAt: now, passwordHash: null, imageKey: null };
  await catalogue.batch([
    catalogue.update(users).set(overwritten()).where(eq(users.id, userId)),
    catalogue.update(users).set(deleted).where(eq(users.id, userId)),
    catalogue.delete(sessions).where(eq(sessions.userId, userId)),
    // These rows are deleted with the person's row, by their foreign keys.
    catalogue
      .update(passkeys)
      .set({ credentialId: letters(passkeys.credentialId), publicKey: letters(passkeys.publicKey) })
      .where(eq(passkeys.userId, userId)),
    catalogue
      .update(emailChanges)
      .set({ id: letters(emailChanges.id), email: letters(emailChanges.email) })
      .where(eq(emailChanges.userId, userId)),
    catalogue.insert(accountDeletions).values({ userId, begunAt: now }).onConflictDoNothing(),
  ]);
  return person?.imageKey ?? null;
}

/**
 * Deletes the person's row, in a transaction of its own: SQLite does not write to the file what one transaction both
 * overwrites and deletes.
 */
export async function deletePersonRow(catalogue: Catalogue, userId: string): Promise<void> {
  await catalogue.delete(users).where(eq(users.id, userId));
}

/** Deletes every other row about the person, except in auctions that others rely on. The last step. */
export async function deletePerson(catalogue: Catalogue, userId: string): Promise<void> {
  await catalogue.batch([
    catalogue.delete(watches).where(eq(watches.userId, userId)),
    catalogue.delete(drafts).where(eq(drafts.userId, userId)),
    catalogue.delete(blocks).where(or(eq(blocks.sellerId, userId), eq(blocks.personId, userId))),
    catalogue.delete(reports).where(eq(reports.reporterId, userId)),
    catalogue.delete(bidOrigins).where(eq(bidOrigins.personId, userId)),
    catalogue.delete(sessionEnds).where(eq(sessionEnds.userId, userId)),
    catalogue.delete(finishedSales).where(eq(finishedSales.personId, userId)),
    // A deletion that an older version began has not deleted the row yet.
    catalogue.delete(users).where(eq(users.id, userId)),
    catalogue.delete(accountDeletions).where(eq(accountDeletions.userId, userId)),
  ]);
}

/**
 * Random letters in place of a value that identifies a person. SQLite keeps a deleted value in the free space of
 * its file until something else is written there; a value of the same length is written to the same place. (The
 * platform does not allow `secure_delete`.)
 */
export function letters(column: AnySQLiteColumn) {
  return sql`substr(hex(randomblob(length(cast(${column} as blob)))), 1, length(cast(${column} as blob)))`;
}

function overwritten() {
  const { firstName, lastName, hiddenFirstName, hiddenLastName, searchName, email, passwordHash, googleSubject } =
    users;
  return {
    firstName: letters(firstName),
    lastName: letters(lastName),
    hiddenFirstName: letters(hiddenFirstName),
    hiddenLastName: letters(hiddenLastName),
    searchName: letters(searchName),
    email: letters(email),
    passwordHash: letters(passwordHash),
    googleSubject: letters(googleSubject),
  };
}

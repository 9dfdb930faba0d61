/**
 * People in D1: names, and how they sign in. Email addresses are stored as the contract's `email` returns them.
 */
import { and, eq, inArray, isNull } from "drizzle-orm";

import { normalizeToText } from "../../contract/text/normalize-text.ts";
import type { Database } from "../../db/database.ts";
import { archivedBids, auctions, bids, users } from "../../db/schema.ts";
import { freeAddressStatements } from "./email-addresses.ts";

export const SIGN_IN_COLUMNS = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  imageKey: users.imageKey,
  role: users.role,
  createdAt: users.createdAt,
  passwordHash: users.passwordHash,
  suspendedAt: users.suspendedAt,
  emailVerifiedAt: users.emailVerifiedAt,
};
export type SignInAccount = Pick<typeof users.$inferSelect, keyof typeof SIGN_IN_COLUMNS>;

/** The person's current role. Null if the account is gone. The operator's command changes it only in D1. */
export async function findRole(db: Database, userId: string): Promise<(typeof users.$inferSelect)["role"] | null> {
  const row = await db.select({ role: users.role }).from(users).where(eq(users.id, userId)).get();
  return row?.role ?? null;
}

export async function findSignInAccount(db: Database, email: string): Promise<SignInAccount | null> {
  const row = await db.select(SIGN_IN_COLUMNS).from(users).where(eq(users.email, email)).get();
  return row ?? null;
}

/** The account of a Google identity, regardless of its current email address. */
export async function findGoogleAccount(db: Database, issuer: string, subject: string): Promise<SignInAccount | null> {
  const { googleIssuer, googleSubject } = users;
  const row = await db
    .select(SIGN_IN_COLUMNS)
    .from(users)
    .where(and(eq(googleIssuer, issuer), eq(googleSubject, subject)))
    .get();
  return row ?? null;
}

/**
 * The email is null while another account holds the address without having verified it. The verification link then sets
 * it.
 */
export type NewUser = Pick<
  typeof users.$inferSelect,
  "id" | "firstName" | "lastName" | "email" | "passwordHash" | "imageKey" | "createdAt"
> &
  Pick<typeof users.$inferInsert, "emailVerifiedAt" | "googleIssuer" | "googleSubject">;

/**
 * Adds a person with the role User. False if the email or the Google identity is taken. `previousHolderId` is an
 * account that has the address. It loses the address, unless its owner has verified it.
 */
export async function insertUser(db: Database, user: NewUser, previousHolderId?: string): Promise<boolean> {
  const { email } = user;
  const insertion = db
    .insert(users)
    .values({ ...user, role: "User", searchName: searchNameOf(user) })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (previousHolderId === undefined || email === null) return (await insertion).length > 0;
  const results = await db.batch([...freeAddressStatements(db, previousHolderId, email), insertion]);
  return results[2].length > 0;
}

/** Null for an account without a password, or if there is no such account. */
export async function findPasswordHash(db: Database, id: string): Promise<string | null> {
  const { passwordHash } = users;
  return (await db.select({ passwordHash }).from(users).where(eq(users.id, id)).get())?.passwordHash ?? null;
}

export async function isAnonymous(db: Database, id: string): Promise<boolean> {
  const row = await db.select({ anonymous: users.anonymous }).from(users).where(eq(users.id, id)).get();
  return row?.anonymous ?? false;
}

export async function setAnonymous(db: Database, id: string, anonymous: boolean): Promise<void> {
  await db.update(users).set({ anonymous }).where(eq(users.id, id));
}

/** Auctions that a person has bid on, even if they've withdrawn the bids. */
export async function listAuctionIdsByBidder(db: Database, userId: string): Promise<string[]> {
  const { auctionId, bidderId } = archivedBids;
  const rows = await db
    .select({ id: bids.auctionId })
    .from(bids)
    .where(eq(bids.bidderId, userId))
    .union(db.select({ id: auctionId }).from(archivedBids).where(eq(bidderId, userId)));
  return rows.map((row) => row.id);
}

/** Auctions with a standing bid by this person that aren't closed, according to D1. */
export async function listRunningAuctionIdsByBidder(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: bids.auctionId })
    .from(bids)
    .innerJoin(auctions, eq(auctions.id, bids.auctionId))
    .where(and(eq(bids.bidderId, userId), eq(bids.withdrawn, false), inArray(auctions.phase, ["open", "hidden"])));
  return rows.map((row) => row.id);
}

/** Stores another hash of the same password. False if the password was changed in the meantime. */
export async function replacePasswordHash(db: Database, id: string, from: string, to: string): Promise<boolean> {
  const replaced = await db
    .update(users)
    .set({ passwordHash: to })
    .where(and(eq(users.id, id), eq(users.passwordHash, from)))
    .returning({ id: users.id });
  return replaced.length > 0;
}

/** The profile as its owner sees it. */
export async function findProfile(db: Database, id: string) {
  const { hiddenFirstName, anonymous } = users;
  const profile = { ...SIGN_IN_COLUMNS, hiddenFirstName, anonymous };
  return (await db.select(profile).from(users).where(eq(users.id, id)).get()) ?? null;
}

/** Absent fields stay as they are. Null removes the photo. */
type ProfileUpdate = {
  readonly name: { readonly firstName: string; readonly lastName: string } | undefined;
  readonly imageKey: string | null | undefined;
};

/**
 * Changes a name or a photo. Returns the key of the previous photo. Returns false and changes nothing if the account is
 * gone or an admin has hidden the name.
 */
export async function changeProfile(
  db: Database,
  id: string,
  { name, imageKey }: ProfileUpdate,
): Promise<{ readonly imageKey: string | null } | false> {
  const canChange = and(eq(users.id, id), name && isNull(users.hiddenFirstName));
  const [[before]] = await db.batch([
    db.select({ imageKey: users.imageKey }).from(users).where(canChange),
    db
      .update(users)
      .set({
        id,
        ...name,
        ...(name && { searchName: searchNameOf(name) }),
        ...(imageKey === undefined ? {} : { imageKey }),
      })
      .where(canChange),
  ]);
  return before ?? false;
}

type Name = { readonly firstName: string; readonly lastName: string };

/** A name as searches compare it: its words, each after a space, so that a search finds the beginnings of words. */
function searchNameOf({ firstName, lastName }: Name): string {
  return ` ${normalizeToText(`${firstName} ${lastName}`)}`;
}

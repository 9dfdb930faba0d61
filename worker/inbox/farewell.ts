/**
 * Deleting an account, step by step, driven by the user's own object until it is done. Every step may run again: a
 * crash or an outage half-way means that the alarm goes on where it stopped. First nobody can act as this person any
 * more, then the auctions let go of them, then pictures, then the row that names them.
 */
import { eq, or, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";

import * as schema from "../catalogue/schema.ts";
import { DELETED_NAME } from "../contract/catalogue.ts";

export const FAREWELL_STEPS = ["lockOut", "leaveAuctions", "deletePictures", "deletePerson"] as const;
export type FarewellStep = (typeof FAREWELL_STEPS)[number];

/** What a farewell has still to do; kept in storage until it is done. */
export type Farewell = {
  readonly step: FarewellStep;
  readonly imageKeys: readonly string[];
  /** Auctions whose rooms knew a session of this person: D1 may not have heard of a bid there yet. */
  readonly auctionIds: readonly string[];
};

export const FIRST_FAREWELL: Farewell = { step: "lockOut", imageKeys: [], auctionIds: [] };

/** Auctions that this person sells or has bid on, as far as D1 knows, and those that it need not know yet. */
async function auctionsOf(env: Env, userId: string, others: readonly string[]): Promise<string[]> {
  const db = drizzle(env.DB, { schema, casing: "snake_case" });
  const { auctions, bids } = schema;
  const sold = db.select({ id: auctions.id }).from(auctions).where(eq(auctions.sellerId, userId));
  const bidOn = db.select({ id: bids.auctionId }).from(bids).where(eq(bids.bidderId, userId));
  const rows = await sold.union(bidOn);
  return Array.from(new Set([...rows.map((row) => row.id), ...others]));
}

/** Whether the person leads a live auction or sells one that has bids: the rooms know, D1 only says which to ask. */
export async function isTied(env: Env, userId: string, others: readonly string[]): Promise<boolean> {
  const rooms = await auctionsOf(env, userId, others);
  const ties = await Promise.all(rooms.map((id) => env.AUCTION_ROOM.getByName(id).tiesOf(userId)));
  return ties.some(({ leads, sellsWithBids }) => leads || sellsWithBids);
}

/**
 * What names the person, as so many letters of chance. A row that is deleted stays in the free pages of the database's
 * file until something is written there; a value of the same length is written in its very place. (The platform lets
 * nobody set `secure_delete`.)
 */
function overwritten() {
  const { firstName, lastName, email, passwordHash, googleSubject } = schema.users;
  const letters = (column: AnySQLiteColumn) =>
    sql`substr(hex(randomblob(length(cast(${column} as blob)))), 1, length(cast(${column} as blob)))`;
  return {
    firstName: letters(firstName),
    lastName: letters(lastName),
    email: letters(email),
    passwordHash: letters(passwordHash),
    googleSubject: letters(googleSubject),
  };
}

/** Does one step and answers with what comes next, or null when nothing is left. */
export async function takeStep(env: Env, userId: string, farewell: Farewell, now: number): Promise<Farewell | null> {
  const db = drizzle(env.DB, { schema, casing: "snake_case" });
  switch (farewell.step) {
    case "lockOut": {
      const person = await db.query.users.findFirst({ where: eq(schema.users.id, userId) });
      const gone = { ...DELETED_NAME, deletedAt: now, passwordHash: null, imageKey: null };
      await db.batch([
        db.update(schema.users).set(overwritten()).where(eq(schema.users.id, userId)),
        // As everyone sees them from now on, however long the rest takes.
        db.update(schema.users).set(gone).where(eq(schema.users.id, userId)),
        db.delete(schema.sessions).where(eq(schema.sessions.userId, userId)),
      ]);
      const imageKeys = [...farewell.imageKeys, ...(person?.imageKey ? [person.imageKey] : [])];
      return { ...farewell, step: "leaveAuctions", imageKeys };
    }
    case "leaveAuctions": {
      const rooms = await auctionsOf(env, userId, farewell.auctionIds);
      const left = await Promise.all(rooms.map((id) => env.AUCTION_ROOM.getByName(id).depart(userId)));
      const imageKeys = [...farewell.imageKeys, ...left.flatMap((listing) => listing.imageKeys)];
      return { ...farewell, step: "deletePictures", imageKeys };
    }
    case "deletePictures":
      if (farewell.imageKeys.length > 0) await env.IMAGE_BUCKET.delete([...farewell.imageKeys]);
      return { ...farewell, step: "deletePerson" };
    case "deletePerson":
      await db.batch([
        db.delete(schema.watches).where(eq(schema.watches.userId, userId)),
        db.delete(schema.blocks).where(or(eq(schema.blocks.sellerId, userId), eq(schema.blocks.personId, userId))),
        db.delete(schema.reports).where(eq(schema.reports.reporterId, userId)),
        db.delete(schema.bidTraces).where(eq(schema.bidTraces.personId, userId)),
        db.delete(schema.users).where(eq(schema.users.id, userId)),
      ]);
      return null;
  }
}

/** The images that rows in D1 use: those of drafts, of people, and of auctions that are opening or still exist. */
import { and, eq, inArray } from "drizzle-orm";

import { type Database, isAmong } from "../../db/database.ts";
import { auctions, drafts, openings, users } from "../../db/schema.ts";

export async function listUsedImageKeys(
  db: Database,
  kind: "auctions" | "avatars",
  ownerIds: readonly string[],
): Promise<Set<string>> {
  if (kind === "avatars") {
    const rows = await db.select({ key: users.imageKey }).from(users).where(isAmong(users.id, ownerIds));
    return new Set(rows.flatMap(({ key }) => key ?? []));
  }
  const [listed, opening, drafted] = await db.batch([
    db
      .select({ keys: auctions.imageKeys })
      .from(auctions)
      .where(and(isAmong(auctions.id, ownerIds), inArray(auctions.phase, ["open", "closed", "voided", "hidden"]))),
    db.select({ keys: openings.imageKeys }).from(openings).where(isAmong(openings.auctionId, ownerIds)),
    db.select({ keys: drafts.imageKeys }).from(drafts).where(isAmong(drafts.auctionId, ownerIds)),
  ]);
  return new Set([...listed, ...opening, ...drafted].flatMap(({ keys }) => keys));
}

/** The hidden listings among these. */
export async function listHiddenAuctionIds(db: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: auctions.id })
    .from(auctions)
    .where(and(isAmong(auctions.id, ids), eq(auctions.phase, "hidden")));
  return rows.map(({ id }) => id);
}

/**
 * What D1 adds to a person's notifications: the current image of each auction, and whether the person sells or bids
 * there.
 */
import { sql } from "drizzle-orm";

import type { ListedNotification, NoticeKind, Notification } from "../contract/notification.ts";
import type { Catalogue } from "./database.ts";
import { coverOf } from "./listings.ts";
import { type AuctionRow, auctions } from "./schema.ts";

/** Kinds that only sellers receive: for an auction that D1 has lost. */
const OF_SELLERS: ReadonlySet<NoticeKind> = new Set([
  "newBid",
  "bidWithdrawn",
  "releaseAsked",
  "sold",
  "expired",
  "relisted",
]);

/** The phases in which everyone may see the listing: in the others its images are deleted, or not served. */
const WITH_IMAGE: ReadonlySet<AuctionRow["phase"]> = new Set(["open", "closed", "voided"]);

export async function withSubjects(
  catalogue: Catalogue,
  userId: string,
  notifications: readonly Notification[],
): Promise<ListedNotification[]> {
  const { id, sellerId, imageKeys, phase } = auctions;
  const ids = JSON.stringify(Array.from(new Set(notifications.map(({ auctionId }) => auctionId))));
  const rows = await catalogue
    .select({ id, sellerId, imageKeys, phase })
    .from(auctions)
    .where(sql`${id} IN (SELECT value FROM json_each(${ids}))`);
  const subjects = new Map(rows.map((row) => [row.id, row]));
  return notifications.map((notification) => {
    const subject = subjects.get(notification.auctionId);
    const sells = subject ? subject.sellerId === userId : OF_SELLERS.has(notification.kind);
    return {
      ...notification,
      side: sells ? "selling" : "bidding",
      image: subject && WITH_IMAGE.has(subject.phase) ? coverOf(subject) : null,
    };
  });
}

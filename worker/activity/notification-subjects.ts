/**
 * Adds data from D1 to a person's notifications: the current image of each auction, and whether the person sells or
 * bids there.
 */
import { NOTICE_KINDS } from "../contract/notice-kinds.ts";
import type { ListedNotification, Notification } from "../contract/notification.ts";
import { type Database, isAmong } from "../db/database.ts";
import { type AuctionRow, auctions } from "../db/schema.ts";
import { coverOf } from "../listings/queries/listings.ts";

/** The phases in which everyone can see the listing. In the others its images are deleted, or not served. */
const PHASES_WITH_IMAGE: ReadonlySet<AuctionRow["phase"]> = new Set(["open", "closed", "voided"]);

/** Whether an unread notification says that the person isn't leading. Their next bid may have made that untrue. */
export function saysNotLeading({ kind, isRead }: Notification): boolean {
  return !isRead && NOTICE_KINDS[kind].topic === "notLeading";
}

type NotificationsWithSubjects = {
  readonly listedNotifications: ListedNotification[];
  /** The IDs of unread notifications that say the person isn't leading, although they have led since a later fact. */
  readonly superseded: string[];
};

export async function withSubjects(
  db: Database,
  userId: string,
  notifications: readonly Notification[],
): Promise<NotificationsWithSubjects> {
  const { id, sellerId, imageKeys, phase, leaderId, seq } = auctions;
  const ids = Array.from(new Set(notifications.map(({ auctionId }) => auctionId)));
  const rows = await db
    .select({ id, sellerId, imageKeys, phase, leaderId, seq })
    .from(auctions)
    .where(isAmong(id, ids));
  const subjects = new Map(rows.map((row) => [row.id, row]));
  const leadsSince = ({ _id, auctionId }: Notification) => {
    const subject = subjects.get(auctionId);
    return subject?.leaderId === userId && subject.seq > seqOf(_id);
  };
  const superseded = notifications
    .filter((notification) => saysNotLeading(notification) && leadsSince(notification))
    .map(({ _id }) => _id);
  const listedNotifications = notifications.map((notification): ListedNotification => {
    const subject = subjects.get(notification.auctionId);
    // D1 may have lost the auction.
    const sells = subject ? subject.sellerId === userId : NOTICE_KINDS[notification.kind].sellerOnly;
    return {
      ...notification,
      side: sells ? "selling" : "bidding",
      image: subject && PHASES_WITH_IMAGE.has(subject.phase) ? coverOf(subject) : null,
    };
  });
  return { listedNotifications, superseded };
}

/** The number of the fact that a notification is about. Its ID is the auction's ID, a dash and the number. */
function seqOf(notificationId: string): number {
  return Number(notificationId.slice(notificationId.lastIndexOf("-") + 1));
}

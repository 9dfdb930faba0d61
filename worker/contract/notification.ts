/** One person's notifications, in the bell menu and live. */
import * as z from "zod";

import { image } from "./catalogue.ts";
import { dateTime, responseSchema } from "./fields.ts";
import { type PersonalStanding, personalStanding } from "./joined-auction.ts";
import { type NoticeKind, ALL_NOTICE_KINDS, type NoticeValues } from "./notice-kinds.ts";

/** A person's inbox keeps this many about bids and as many about how auctions ended, the newest of each. */
export const MAX_NOTIFICATIONS = 200;

export const noticeKind = z.enum(ALL_NOTICE_KINDS);

/**
 * A notification to one person's inbox. It comes from one fact in an auction, one event in a deal, or a question. For a
 * question, `seq` is the time. The message is created later.
 */
export type Notice<Kind extends NoticeKind = NoticeKind> = {
  readonly auctionId: string;
  /** What `seq` counts, if that isn't the auction's facts: the ID of a deal for its events, or of a question. */
  readonly series?: string;
  readonly seq: number;
  readonly kind: Kind;
  readonly values: NoticeValues<Kind>;
  /** Epoch ms. */
  readonly at: number;
  /** The auction's state for the recipient, in the last notice of a delivery. It's for open pages and never stored. */
  readonly standing?: PersonalStanding;
};

export const notification = z
  .object({
    _id: z.string(),
    kind: noticeKind,
    message: z.string(),
    auctionId: z.string(),
    timestamp: z.string(),
    isRead: z.boolean(),
  })
  .meta({ ref: "Notification" });
export type Notification = z.infer<typeof notification>;

/** A notification in the list, with its auction's current data from D1. */
const listedNotification = z
  .object({
    ...notification.shape,
    /** Whether the person is selling the item or bidding on it. */
    side: z.enum(["selling", "bidding"]),
    image: z.nullable(image),
  })
  .meta({ ref: "ListedNotification" });
export type ListedNotification = z.infer<typeof listedNotification>;

/** The `timestamp` of the newest notification that the page shows, so that later ones stay. Without it, no limit. */
export const upToQuery = z.object({
  upTo: dateTime("upTo must be an ISO 8601 date and time")
    .transform((time) => Date.parse(time))
    .optional(),
});

export const notificationsResponse = responseSchema({ data: z.array(listedNotification), unread: z.number() });
export const unreadResponse = responseSchema({ unread: z.number() });

/** Frames of the inbox socket, server to client. */
export const inboxFrame = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("bidNotification"),
    message: z.string(),
    notification,
    unread: z.number(),
    /** The auction's current state for this person, so that a page which shows it needs no other call. */
    standing: personalStanding.optional(),
  }),
  /** The list changed in another tab: read or cleared. */
  z.object({ type: z.literal("notificationsChanged"), unread: z.number() }),
]);
export type InboxFrame = z.infer<typeof inboxFrame>;

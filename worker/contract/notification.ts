/** Notifications of one person, in the bell menu and live. */
import * as z from "zod";

import { image } from "./catalogue.ts";
import { answer } from "./fields.ts";
import { type PersonalStanding, personalStanding } from "./joined-auction.ts";

/** A person's inbox keeps this many about bids and as many about how auctions ended, the newest of each. */
export const KEPT_NOTIFICATIONS = 200;

/** Of several of one kind at most this many are counted in words: more is "99+". */
export const MAX_COUNTED = 99;

export const noticeKind = z.enum([
  "newBid",
  "outbid",
  "leading",
  "won",
  "sold",
  "expired",
  "relisted",
  "lost",
  "bidWithdrawn",
  "releaseAsked",
  "bidReleased",
  "bidVoided",
  "priceFell",
  "buyerReleased",
  "cancelled",
  "voided",
]);
export type NoticeKind = z.infer<typeof noticeKind>;

/** About how an auction ended, or that it was listed again: notifications about bids never push these out. */
export const ABOUT_ENDS: readonly NoticeKind[] = [
  "won",
  "sold",
  "expired",
  "relisted",
  "lost",
  "buyerReleased",
  "cancelled",
  "voided",
];

/** How an open auction stands for one of its bidders: only the newest of these is true. */
const STANDINGS: readonly NoticeKind[] = ["outbid", "leading", "priceFell"];
/** What a seller is told of an open auction. */
const OF_OPEN_SALE: readonly NoticeKind[] = ["newBid", "bidWithdrawn", "releaseAsked"];

/**
 * The kinds whose notifications of the same auction a new one replaces: its own, and those that it makes untrue. An end
 * replaces everything about the open auction but what happened to the person's own bids.
 */
export function replacedBy(kind: NoticeKind): readonly NoticeKind[] {
  if (ABOUT_ENDS.includes(kind)) return [...ABOUT_ENDS, ...STANDINGS, ...OF_OPEN_SALE];
  return STANDINGS.includes(kind) ? STANDINGS : [kind];
}

/** A notification from a room to one person's inbox, made from one fact of one auction. */
export type Notice = {
  readonly auctionId: string;
  readonly seq: number;
  readonly kind: NoticeKind;
  readonly message: string;
  /**
   * The text after the number when it represents several of its kind; without it the newest message is shown for all.
   */
  readonly several?: string;
  /** Epoch ms. */
  readonly at: number;
  /** The state of the auction for the recipient at the delivery, in its last notice: for open pages, never stored. */
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

/** In the list: with the current data of its auction in D1. */
export const listedNotification = z
  .object({
    ...notification.shape,
    /** Whether the person sells the auction, or bids in it. */
    side: z.enum(["selling", "bidding"]),
    image: z.nullable(image),
  })
  .meta({ ref: "ListedNotification" });
export type ListedNotification = z.infer<typeof listedNotification>;

export const notificationsAnswer = answer({ data: z.array(listedNotification), unread: z.number() });
export const unreadAnswer = answer({ unread: z.number() });

/** Frames of the inbox socket, server to client. */
export const inboxFrame = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("bidNotification"),
    message: z.string(),
    notification,
    unread: z.number(),
    /** The current state of the auction for this person, so that a page which shows it needs no other call. */
    standing: personalStanding.optional(),
  }),
  /** The list changed in another tab: read or cleared. */
  z.object({ type: z.literal("notificationsChanged"), unread: z.number() }),
]);
export type InboxFrame = z.infer<typeof inboxFrame>;

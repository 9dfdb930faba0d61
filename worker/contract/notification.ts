/** Notifications of one person, in the bell menu and live. */
import * as z from "zod";

import { answer } from "./fields.ts";

/** A person's inbox keeps this many, the newest. */
export const KEPT_NOTIFICATIONS = 200;

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
  "cancelled",
  "voided",
]);
export type NoticeKind = z.infer<typeof noticeKind>;

/** A notification from a room to one person's inbox, made from one fact of one auction. */
export type Notice = {
  readonly auctionId: string;
  readonly seq: number;
  readonly kind: NoticeKind;
  readonly message: string;
  /** Epoch ms. */
  readonly at: number;
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

export const notificationsAnswer = answer({ data: z.array(notification), unread: z.number() });
export const unreadAnswer = answer({ unread: z.number() });

/** Frames of the inbox socket, server to client. */
export const inboxFrame = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("bidNotification"),
    message: z.string(),
    notification,
    unread: z.number(),
  }),
  /** The list changed in another tab: read or cleared. */
  z.object({ type: z.literal("notificationsChanged"), unread: z.number() }),
]);
export type InboxFrame = z.infer<typeof inboxFrame>;

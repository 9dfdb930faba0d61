/** The notifications in the signed-in user's inbox. */
import { Hono } from "hono";

import { withSubjects } from "../catalogue/notification-subjects.ts";
import { notificationsAnswer, unreadAnswer } from "../contract/notification.ts";
import type { HttpEnv } from "../http/context.ts";
import { described } from "../http/described.ts";
import { inboxOf } from "../http/objects.ts";
import { callerOf, signedIn } from "../http/session.ts";

export const notifications = new Hono<HttpEnv>()
  .get(
    "/notifications",
    described({
      tag: "Notifications",
      summary: "Your notifications, the newest first",
      description:
        "One of each auction and kind: the newest 200 about bids, and the newest 200 about how auctions ended",
      by: "person",
      does: "reads",
      answer: notificationsAnswer,
    }),
    signedIn,
    async (c) => {
      const { id: userId } = callerOf(c).user;
      const { notifications: stored, unread } = await inboxOf(c, userId).list();
      const data = await withSubjects(c.get("catalogue"), userId, stored);
      return c.json({ success: true, message: "Notifications Fetched", data, unread });
    },
  )
  .patch(
    "/notifications/mark-read",
    described({
      tag: "Notifications",
      summary: "Mark all notifications as read",
      by: "person",
      does: "writes",
      answer: unreadAnswer,
    }),
    signedIn,
    async (c) => {
      const { unread } = await inboxOf(c, callerOf(c).user.id).markRead();
      return c.json({ success: true, message: "Notifications Read", unread });
    },
  )
  .delete(
    "/notifications/clear",
    described({
      tag: "Notifications",
      summary: "Delete all notifications",
      by: "person",
      does: "writes",
      answer: unreadAnswer,
    }),
    signedIn,
    async (c) => {
      const { unread } = await inboxOf(c, callerOf(c).user.id).clear();
      return c.json({ success: true, message: "Notifications Cleared", unread });
    },
  );

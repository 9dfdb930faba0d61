/** The notifications in the signed-in user's inbox. */
import { Hono } from "hono";

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
      summary: "The newest 200 notifications, the newest first",
      by: "person",
      does: "reads",
      answer: notificationsAnswer,
    }),
    signedIn,
    async (c) => {
      const { notifications: data, unread } = await inboxOf(c, callerOf(c).user.id).list();
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

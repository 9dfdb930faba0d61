/** The bell: what the signed-in person's inbox holds. */
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
      summary: "Mark what is there as read",
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
      summary: "Remove what is there",
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

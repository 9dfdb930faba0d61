/** The bell: what the signed-in person's inbox holds. */
// @ts-nocheck

import { Hono } from "hono";

import type { HttpEnv } from "../http/context.ts";
import { inboxOf } from "../http/rooms.ts";
import { callerOf, signedIn } from "../http/session.ts";

export const notifications = new Hono<HttpEnv>()
  .get("/notifications", signedIn, async (c) => {
    const { notifications: data, unread } = await inboxOf(c, callerOf(c).user.id).list();
    return c.json({ success: true, message: "Notifications Fetched", data, unread });
  })
  .patch("/notifications/mark-read", signedIn, async (c) => {
    const { unread } = await inboxOf(c, callerOf(c).user.id).markRead();
    return c.json({ success: true, message: "Notifications Read", unread });
  })
  .delete("/notifications/clear", signedIn, async (c) => {
    const { unread } = await inboxOf(c, callerOf(c).user.id).clear();
    return c.json({ success: true, message: "Notifications Cleared", unread });
  });

/** The notifications in the signed-in user's inbox. */
import { Hono } from "hono";

import { saysNotLeading, withSubjects } from "../activity/notification-subjects.ts";
import { idParam } from "../contract/fields.ts";
import {
  type ListedNotification,
  type Notification,
  notificationsResponse,
  unreadResponse,
  upToQuery,
} from "../contract/notification.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { callerOf } from "../http/find-session.ts";
import { signedIn, requireConfirmedSession } from "../http/session.ts";
import { validate } from "../http/validation.ts";
import { inboxOf } from "../object-clients/objects.ts";
import { waitForOwnBids } from "../object-clients/own-bids.ts";

const UP_TO_DESCRIPTION =
  "With `upTo`, notifications with a later `timestamp` stay as they are. Send the `timestamp` of the newest one you've seen.";

function serveNotifications(c: HttpContext, data: readonly ListedNotification[], unread: number) {
  return c.json({ success: true, message: "Notifications Fetched", data, unread });
}

/** The auctions where unread notifications say that the person isn't leading, newest first. */
function notLeadingAuctionIds(stored: readonly Notification[]): string[] {
  return stored.filter(saysNotLeading).map(({ auctionId }) => auctionId);
}

export const notifications = new Hono<HttpEnv>()
  .get(
    "/notifications",
    describeRoute({
      tag: "Notifications",
      summary: "List your notifications, newest first",
      description:
        "The newest 200 about bids and questions, and the newest 200 about ended auctions and deals. A new " +
        "notification about an auction replaces those it makes outdated. An outbid notification counts as read once " +
        "you lead again.",
      response: notificationsResponse,
    }),
    // A page whose session has just ended fetches this list to find out, so a fresh token isn't enough.
    requireConfirmedSession,
    async (c) => {
      const { id: userId } = callerOf(c).user;
      const inbox = inboxOf(c, userId);
      const { notifications: stored, unread } = await inbox.listNotifications();
      await waitForOwnBids(c, notLeadingAuctionIds(stored));
      const { listedNotifications, superseded } = await withSubjects(c.get("db"), userId, stored);
      if (superseded.length === 0) return serveNotifications(c, listedNotifications, unread);
      // The person has bid again since then. We don't notify them of that, because they did it.
      const marked = await inbox.markRead(superseded);
      const data = listedNotifications.map((notification) =>
        superseded.includes(notification._id) ? { ...notification, isRead: true } : notification,
      );
      return serveNotifications(c, data, marked.unread);
    },
  )
  .patch(
    "/notifications/:id/mark-read",
    describeRoute({
      tag: "Notifications",
      summary: "Mark one notification as read",
      description: "By its `_id`. Does nothing if it's gone or a newer one has replaced it.",
      response: unreadResponse,
    }),
    signedIn,
    validate("param", idParam),
    async (c) => {
      const { unread } = await inboxOf(c, callerOf(c).user.id).markRead([c.req.valid("param").id]);
      return c.json({ success: true, message: "Notification Read", unread });
    },
  )
  .patch(
    "/notifications/mark-read",
    describeRoute({
      tag: "Notifications",
      summary: "Mark all notifications as read",
      description: UP_TO_DESCRIPTION,
      response: unreadResponse,
    }),
    signedIn,
    validate("query", upToQuery),
    async (c) => {
      const { unread } = await inboxOf(c, callerOf(c).user.id).markAllRead(c.req.valid("query").upTo);
      return c.json({ success: true, message: "Notifications Read", unread });
    },
  )
  .delete(
    "/notifications/clear",
    describeRoute({
      tag: "Notifications",
      summary: "Delete all notifications",
      description: UP_TO_DESCRIPTION,
      response: unreadResponse,
    }),
    signedIn,
    validate("query", upToQuery),
    async (c) => {
      const { unread } = await inboxOf(c, callerOf(c).user.id).clearNotifications(c.req.valid("query").upTo);
      return c.json({ success: true, message: "Notifications Cleared", unread });
    },
  );

import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";

import { type ListedNotification, notificationsResponse } from "../../worker/contract/notification.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

export type Notifications = { readonly list: readonly ListedNotification[]; readonly unread: number };

export const notificationsQuery = queryOptions({
  queryKey: queryKeys.notifications,
  queryFn: async ({ signal }): Promise<Notifications> => {
    const { data, unread } = await call(notificationsResponse, "/auction/notifications", { signal });
    return { list: data, unread };
  },
  meta: { failureToast: "Failed to display notifications" },
});

/** The specification doesn't define these responses, so success is enough. */
const anySuccessResponse = z.looseObject({ success: z.literal(true) });

/** `upTo` is the timestamp of the newest notification that the page has. Later ones stay unread. */
export async function markAllRead(upTo: string | undefined): Promise<void> {
  await call(anySuccessResponse, "/auction/notifications/mark-read", { method: "PATCH", query: { upTo } });
}

/** With `keepalive`, because the same tap may leave the page. */
export async function markRead(id: string): Promise<void> {
  const path = `/auction/notifications/${encodeURIComponent(id)}/mark-read`;
  await call(anySuccessResponse, path, { method: "PATCH", keepalive: true });
}

/** `upTo` is the timestamp of the newest notification that the page has. Later ones stay. */
export async function clearNotifications(upTo: string | undefined): Promise<void> {
  await call(anySuccessResponse, "/auction/notifications/clear", { method: "DELETE", query: { upTo } });
}

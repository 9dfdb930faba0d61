import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";

import { notificationsAnswer } from "../../worker/contract/notification.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

export const notificationsQuery = queryOptions({
  queryKey: queryKeys.notifications,
  queryFn: async ({ signal }) => {
    const { data, unread } = await call(notificationsAnswer, "/auction/notifications", { signal });
    return { list: data, unread };
  },
  meta: { failureToast: "Failed to display notifications" },
});

/** The responses of these two are not specified: success is enough. */
const anyAnswer = z.looseObject({ success: z.literal(true) });

export async function markAllRead(): Promise<void> {
  await call(anyAnswer, "/auction/notifications/mark-read", { method: "PATCH" });
}

export async function clearNotifications(): Promise<void> {
  await call(anyAnswer, "/auction/notifications/clear", { method: "DELETE" });
}

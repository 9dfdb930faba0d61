import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { listenToInbox } from "../../api/inbox-socket.ts";
import { clearNotifications, markAllRead, notificationsQuery } from "../../api/notifications.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { Popover } from "../../ui/popover.tsx";
import { toasts } from "../../ui/toast.ts";
import { BellButton } from "./bell-button.tsx";
import { NotificationList } from "./notification-list.tsx";

const panelAction =
  "rounded-sm px-1.5 py-1 text-sm font-medium text-accent hover:underline disabled:text-muted disabled:no-underline";

/** The live bell of a signed-in person: a new notification shows a toast, and the list is fetched again. */
export default function NotificationBell() {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const { data, isPending, isError } = useQuery(notificationsQuery);
  const refresh = () => client.invalidateQueries({ queryKey: queryKeys.notifications });
  const read = useMutation({
    mutationFn: markAllRead,
    onSuccess: refresh,
    onError: () => toasts.error("Failed to read notifications"),
  });
  const clear = useMutation({
    mutationFn: clearNotifications,
    onSuccess: refresh,
    onError: () => toasts.error("Failed to delete notifications"),
  });

  useEffect(
    () =>
      listenToInbox({
        onOpen() {
          // A first fetch that is still running is not repeated.
          void client.invalidateQueries({ queryKey: queryKeys.notifications });
        },
        onFrame(frame) {
          if (frame.type === "bidNotification") toasts.info(frame.message);
          void client.invalidateQueries({ queryKey: queryKeys.own });
        },
      }),
    [client],
  );

  const list = data?.list ?? [];
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger={<BellButton unread={data?.unread ?? 0} />}
      title="Notifications"
      titleHidden
      className="w-96"
    >
      <div className="flex items-center justify-between gap-2 border-b border-line px-4 py-3">
        <p aria-hidden className="font-display text-lg font-medium">
          Notifications
        </p>
        <div className="flex gap-1">
          <button
            type="button"
            className={panelAction}
            disabled={read.isPending || !data?.unread}
            onClick={() => read.mutate()}
          >
            Mark all read
          </button>
          <button
            type="button"
            className={panelAction}
            disabled={clear.isPending || list.length === 0}
            onClick={() => clear.mutate()}
          >
            Clear all
          </button>
        </div>
      </div>
      <NotificationList list={list} loading={isPending} failed={isError} onFollow={() => setOpen(false)} />
    </Popover>
  );
}

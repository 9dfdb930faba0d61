import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { listenToInbox } from "../../api/inbox-socket.ts";
import { clearNotifications, markAllRead, notificationsQuery } from "../../api/notifications.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { hasFailed, isLoading } from "../../api/query-state.ts";
import { LoadingNote } from "../../ui/loading-note.tsx";
import { Popover } from "../../ui/popover.tsx";
import { RetryButton } from "../../ui/retry-button.tsx";
import { toasts } from "../../ui/toast.ts";
import { BellButton } from "./bell-button.tsx";
import { NotificationList } from "./notification-list.tsx";

const panelAction =
  "rounded-sm px-1.5 py-1 text-sm font-medium text-accent hover:underline aria-disabled:text-muted aria-disabled:no-underline";

type NotificationBellProps = {
  /** The button was pressed while this code was loading. */
  pressed: boolean;
};

/** The live bell of a signed-in person: a new notification shows a toast, and the list is fetched again. */
export default function NotificationBell({ pressed }: NotificationBellProps) {
  const [open, setOpen] = useState(pressed);
  const client = useQueryClient();
  const query = useQuery(notificationsQuery);
  const { data, isFetching, refetch } = query;
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
  const mayRead = !read.isPending && (data?.unread ?? 0) > 0;
  const mayClear = !clear.isPending && list.length > 0;
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
        {/* Not `disabled` when there is nothing left to do: keyboard users would lose the focus. */}
        <div className="flex gap-1">
          <button
            type="button"
            className={panelAction}
            aria-disabled={!mayRead}
            onClick={() => {
              if (mayRead) read.mutate();
            }}
          >
            Mark all read
          </button>
          <button
            type="button"
            className={panelAction}
            aria-disabled={!mayClear}
            onClick={() => {
              if (mayClear) clear.mutate();
            }}
          >
            Clear all
          </button>
        </div>
      </div>
      {isLoading(query) && (
        <div className="flex justify-center px-4 py-10">
          <LoadingNote>Loading...</LoadingNote>
        </div>
      )}
      {hasFailed(query) && (
        <div className="flex flex-col items-center gap-3 px-4 py-10 text-sm text-muted">
          <p>Failed to display notifications</p>
          <RetryButton size="sm" retrying={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      {data && <NotificationList list={list} onFollow={() => setOpen(false)} />}
    </Popover>
  );
}

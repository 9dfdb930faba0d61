import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { startTransition, useEffect, useState } from "react";

import { NOTICE_KINDS } from "../../../worker/contract/notice-kinds.ts";
import type { ListedNotification } from "../../../worker/contract/notification.ts";
import { listenToInbox } from "../../api/inbox-socket.ts";
import { refetchJoinedSoon, updateJoinedStanding } from "../../api/joined.ts";
import { clearNotifications, markAllRead, markRead, notificationsQuery } from "../../api/notifications.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { ChoiceRow } from "../../ui/fields/choice-row.tsx";
import { LoadingNote } from "../../ui/loading-note.tsx";
import { Popover } from "../../ui/popover.tsx";
import { QueryContent } from "../../ui/query-content.tsx";
import { RetryButton } from "../../ui/retry-button.tsx";
import { toasts } from "../../ui/toast.ts";
import { BellButton } from "./bell-button.tsx";
import { NotificationList } from "./notification-list.tsx";

const PANEL_ACTION_CLASS =
  "rounded-sm px-1.5 py-1 text-sm font-medium text-accent hover:underline aria-disabled:text-muted aria-disabled:no-underline";

type SideFilter = ListedNotification["side"] | "all";

const SIDES: readonly { value: SideFilter; label: string }[] = [
  { value: "all", label: "All" },
  { value: "selling", label: "Selling" },
  { value: "bidding", label: "Bidding" },
];

type NotificationBellProps = {
  /** Whether the bell was tapped while its code was loading. */
  wasTapped: boolean;
};

/** A signed-in person's live bell. A new notification shows a toast and refetches the list. */
export default function NotificationBell({ wasTapped }: NotificationBellProps) {
  const [open, setOpen] = useState(wasTapped);
  const [side, setSide] = useState<SideFilter>("all");
  const client = useQueryClient();
  const query = useQuery(notificationsQuery);
  const { data } = query;
  const list = data?.list ?? [];
  const newestAt = list[0]?.timestamp;
  const markingRead = useMutation({
    mutationFn: (id?: string) => (id === undefined ? markAllRead(newestAt) : markRead(id)),
    onSuccess: () => refresh(client),
    onError: () => toasts.error("Failed to read notifications"),
  });
  const clear = useMutation({
    mutationFn: () => clearNotifications(newestAt),
    onSuccess: () => refresh(client),
    onError: () => toasts.error("Failed to delete notifications"),
  });

  useEffect(
    () =>
      listenToInbox({
        onRefetchNeeded() {
          // Also restarts a fetch that is still running, which may have begun before the gap ended.
          void client.invalidateQueries({ queryKey: queryKeys.notifications });
          void client.invalidateQueries({ queryKey: queryKeys.joined });
          void client.invalidateQueries({ queryKey: queryKeys.deals });
          void client.invalidateQueries({ queryKey: queryKeys.questionLists });
        },
        onFrame(frame) {
          if (frame.type === "notificationsChanged") return void refresh(client);
          const { message, notification, standing } = frame;
          const { auctionId, kind } = notification;
          const { tone, topic, sellerOnly } = NOTICE_KINDS[kind];
          toasts.notice(tone, message, auctionId);
          // The frame's standing is newer than the one in D1.
          const isApplied = standing !== undefined && updateJoinedStanding(client, auctionId, standing);
          // A standing doesn't say whether the person still has a bid.
          const removesBid = topic === "ownBid" || kind === "cancelled" || kind === "voided";
          if (removesBid) refetchJoinedSoon(client, auctionId);
          // Notifications for sellers change nothing in the auctions that the person bids in.
          const isCurrent = sellerOnly || (isApplied && !removesBid);
          void client.invalidateQueries({
            queryKey: queryKeys.own,
            predicate: ({ queryKey }) => !isCurrent || queryKey[1] !== queryKeys.joined[1],
          });
        },
      }),
    [client],
  );

  const hasBothSides = new Set(list.map((notification) => notification.side)).size > 1;
  const shown = hasBothSides && side !== "all" ? list.filter((notification) => notification.side === side) : list;
  const canMarkRead = !markingRead.isPending && (data?.unread ?? 0) > 0;
  const canClear = !clear.isPending && list.length > 0;
  return (
    <Popover
      open={open}
      // The button's reaction is painted first, because on a cheap phone the panel takes more than 100 ms.
      onOpenChange={(next) => startTransition(() => setOpen(next))}
      trigger={<BellButton unread={data?.unread ?? 0} />}
      title="Notifications"
      titleHidden
      className="flex max-h-(--available-height) w-96 flex-col"
    >
      <div className="flex items-center justify-between gap-2 border-b border-line px-4 py-3">
        <p aria-hidden className="font-display text-lg font-medium">
          Notifications
        </p>
        {/* Not `disabled` when there's nothing left to do, because keyboard users would lose focus. */}
        <div className="flex gap-1">
          <button
            type="button"
            className={PANEL_ACTION_CLASS}
            aria-disabled={!canMarkRead}
            onClick={() => {
              if (canMarkRead) markingRead.mutate(undefined);
            }}
          >
            Mark all read
          </button>
          <button
            type="button"
            className={PANEL_ACTION_CLASS}
            aria-disabled={!canClear}
            onClick={() => {
              if (canClear) clear.mutate();
            }}
          >
            Clear all
          </button>
        </div>
      </div>
      {hasBothSides && (
        <ChoiceRow
          legend="Filter notifications"
          choices={SIDES}
          value={side}
          onChange={setSide}
          className="border-b border-line px-4 py-2"
          buttonClassName="h-8 px-3"
        />
      )}
      <QueryContent
        query={query}
        loading={
          <div className="flex justify-center px-4 py-10">
            <LoadingNote>Loading...</LoadingNote>
          </div>
        }
        failed={
          <div className="flex flex-col items-center gap-3 px-4 py-10 text-sm text-muted">
            <p>Failed to display notifications</p>
            <RetryButton size="sm" query={query} />
          </div>
        }
      >
        {() => (
          <NotificationList
            list={shown}
            onFollow={({ _id, isRead }, isSameTab) => {
              if (!isRead) markingRead.mutate(_id);
              if (isSameTab) setOpen(false);
            }}
          />
        )}
      </QueryContent>
    </Popover>
  );
}

function refresh(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: queryKeys.notifications });
}

import { Link } from "react-router";

import type { Notification } from "../../../worker/contract/notification.ts";
import { paths } from "../../paths.ts";
import { classes } from "../../ui/classes.ts";
import { Moment } from "../../ui/moment.tsx";

type NotificationListProps = { list: readonly Notification[]; onFollow: () => void };

export function NotificationList({ list, onFollow }: NotificationListProps) {
  if (list.length === 0) return <p className="px-4 py-10 text-center text-sm text-muted">No notifications</p>;
  return (
    <ul className="max-h-64 overflow-y-auto overscroll-contain -outline-offset-2">
      {list.map(({ _id, message, timestamp, isRead, auctionId }) => (
        <li key={_id} className="border-b border-line last:border-0">
          <Link
            to={paths.auction(auctionId)}
            onClick={onFollow}
            className={classes(
              "flex gap-3 px-4 py-3 text-sm transition-colors -outline-offset-2 hover:bg-sunken",
              isRead ? "text-muted" : "text-ink",
            )}
          >
            <span
              aria-hidden
              className={classes("mt-1.5 size-2 shrink-0 rounded-full", isRead ? "bg-line-strong/40" : "bg-accent")}
            />
            <span className="min-w-0">
              <span className={classes("block", !isRead && "font-medium")}>{message}</span>
              <span className="mt-0.5 block text-xs text-muted">
                <Moment iso={timestamp} withTime /> · {isRead ? "Read" : "Unread"}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

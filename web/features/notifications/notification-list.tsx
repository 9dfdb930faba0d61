import { isAboutDeal, isAboutQuestion, NOTICE_KINDS } from "../../../worker/contract/notice-kinds.ts";
import type { ListedNotification } from "../../../worker/contract/notification.ts";
import { serverNow } from "../../api/server-clock.ts";
import { paths, questionsPath } from "../../paths.ts";
import { classes } from "../../ui/classes.ts";
import { Ago } from "../../ui/date-time.tsx";
import { Link } from "../../ui/link.tsx";
import { SizedImage } from "../../ui/sized-image.tsx";
import type { ToastTone } from "../../ui/toast.ts";
import { NOTICE_ICONS } from "./notice-icons.ts";

const TONES: Readonly<Record<ToastTone, string>> = {
  success: "bg-success-soft text-success",
  error: "bg-danger-soft text-danger",
  warning: "bg-warning-soft text-warning",
  info: "bg-accent-soft text-accent",
};

/** After a sale, both people continue in its deal. */
const SALES: ReadonlySet<ListedNotification["kind"]> = new Set(["won", "sold"]);

/** `isSameTab` is false when the link opens another tab. */
type FollowHandler = (notification: ListedNotification, isSameTab: boolean) => void;
type NotificationListProps = { list: readonly ListedNotification[]; onFollow: FollowHandler };

export function NotificationList({ list, onFollow }: NotificationListProps) {
  if (list.length === 0) return <p className="px-4 py-10 text-center text-sm text-muted">No notifications</p>;
  return (
    <ul className="max-h-64 min-h-0 overflow-y-auto overscroll-contain -outline-offset-2">
      {list.map((notification) => (
        <li key={notification._id} className="border-b border-line last:border-0">
          <NotificationLink notification={notification} onFollow={onFollow} />
        </li>
      ))}
    </ul>
  );
}

function pathOf({ kind, auctionId }: ListedNotification): string {
  if (isAboutDeal(kind) || SALES.has(kind)) return paths.deal(auctionId);
  return isAboutQuestion(kind) ? questionsPath(auctionId) : paths.auction(auctionId);
}

type NotificationLinkProps = { notification: ListedNotification; onFollow: FollowHandler };

function NotificationLink({ notification, onFollow }: NotificationLinkProps) {
  const { kind, message, timestamp, isRead, image } = notification;
  const { icon, tone } = NOTICE_KINDS[kind];
  const Icon = NOTICE_ICONS[icon];
  return (
    <Link
      to={pathOf(notification)}
      onClick={({ ctrlKey, metaKey, shiftKey }) => onFollow(notification, !ctrlKey && !metaKey && !shiftKey)}
      // The middle button opens another tab.
      onAuxClick={({ button }) => button === 1 && onFollow(notification, false)}
      className={classes(
        "flex gap-3 px-4 py-3 text-sm transition-colors -outline-offset-2 hover:bg-sunken",
        isRead ? "text-muted" : "text-ink",
      )}
    >
      <span className="relative h-fit shrink-0">
        <SizedImage image={image} sizes="3rem" alt="" width={48} height={48} className="size-12 rounded-md" />
        <span
          aria-hidden
          className={classes(
            "absolute -right-1.5 -bottom-1.5 flex size-6 items-center justify-center rounded-full ring-2 ring-surface",
            TONES[tone],
          )}
        >
          <Icon className="size-3.5" />
        </span>
      </span>
      <span className="min-w-0 flex-1">
        <span className={classes("block break-words", !isRead && "font-medium")}>{message}</span>
        <span className="mt-0.5 block text-xs text-muted">
          <Ago iso={timestamp} now={serverNow} /> · {isRead ? "Read" : "Unread"}
        </span>
      </span>
      {!isRead && <span aria-hidden className="mt-1.5 size-2 shrink-0 rounded-full bg-accent" />}
    </Link>
  );
}

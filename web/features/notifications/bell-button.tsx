import type { ComponentProps } from "react";

import { SpriteIcon } from "../../ui/sprite-icon.tsx";

const MAX_SHOWN = 99;

/** The bell with its unread count. Shown alone while its panel's code loads. */
export function BellButton({ unread = 0, ...rest }: ComponentProps<"button"> & { unread?: number }) {
  const count = unread > MAX_SHOWN ? `${MAX_SHOWN}+` : `${unread}`;
  return (
    <button
      type="button"
      // The accessible name contains the visible number, for people who use voice control.
      aria-label={unread > 0 ? `Notifications, ${count} unread` : "Notifications"}
      {...rest}
      className="relative flex size-[44px] shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-sunken hover:text-ink"
    >
      <SpriteIcon name="bell" className="size-[20px]" />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute top-0.5 left-[calc(50%+0.125rem)] flex h-[min(1.25rem,24px)] min-w-[min(1.25rem,24px)] items-center justify-center rounded-full bg-danger px-[4px] text-[min(0.75rem,15px)] leading-none font-semibold text-on-danger tabular-nums"
        >
          {count}
        </span>
      )}
    </button>
  );
}

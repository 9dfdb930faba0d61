import type { ComponentProps } from "react";

import { classes } from "../../ui/classes.ts";

/**
 * A bar at the bottom of a phone's screen. The panel has the same content, so short screens have no bar. `styles.css`
 * keeps it from covering focused controls.
 */
export function BottomBar({ className, children, ...rest }: ComponentProps<"div">) {
  return (
    <div
      {...rest}
      className={classes(
        "bottom-bar fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface px-[16px] pt-[12px] pb-[max(12px,env(safe-area-inset-bottom))] shadow-overlay low:hidden lg:hidden",
        className,
      )}
    >
      <div className="mx-auto max-w-2xl">{children}</div>
    </div>
  );
}

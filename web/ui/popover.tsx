import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";

import { classes } from "./classes.ts";

type PopoverProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button that opens the popover. */
  trigger: ReactElement;
  title: string;
  /** If the content has its own heading, the title is for screen readers only. */
  titleHidden?: boolean;
  align?: "start" | "center" | "end";
  className?: string;
  children: ReactNode;
};

/** A panel next to the button that opens it. Escape or a tap outside closes it. */
export function Popover({
  open,
  onOpenChange,
  trigger,
  title,
  titleHidden = false,
  align = "end",
  className,
  children,
}: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={8} collisionPadding={12} className="z-50">
          <Base.Popup
            className={classes(
              "max-w-(--available-width) rounded-lg border border-line bg-surface shadow-overlay transition-opacity outline-none data-ending-style:opacity-0 data-starting-style:opacity-0",
              className,
            )}
          >
            <Base.Title className={titleHidden ? "sr-only" : "font-display text-lg font-medium"}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

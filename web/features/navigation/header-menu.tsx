import { type ReactNode, type Ref, useId } from "react";

import { classes } from "../../ui/classes.ts";
import { SpriteIcon, type SpriteIconName } from "../../ui/sprite-icon.tsx";

type HeaderMenuProps = {
  label: string;
  icon: SpriteIconName;
  /** The button's size and colors. */
  buttonClass: string;
  /** The panel's width and its distance from the right edge. */
  panelClass: string;
  panelRef?: Ref<HTMLDivElement>;
  children: ReactNode;
};

/**
 * A button in the bar and the panel that it opens. Uses the browser's popover, which closes on Escape and on a tap
 * outside, and adds no library to the first page.
 */
export function HeaderMenu({ label, icon, buttonClass, panelClass, panelRef, children }: HeaderMenuProps) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={label}
        className={classes("flex items-center justify-center rounded-md hover:bg-sunken", buttonClass)}
      >
        <SpriteIcon name={icon} className="size-[20px]" />
      </button>
      <div
        ref={panelRef}
        id={id}
        popover="auto"
        className={classes(
          "fixed inset-auto top-17 m-0 rounded-lg border border-line bg-surface p-2 text-ink shadow-overlay",
          panelClass,
        )}
      >
        {children}
      </div>
    </>
  );
}

import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode, RefObject } from "react";

import { IconButton } from "./icon-button.tsx";

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** The element to focus first. Defaults to the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** The element to focus on close if the opening button is gone. Null means the opening button. */
  finalFocus?: () => HTMLElement | null;
  children: ReactNode;
};

/** Every dialog's buttons go here: at the end, on the right, the main one last. On a phone they share its width. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return (
    <div className="mt-6 flex flex-wrap justify-end gap-3 first:mt-0 max-sm:[&>:is(a,button)]:grow">{children}</div>
  );
}

/** A modal dialog. It traps focus, closes on Escape, and restores focus. On a phone it opens from the bottom. */
export function Dialog({ open, onOpenChange, title, description, initialFocus, finalFocus, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="scrim fixed inset-0 z-50 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          initialFocus={initialFocus}
          finalFocus={finalFocus}
          className="fixed inset-x-0 bottom-0 z-50 max-h-[90dvh] overflow-y-auto rounded-t-lg border border-line bg-surface p-6 shadow-overlay transition-[opacity,translate] outline-none data-ending-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0 sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[min(28rem,calc(100vw-2rem))] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg sm:data-ending-style:-translate-y-[calc(50%-0.5rem)] sm:data-starting-style:-translate-y-[calc(50%-0.5rem)]"
        >
          <div className="flex items-start justify-between gap-4">
            <Base.Title className="font-display text-xl font-medium">{title}</Base.Title>
            <Base.Close render={<IconButton label="Close" className="-mt-1.5 -mr-2" />}>
              <X aria-hidden className="size-5" />
            </Base.Close>
          </div>
          {description && <Base.Description className="mt-1 text-sm text-muted">{description}</Base.Description>}
          <div className="mt-5">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

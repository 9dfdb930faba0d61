import { useId } from "react";

import { SpriteIcon } from "../../ui/sprite-icon.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

/** The choice of colours in the bar; on a small screen it is in the menu. The browser's own popover closes on Escape. */
export function ThemeMenu() {
  const id = useId();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label="Theme"
        className="flex size-10 items-center justify-center rounded-md text-muted transition-colors hover:bg-sunken hover:text-ink"
      >
        <SpriteIcon name="contrast" className="size-5" />
      </button>
      <div
        id={id}
        popover="auto"
        className="fixed inset-auto top-17 right-4 m-0 w-44 rounded-lg border border-line bg-surface p-2 text-ink shadow-overlay sm:right-6"
      >
        <ThemeChoice />
      </div>
    </>
  );
}

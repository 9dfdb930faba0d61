import { Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { Navigate, useLocation } from "react-router";

import { paths } from "../../paths.ts";
import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { SpriteIcon } from "../../ui/sprite-icon.tsx";
import { captureTyping, stopCapturing } from "./captured-typing.ts";

const load = () => import("./search-dialog.tsx");
const SearchDialog = lazyComponent(load);

/** Loads the dialog before it's needed. If that fails, opening the dialog tries again and reports the failure. */
const preload = () => void load().catch(() => undefined);

/** With Ctrl, or Command on a Mac, because speech input could trigger a single key. */
const SHORTCUT = "k";

/** The search on every page. Its dialog loads when someone hovers over, focuses or presses the button. */
export function SearchButton() {
  const button = useRef<HTMLButtonElement>(null);
  const { key: locationKey } = useLocation();
  /** The key of the location where the search was opened. Back closes the search, because the key changes. */
  const [openLocationKey, setOpenLocationKey] = useState<string>();
  const open = openLocationKey === locationKey;
  const setOpen = (next: boolean) => setOpenLocationKey(next ? locationKey : "");
  const show = () => {
    if (!open) captureTyping();
    setOpen(true);
  };
  useEffect(() => (open ? stopCapturing : undefined), [open]);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key === "Control" || key === "Meta") return preload();
    if (key.toLowerCase() !== SHORTCUT || ctrlKey === metaKey || altKey || shiftKey) return;
    // The search does not open behind another dialog.
    if (document.querySelector('[role="dialog"],[role="alertdialog"]')) return;
    event.preventDefault();
    show();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={show}
        onPointerEnter={preload}
        onFocus={preload}
        className="flex h-[44px] min-w-[44px] items-center justify-center gap-2 rounded-md text-sm text-muted transition-colors hover:bg-sunken hover:text-ink lg:w-64 lg:justify-start lg:border lg:border-line lg:bg-surface lg:px-3"
      >
        <SpriteIcon name="search" className="size-[20px] lg:size-4" />
        <span className="sr-only lg:not-sr-only">Search auctions</span>
      </button>
      {openLocationKey !== undefined && (
        // If the dialog's code can't be loaded, goes to the list of all auctions, which also has a search field. Any
        // change of URL closes this.
        <ErrorBoundary resetKey={String(open)} fallback={<Navigate to={paths.auctions} />}>
          <Suspense fallback={null}>
            <SearchDialog open={open} onOpenChange={setOpen} anchor={button} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

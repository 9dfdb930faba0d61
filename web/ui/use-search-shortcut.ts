import { type RefObject, useEffect } from "react";

/** The keys that open the search of other pages. */
export const SEARCH_SHORTCUT = "Control+K Meta+K";

/** On a page with a search field of its own the shortcut of the search leads to that field. */
export function useSearchShortcut(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key.toLowerCase() !== "k" || ctrlKey === metaKey || altKey || shiftKey) return;
      if (document.querySelector('[role="dialog"],[role="alertdialog"]')) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [field]);
}

/**
 * After a deployment the chunks of the old build are gone, and a page that was opened before it cannot load its next
 * part. Reloading once loads the new build; a second failure within a short time is a real one and is shown. Nothing is
 * reloaded while that would lose what someone has typed, or the page itself: without a network.
 */
import { ofTab } from "./api/storage.ts";

const ENTRY = "reloadedAt";
const MIN_RELOAD_INTERVAL_MS = 60_000;

export function reloadOnceWhenStale(): void {
  addEventListener("vite:preloadError", (event) => {
    if (!navigator.onLine || hasTypedText()) return;
    const reloadedAt = Number(ofTab.read(ENTRY) ?? 0);
    // The clock may have been set meanwhile.
    if (Math.abs(Date.now() - reloadedAt) < MIN_RELOAD_INTERVAL_MS) return;
    event.preventDefault();
    ofTab.write(ENTRY, String(Date.now()));
    location.reload();
  });
}

/** Of the page that is shown: one that has been left has lost it anyway. */
function hasTypedText(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("form input, form textarea");
  return [...fields].some(({ type, value }) => !WITHOUT_TEXT.has(type) && value !== "");
}

const WITHOUT_TEXT = new Set(["hidden", "checkbox", "radio", "submit", "button", "range"]);

/**
 * After a deployment the chunks of the old build are gone, and a page that was opened before it can't load its next
 * part. Reloading once loads the new build. A second failure shortly after is a real one and is shown. We don't reload
 * if that would lose what someone has typed, or, without a network, the page itself.
 */
import { ofTab } from "../api/storage.ts";

const ENTRY = "reloadedAt";
const MIN_RELOAD_INTERVAL_MS = 60_000;

/** A file of this build is gone. This stays true for the document until it reloads. */
let isStale = false;

export function reloadOnceWhenStale(): void {
  addEventListener("vite:preloadError", (event) => {
    isStale = true;
    if (!hasTypedText() && reloadOnce()) event.preventDefault();
  });
}

/** Once a page has been left for one that cannot be loaded, the typed text there is gone anyway. */
export function reloadIfStale(): void {
  if (isStale) reloadOnce();
}

function reloadOnce(): boolean {
  // A note in memory is gone with the page, which would then reload itself endlessly.
  if (!ofTab.isKept()) return false;
  const reloadedAt = Number(ofTab.read(ENTRY) ?? 0);
  // The clock may have been set meanwhile.
  if (!navigator.onLine || Math.abs(Date.now() - reloadedAt) < MIN_RELOAD_INTERVAL_MS) return false;
  ofTab.write(ENTRY, String(Date.now()));
  location.reload();
  return true;
}

function hasTypedText(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("form input, form textarea");
  return [...fields].some(({ type, value }) => !WITHOUT_TEXT.has(type) && value !== "");
}

const WITHOUT_TEXT = new Set(["hidden", "checkbox", "radio", "submit", "button", "range"]);

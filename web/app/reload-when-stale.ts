/**
 * After a deployment, the chunks of the old build are gone, and a page opened before it can't load its next part. One
 * reload gets the new build. A second failure shortly after is real and is shown. We don't reload if that would lose
 * typed text, or the page itself when offline.
 */
import { tabStore } from "../browser/storage.ts";

const STORAGE_KEY = "reloadedAt";
const MIN_RELOAD_INTERVAL_MS = 60_000;

/** A file of this build is gone. Stays true until the document reloads. */
let isStale = false;

export function reloadOnceWhenStale(): void {
  addEventListener("vite:preloadError", (event) => {
    isStale = true;
    if (!hasTypedText() && reloadOnce()) event.preventDefault();
  });
}

/** Once someone has left a page for one that can't be loaded, text typed there is gone anyway. */
export function reloadIfStale(): void {
  if (isStale) reloadOnce();
}

function reloadOnce(): boolean {
  // A note in memory would be lost with the page, which would then reload forever.
  if (!tabStore.isAvailable()) return false;
  const reloadedAt = Number(tabStore.read(STORAGE_KEY) ?? 0);
  // The clock may have been changed since then.
  if (!navigator.onLine || Math.abs(Date.now() - reloadedAt) < MIN_RELOAD_INTERVAL_MS) return false;
  tabStore.write(STORAGE_KEY, String(Date.now()));
  location.reload();
  return true;
}

function hasTypedText(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("form input, form textarea");
  return [...fields].some(({ type, value }) => !TEXTLESS_INPUT_TYPES.has(type) && value !== "");
}

const TEXTLESS_INPUT_TYPES = new Set(["hidden", "checkbox", "radio", "submit", "button", "range"]);

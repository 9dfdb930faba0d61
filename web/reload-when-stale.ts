/**
 * After a deployment the chunks of the old build are gone, and a page that was opened before it cannot load its next
 * route. Reloading once loads the new build; a second failure within a short time is a real one and is shown. Without a
 * network nothing is reloaded: the page would be lost with all input.
 */
import { ofTab } from "./api/storage.ts";

const ENTRY = "reloadedAt";
const MIN_RELOAD_INTERVAL_MS = 60_000;

export function reloadOnceWhenStale(): void {
  addEventListener("vite:preloadError", (event) => {
    if (!navigator.onLine) return;
    const reloadedAt = Number(ofTab.read(ENTRY) ?? 0);
    // The clock may have been set meanwhile.
    if (Math.abs(Date.now() - reloadedAt) < MIN_RELOAD_INTERVAL_MS) return;
    event.preventDefault();
    ofTab.write(ENTRY, String(Date.now()));
    location.reload();
  });
}

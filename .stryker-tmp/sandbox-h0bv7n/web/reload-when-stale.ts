/**
 * After a deployment the chunks of the old build are gone, and a page opened before it cannot load its next route.
 * Reloading once brings the new build; a second failure within a short time is a real one and is left to show.
 */
// @ts-nocheck

const ENTRY = "reloadedAt";
const AGAIN_AFTER_MS = 60_000;

export function reloadOnceWhenStale(): void {
  addEventListener("vite:preloadError", (event) => {
    const reloadedAt = Number(sessionStorage.getItem(ENTRY) ?? 0);
    if (Date.now() - reloadedAt < AGAIN_AFTER_MS) return;
    event.preventDefault();
    sessionStorage.setItem(ENTRY, String(Date.now()));
    location.reload();
  });
}

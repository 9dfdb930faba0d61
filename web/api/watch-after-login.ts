/** The item whose heart a visitor tapped. It's added to their watchlist once they've signed in, in this tab. */
import { tabStore } from "../browser/storage.ts";
import { serverNow } from "./server-clock.ts";

const STORAGE_KEY = "watch-after-login";
/** Longer than signing up takes. A sign-in later than that is unrelated. */
const EXPIRES_AFTER_MS = 30 * 60_000;

export function saveWatchAfterLogin(auctionId: string): void {
  tabStore.write(STORAGE_KEY, `${auctionId} ${serverNow()}`);
}

/** Whether to watch this item now. True only once. */
export function consumeWatchAfterLogin(auctionId: string): boolean {
  const [savedId, savedAt] = (tabStore.read(STORAGE_KEY) ?? "").split(" ");
  if (savedId !== auctionId) return false;
  tabStore.remove(STORAGE_KEY);
  return serverNow() - Number(savedAt) < EXPIRES_AFTER_MS;
}

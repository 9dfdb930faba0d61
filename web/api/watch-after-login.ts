/** The item whose heart a visitor tapped. It's added to their watchlist once they've signed in, in this tab. */
import { serverNow } from "./server-clock.ts";
import { ofTab } from "./storage.ts";

const KEY = "watch-after-login";
/** Longer than signing up takes. A sign-in later than that is unrelated. */
const KEPT_MS = 30 * 60_000;

export function watchAfterLogin(auctionId: string): void {
  ofTab.write(KEY, `${auctionId} ${serverNow()}`);
}

/** Whether to watch this item now. True only once. */
export function takeWatch(auctionId: string): boolean {
  const [wanted, since] = (ofTab.read(KEY) ?? "").split(" ");
  if (wanted !== auctionId) return false;
  ofTab.remove(KEY);
  return serverNow() - Number(since) < KEPT_MS;
}

/** The lot whose heart a visitor pressed. It is watched once they have signed in, in this tab. */
import { serverNow } from "./server-clock.ts";
import { ofTab } from "./storage.ts";

const KEY = "watch-after-login";
/** Longer than signing up takes. A later sign-in is about something else. */
const KEPT_MS = 30 * 60_000;

export function watchAfterLogin(auctionId: string): void {
  ofTab.write(KEY, `${auctionId} ${serverNow()}`);
}

/** Whether this lot is to be watched now. True once. */
export function takeWatch(auctionId: string): boolean {
  const [wanted, since] = (ofTab.read(KEY) ?? "").split(" ");
  if (wanted !== auctionId) return false;
  ofTab.remove(KEY);
  return serverNow() - Number(since) < KEPT_MS;
}

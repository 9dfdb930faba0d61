/** The lot whose heart a visitor pressed: it is watched once they have logged in, in this tab. */
const KEY = "watch-after-login";
/** Longer than signing up takes; a later login is about something else. */
const KEPT_MS = 30 * 60_000;

export function watchAfterLogin(auctionId: string): void {
  sessionStorage.setItem(KEY, `${auctionId} ${Date.now()}`);
}

/** Whether this lot is to be watched now. True once. */
export function takeWatch(auctionId: string): boolean {
  const [wanted, since] = (sessionStorage.getItem(KEY) ?? "").split(" ");
  if (wanted !== auctionId) return false;
  sessionStorage.removeItem(KEY);
  return Date.now() - Number(since) < KEPT_MS;
}

import { MAX_WATCHERS } from "../../../worker/contract/people.ts";
import { format } from "../format.ts";

/**
 * How many people watch an auction: `On 18 watchlists`. "18 here now" counts people who have the auction's page open.
 */
export function watchlistsText(watchers: number): string {
  const count = `${format.number(watchers)}${watchers >= MAX_WATCHERS ? "+" : ""}`;
  return `On ${count} ${watchers === 1 ? "watchlist" : "watchlists"}`;
}

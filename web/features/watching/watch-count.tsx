import { useQuery } from "@tanstack/react-query";

import { watchersQuery } from "../../api/watchlist.ts";
import { watchlistsText } from "../../ui/items/watchlists-text.ts";

/** How many people watch the auction. Hidden until it's known, and at zero. */
export function WatchCount({ auctionId }: { auctionId: string }) {
  const { data: watchers = 0 } = useQuery(watchersQuery(auctionId));
  return watchers === 0 ? null : watchlistsText(watchers);
}

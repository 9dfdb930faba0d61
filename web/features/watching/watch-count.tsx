import { useQuery } from "@tanstack/react-query";

import { watchersQuery } from "../../api/watchlist.ts";
import { watchlistsText } from "../../ui/watchlists-text.ts";

/** How many people watch the auction: nothing while it is not known, and where nobody does. */
export function WatchCount({ auctionId }: { auctionId: string }) {
  const { data: watchers = 0 } = useQuery(watchersQuery(auctionId));
  return watchers === 0 ? null : <p className="whitespace-nowrap text-muted">{watchlistsText(watchers)}</p>;
}

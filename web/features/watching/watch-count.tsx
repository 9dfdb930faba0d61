import { useQuery } from "@tanstack/react-query";

import { watchersQuery } from "../../api/watchlist.ts";
import { watchersText } from "../../ui/watchers-text.ts";

/** How many people watch the auction: nothing while it is not known, and where nobody does. */
export function WatchCount({ auctionId }: { auctionId: string }) {
  const { data: watchers = 0 } = useQuery(watchersQuery(auctionId));
  if (watchers === 0) return null;
  return <p className="whitespace-nowrap text-muted">{watchersText(watchers)}</p>;
}

import { useQuery } from "@tanstack/react-query";

import { MAX_WATCHERS } from "../../../worker/contract/catalogue.ts";
import { watchersQuery } from "../../api/watchlist.ts";
import { reader } from "../../ui/format.ts";

/** How many people watch the auction: nothing while it is not known, and where nobody does. */
export function WatchCount({ auctionId }: { auctionId: string }) {
  const { data: watchers = 0 } = useQuery(watchersQuery(auctionId));
  if (watchers === 0) return null;
  // Other words than on cards: the page also says how many have it open.
  return (
    <p className="whitespace-nowrap text-muted">
      On {watchers >= MAX_WATCHERS ? `${reader.count(MAX_WATCHERS)}+` : reader.count(watchers)}{" "}
      {watchers === 1 ? "watchlist" : "watchlists"}
    </p>
  );
}

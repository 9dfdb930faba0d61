/** The order of the watchlist: items that can still be bid on come first, ending soonest first. */
import type { ListedAuction } from "../../../worker/contract/catalogue.ts";

type WatchedAuction = Pick<ListedAuction, "status" | "auctionEndTime" | "startsAt">;

const RANKS: Readonly<Record<ListedAuction["status"], number>> = {
  Live: 0,
  Upcoming: 1,
  Sold: 2,
  Expired: 2,
  Voided: 2,
};

/** Live auctions by end, then upcoming ones by start, then ended ones, latest first. */
export function sortWatched<A extends WatchedAuction>(auctions: readonly A[]): A[] {
  return auctions.toSorted((a, b) => RANKS[a.status] - RANKS[b.status] || timeOf(a) - timeOf(b));
}

/** Auctions of the same rank are sorted by this, lowest first. */
function timeOf({ status, auctionEndTime, startsAt }: WatchedAuction): number {
  if (status === "Live") return Date.parse(auctionEndTime);
  if (status === "Upcoming") return Date.parse(startsAt ?? auctionEndTime);
  return -Date.parse(auctionEndTime);
}

/** The bidders that a view shows, some of them under a number, and the names that one person may know. Pure. */
import type { Bid } from "../../../worker/contract/bid.ts";
import type { Person } from "../../../worker/contract/catalogue.ts";
import { ALIAS } from "../../../worker/contract/privacy.ts";
import type { AuctionView } from "../../api/auction-view.ts";

export type Known = { readonly alias: string; readonly person: Person };

/** How many different numbers a view shows. */
export function countAliases({ bids, auction }: AuctionView): number {
  const ids = [...bids.map(({ bidder }) => bidder._id), auction.winner?._id ?? ""];
  return new Set(ids.filter((id) => ALIAS.test(id))).size;
}

/** The view with names in the place of the numbers that are known: what a seller sees. */
export function withNames(view: AuctionView, known: readonly Known[]): AuctionView {
  if (known.length === 0) return view;
  const people = new Map(known.map(({ alias, person }) => [alias, person]));
  const named = (person: Person) => people.get(person._id) ?? person;
  const { auction, bids } = view;
  return {
    ...view,
    auction: { ...auction, winner: auction.winner && named(auction.winner) },
    bids: bids.map((bid) => (people.has(bid.bidder._id) ? { ...bid, bidder: named(bid.bidder) } : bid)),
  };
}

/** As many as the page shows. */
const TOP_BIDDERS = 3;

/** The distinct people behind the highest bids, at most three. `bids` has the highest first. */
export function topBidders(bids: readonly Bid[]): Person[] {
  const found: Person[] = [];
  for (const { bidder } of bids) {
    if (!found.some(({ _id }) => _id === bidder._id)) found.push(bidder);
    if (found.length === TOP_BIDDERS) break;
  }
  return found;
}

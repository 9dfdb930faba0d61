/** The numbers that some people bid under, and what one person may know of who is behind them. Pure. */
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

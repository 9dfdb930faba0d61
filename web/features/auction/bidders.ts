/** The bidders in a view, some of them under an alias, and the names that the viewer can see. Pure. */
import type { PublicBid } from "../../../worker/contract/bid.ts";
import type { Person } from "../../../worker/contract/catalogue.ts";
import type { AuctionView } from "../../api/auction-view.ts";

type KnownAlias = { readonly alias: string; readonly person: Person };

/** How many different people have a standing bid. A lower bound while the view is missing bids. */
export function countBidders({ bids, auction }: AuctionView): { readonly count: number; readonly isExact: boolean } {
  return {
    count: new Set(bids.map(({ bidder }) => bidder._id)).size,
    isExact: bids.length >= auction.bidCount,
  };
}

/** Replaces the known aliases in a view with names, for its seller. */
export function withNames(view: AuctionView, knownAliases: readonly KnownAlias[]): AuctionView {
  if (knownAliases.length === 0) return view;
  const people = new Map(knownAliases.map(({ alias, person }) => [alias, person]));
  const withName = (person: Person) => people.get(person._id) ?? person;
  const { auction, bids, withdrawal } = view;
  return {
    ...view,
    withdrawal: withdrawal && { ...withdrawal, bidder: withName(withdrawal.bidder) },
    auction: { ...auction, winner: auction.winner && withName(auction.winner) },
    bids: bids.map((bid) => (people.has(bid.bidder._id) ? { ...bid, bidder: withName(bid.bidder) } : bid)),
  };
}

/** How many of the top bidders the page shows. */
const MAX_TOP_BIDDERS = 3;

/** The people with the highest bids, each once, at most three. `bids` is sorted highest first. */
export function topBidders(bids: readonly PublicBid[]): Person[] {
  const found: Person[] = [];
  for (const { bidder } of bids) {
    if (!found.some(({ _id }) => _id === bidder._id)) found.push(bidder);
    if (found.length === MAX_TOP_BIDDERS) break;
  }
  return found;
}

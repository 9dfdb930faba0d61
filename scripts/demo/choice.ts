/**
 * Chooses the auction, the bidder and the amount of the next demo bid. Pure: randomness is an argument. Users never bid
 * on their own auction or against themselves.
 */
import type { AuctionDetails } from "../../worker/contract/auction.ts";
import type { ListedAuction } from "../../worker/contract/catalogue.ts";
import { toMinorOrThrow, toMajor } from "../../worker/rules/money.ts";
import { roundAmount } from "../seed/round-amount.ts";

/** The share of bids that go to the most watched auction, if any is watched. */
const MOST_WATCHED_SHARE = 0.65;
/** The remaining bids go to one of this many auctions that end next, each half as likely as the one before. */
const MAX_ENDING_SOON = 8;
const NEXT_AUCTION_CHANCE = 0.5;
/** The share of minimum bids. */
const MINIMUM_SHARE = 0.4;
/** The remaining bids are the next round amount, in steps of about this share of the price. */
const STEP_SHARE = 0.04;

/** `watcherCounts` maps auction IDs to watcher counts. `live` is sorted by end time. */
export function chooseAuction(
  live: readonly ListedAuction[],
  watcherCounts: ReadonlyMap<string, number>,
  random: () => number,
): ListedAuction | null {
  const watched = live.filter(({ _id }) => (watcherCounts.get(_id) ?? 0) > 0);
  const most = Math.max(...watched.map(({ _id }) => watcherCounts.get(_id) ?? 0));
  const mostWatched = watched.find(({ _id }) => watcherCounts.get(_id) === most);
  if (mostWatched && random() < MOST_WATCHED_SHARE) return mostWatched;
  const soon = live.slice(0, MAX_ENDING_SOON);
  return soon.find((_, index) => index === soon.length - 1 || random() < NEXT_AUCTION_CHANCE) ?? null;
}

/** A bidder who can bid and isn't the leader. Null if there is none. */
export function chooseBidder<Bidder extends { readonly account: { readonly _id: string } }>(
  bidders: readonly Bidder[],
  { seller, bids }: Pick<AuctionDetails, "seller" | "bids">,
  random: () => number,
): Bidder | null {
  const leader = bids[0]?.bidder._id;
  const eligible = bidders.filter(({ account }) => account._id !== seller._id && account._id !== leader);
  return eligible[Math.floor(random() * eligible.length)] ?? null;
}

/** The minimum bid or the next round amount, in major units. */
export function chooseAmount({ minNextBid }: Pick<AuctionDetails, "minNextBid">, random: () => number): number {
  if (random() < MINIMUM_SHARE) return minNextBid;
  const minimumMinor = toMinorOrThrow(minNextBid);
  const stepMinor = roundAmount(minimumMinor * STEP_SHARE);
  return toMajor(Math.ceil(minimumMinor / stepMinor) * stepMinor);
}

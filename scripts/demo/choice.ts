/**
 * Where a demo bidder bids next, who does, and how much. Pure but for the chance that is handed in. Nobody bids on
 * their own auction or against themselves.
 */
import type { AuctionDetails } from "../../worker/contract/auction.ts";
import type { Auction } from "../../worker/contract/catalogue.ts";
import { minorOf, toMajor } from "../../worker/rules/money.ts";
import { roundSum } from "../seed/round-sum.ts";

/** How often the bidders go where people watch, when people watch. */
const TO_THE_AUDIENCE = 0.65;
/** Otherwise they go where it ends soon: among this many of the next to end, each as likely as half of the one before. */
const ENDING_SOON = 8;
const HALF = 0.5;
/** How often a bid is the smallest possible; else it is the next round sum, in steps of about this share of the price. */
const SMALLEST = 0.4;
const STEP_SHARE = 0.04;

/** `watching` counts eyes by auction id; `live` has the next to end first. */
export function chooseAuction(
  live: readonly Auction[],
  watching: ReadonlyMap<string, number>,
  random: () => number,
): Auction | null {
  const watched = live.filter(({ _id }) => (watching.get(_id) ?? 0) > 0);
  const most = Math.max(...watched.map(({ _id }) => watching.get(_id) ?? 0));
  const audience = watched.find(({ _id }) => watching.get(_id) === most);
  if (audience && random() < TO_THE_AUDIENCE) return audience;
  const soon = live.slice(0, ENDING_SOON);
  return soon.find((_, index) => index === soon.length - 1 || random() < HALF) ?? null;
}

/** Someone who may bid and does not lead already; null when there is nobody. */
export function chooseBidder<Bidder extends { readonly account: { readonly _id: string } }>(
  bidders: readonly Bidder[],
  { seller, bids }: Pick<AuctionDetails, "seller" | "bids">,
  random: () => number,
): Bidder | null {
  const leader = bids[0]?.bidder._id;
  const able = bidders.filter(({ account }) => account._id !== seller._id && account._id !== leader);
  return able[Math.floor(random() * able.length)] ?? null;
}

/** The smallest next bid or the next round sum, in major units. */
export function chooseAmount({ minNextBid }: Pick<AuctionDetails, "minNextBid">, random: () => number): number {
  if (random() < SMALLEST) return minNextBid;
  const minimumMinor = minorOf(minNextBid);
  const stepMinor = roundSum(minimumMinor * STEP_SHARE);
  return toMajor(Math.ceil(minimumMinor / stepMinor) * stepMinor);
}

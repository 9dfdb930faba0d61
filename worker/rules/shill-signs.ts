/**
 * Signs of shill bidding, when a person bids to help a seller rather than to buy. Takes counts of one person's recent
 * bids, overall and on one seller's items, and lists unusual patterns. Admins investigate them. We never refuse a bid
 * for such a sign. Families and offices share a network, and a collector of one dealer's items is a good customer.
 */

/** One bidder and one seller. Every placed bid counts, including withdrawn ones. */
export type BiddingPattern = {
  readonly bidsOnSeller: number;
  readonly bids: number;
  /** How many of `bids` were undone, withdrawn, released or voided. */
  readonly withdrawn: number;
  readonly sameDevice: boolean;
  readonly sameNetwork: boolean;
};

type ShillSign = "same_device" | "same_network" | "one_seller" | "withdrawals";

/** With fewer bids the share means nothing, because everyone's first bids are on one seller's items. */
const MIN_BIDS = 5;
/** A sign if a larger share of someone's bids is on one seller's items. */
const ONE_SELLER_SHARE = 0.6;
const MIN_WITHDRAWALS = 3;
/** A sign if this share of someone's bids is withdrawn. An occasional mistake is normal. */
const SHARE_WITHDRAWN = 0.25;

/** The signs, in no particular order. None if the person hasn't bid on this seller's items. */
export function findShillSigns({
  bidsOnSeller,
  bids,
  withdrawn,
  sameDevice,
  sameNetwork,
}: BiddingPattern): ShillSign[] {
  if (bidsOnSeller === 0) return [];
  const signs: ShillSign[] = [];
  if (sameDevice) signs.push("same_device");
  else if (sameNetwork) signs.push("same_network");
  if (bidsOnSeller >= MIN_BIDS && bidsOnSeller > ONE_SELLER_SHARE * bids) signs.push("one_seller");
  if (withdrawn >= MIN_WITHDRAWALS && withdrawn >= SHARE_WITHDRAWN * bids) signs.push("withdrawals");
  return signs;
}

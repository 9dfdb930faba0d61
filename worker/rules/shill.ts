/**
 * Signs that someone bids for a seller and not for the lot. Given how one person has dealt with one seller lately, it
 * says what stands out. A sign is looked into by people: it refuses nothing and blocks nobody, since a family or an
 * office shares a network, and a collector of one dealer's lots is a good customer.
 */

/** One bidder and one seller; bids are those placed, whatever became of them. */
export type Dealings = {
  readonly bidsOnSeller: number;
  readonly bids: number;
  /** Of all bids. Every bid leads when it is placed: a withdrawal is always one that led. */
  readonly withdrawn: number;
  readonly sameDevice: boolean;
  readonly sameNetwork: boolean;
};

export type ShillSign = "same_device" | "same_network" | "one_seller" | "withdrawals";

/** Fewer say nothing: everyone begins with one seller. */
const FEWEST_BIDS = 5;
/** More than this share of someone's bids on one seller. */
const SHARE_OF_ONE_SELLER = 0.6;
const FEWEST_WITHDRAWALS = 3;
/** At least this share of someone's bids withdrawn: a mistake now and then is nobody's habit. */
const SHARE_WITHDRAWN = 0.25;

export function shillSigns({ bidsOnSeller, bids, withdrawn, sameDevice, sameNetwork }: Dealings): ShillSign[] {
  if (bidsOnSeller === 0) return [];
  const signs: ShillSign[] = [];
  if (sameDevice) signs.push("same_device");
  else if (sameNetwork) signs.push("same_network");
  if (bidsOnSeller >= FEWEST_BIDS && bidsOnSeller > SHARE_OF_ONE_SELLER * bids) signs.push("one_seller");
  if (withdrawn >= FEWEST_WITHDRAWALS && withdrawn >= SHARE_WITHDRAWN * bids) signs.push("withdrawals");
  return signs;
}

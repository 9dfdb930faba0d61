/**
 * The law of automatic bids (decision 59): who leads, and at what price, when bidders have given maxima. Pure arithmetic on
 * minor units. It knows neither people nor facts: `bidding.ts` asks it, and says with facts what follows.
 *
 * Only the leading bid ever has a maximum above its amount that somebody has not seen: a bidder who loses the lead is shown at
 * their maximum. So two numbers decide: the leader's maximum, and the highest amount of anybody else.
 */
import { incrementAt, type IncrementScheme } from "./money.ts";

/** What a bidder offers: at least `floorMinor`, at most `maxMinor`. Of an exact bid the two are equal. */
export type Offer = { readonly floorMinor: number; readonly maxMinor: number };

/** What the price depends on beside the offers: the increments, and the hidden reserve in minor units, or null without one. */
export type PriceRule = { readonly increments: IncrementScheme; readonly reserveMinor: number | null };

/**
 * What the highest offer pays: one increment more than the highest of the others, within its own bounds. `otherMinor` is
 * the most that anybody else offers, or null when there is nobody else. An offer that reaches the reserve pays at least that;
 * one that does not is unaffected by it, so no price shows how high the reserve is.
 */
export function priceOfOffer({ increments, reserveMinor }: PriceRule, offer: Offer, otherMinor: number | null): number {
  const needed = otherMinor === null ? offer.floorMinor : otherMinor + incrementAt(increments, otherMinor);
  const reached = reserveMinor !== null && offer.maxMinor >= reserveMinor ? reserveMinor : 0;
  return Math.max(offer.floorMinor, Math.min(offer.maxMinor, needed), reached);
}

/** The amounts at which two offers stand once they have met. */
export type Contest = {
  readonly challengerLeads: boolean;
  readonly leaderMinor: number;
  readonly challengerMinor: number;
};

/** A challenger meets the leader. Of equal maxima the leader's leads, because it came first; the loser is at its maximum. */
export function contest(rule: PriceRule, leader: Offer, challenger: Offer): Contest {
  const challengerLeads = challenger.maxMinor > leader.maxMinor;
  return challengerLeads
    ? {
        challengerLeads,
        leaderMinor: leader.maxMinor,
        challengerMinor: priceOfOffer(rule, challenger, leader.maxMinor),
      }
    : {
        challengerLeads,
        leaderMinor: priceOfOffer(rule, leader, challenger.maxMinor),
        challengerMinor: challenger.maxMinor,
      };
}

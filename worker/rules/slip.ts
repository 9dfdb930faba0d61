/**
 * Whether an amount looks like a slip: a digit too many, or a missing comma. Given the amount and the auction's
 * numbers, all in minor units. It refuses nothing: the browser asks for a confirmation, and the room accepts the bid.
 */

/** The number of raises over the smallest next bid that are still usual. */
const USUAL_RAISES = 5;
/** A higher bid may double the price. Both bounds count, because a raise is small beside a high price. */
const USUAL_FACTOR = 2;
/** The starting price is often far below what the lot is worth, so a first bid may be this many times as high. */
const USUAL_FIRST_FACTOR = 10;

/** `priceMinor` is null without a standing bid; the smallest next bid is then the starting price. */
export function looksLikeSlip(amountMinor: number, priceMinor: number | null, minNextMinor: number): boolean {
  if (priceMinor === null) return amountMinor > USUAL_FIRST_FACTOR * minNextMinor;
  const raiseMinor = minNextMinor - priceMinor;
  return amountMinor > minNextMinor + USUAL_RAISES * raiseMinor && amountMinor > USUAL_FACTOR * priceMinor;
}

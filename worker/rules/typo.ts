/**
 * Whether an amount looks like a typo, such as a digit too many or a missing comma. Takes the amount and the auction's
 * numbers, all in minor units. It never refuses a bid. The browser only asks for confirmation.
 */

/** How many increments above the minimum bid still look normal. */
const NORMAL_RAISES = 5;
/** Up to this many times the price looks normal too. At high prices increments are small in comparison. */
const NORMAL_FACTOR = 2;
/** The starting price is often far below what the item is worth, so a first bid can be this many times as high. */
const NORMAL_FIRST_FACTOR = 10;

/** `priceMinor` is null without a standing bid. The minimum bid is then the starting price. */
export function looksLikeTypo(amountMinor: number, priceMinor: number | null, minNextMinor: number): boolean {
  if (priceMinor === null) return amountMinor > NORMAL_FIRST_FACTOR * minNextMinor;
  const raiseMinor = minNextMinor - priceMinor;
  return amountMinor > minNextMinor + NORMAL_RAISES * raiseMinor && amountMinor > NORMAL_FACTOR * priceMinor;
}

/** Smaller numbers are exact. */
export const ROUNDED_FROM = 100;

/** Rounds a count down to its first two digits. 1,234 becomes 1,200, which stays true as the marketplace grows. */
export function roundDown(count: number): number {
  if (count < ROUNDED_FROM) return Math.floor(count);
  const unit = 10 ** (Math.floor(Math.log10(count)) - 1);
  return Math.floor(count / unit) * unit;
}

/** Smaller numbers are exact. */
export const ROUNDED_FROM = 100;

/** A count by its first two digits, so that it stays true while the marketplace changes. 1,234 becomes 1,200. */
export function roundDown(count: number): number {
  if (count < ROUNDED_FROM) return Math.floor(count);
  const unit = 10 ** (Math.floor(Math.log10(count)) - 1);
  return Math.floor(count / unit) * unit;
}

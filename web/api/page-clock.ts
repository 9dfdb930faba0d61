/** Milliseconds of the page's own clock, for lengths of time: unlike `Date.now`, no one can set it. */
export function pageNow(): number {
  return performance.now();
}

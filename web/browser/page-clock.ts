/**
 * Milliseconds of the page's own clock, for durations. Unlike `Date.now`, it never jumps when someone sets the clock.
 */
export function pageNow(): number {
  return performance.now();
}

/**
 * The one way to count uses, in fixed windows. A window begins with its first use, and the first use after its end
 * begins the next one. So up to twice `max` can pass around a boundary, which our limits allow for. Times are epoch ms.
 */

/** At most `max` in a window of `windowMs`. */
export type LimitWindow = { readonly max: number; readonly windowMs: number };

/** The uses in a window that began at `since`. */
export type WindowCount = { readonly since: number; readonly used: number };

/** How many milliseconds to wait until a use of this cost fits. 0 if it fits now. */
export function waitMsOf(
  count: WindowCount | undefined,
  { max, windowMs }: LimitWindow,
  cost: number,
  now: number,
): number {
  const { since, used } = currentCount(count, windowMs, now);
  return used + cost <= max ? 0 : since + windowMs - now;
}

/** The count with a use of this cost. */
export function addUse(count: WindowCount | undefined, windowMs: number, cost: number, now: number): WindowCount {
  const { since, used } = currentCount(count, windowMs, now);
  return { since, used: used + cost };
}

function currentCount(count: WindowCount | undefined, windowMs: number, now: number): WindowCount {
  // The time is that of the request's arrival. It may be slightly before `since` and still belongs to the same window.
  // A window that begins further ahead was counted before the clock was set back.
  const isOpen = count !== undefined && Math.abs(now - count.since) < windowMs;
  return isOpen ? count : { since: now, used: 0 };
}

/** The same limits, multiplied by `scale`: LIMIT_SCALE is above 1 only in tests and benchmarks. */
export function scaleWindows(windows: readonly LimitWindow[], scale: number): LimitWindow[] {
  return windows.map(({ max, windowMs }) => ({ max: max * scale, windowMs }));
}

/**
 * The server's clock, which every countdown uses. The server reads its clock after we send a request and before we
 * receive the response. So every message with the server's time in ms bounds its difference from the page's clock on
 * both sides. The first exchange puts the estimate in the middle, which corrects it by half the round trip. Later ones
 * narrow the bounds, and a slow one can't make them worse.
 *
 * The page's clock is `performance.now()`, which no one can set but which may stop while the device sleeps. So we
 * compare each response's `Date` header with the estimate, and replace an estimate that is clearly wrong. If the
 * device's clock and the page's disagree, because one was set or the other stopped, we request a response right away.
 */
import { pageNow } from "../browser/page-clock.ts";

type ClockBounds = { readonly lowMs: number; readonly highMs: number };

export const UNKNOWN_BOUNDS: ClockBounds = { lowMs: -Infinity, highMs: Infinity };

/** A `Date` header has whole seconds. */
const DATE_HEADER_PRECISION_MS = 1_000;
/** The clocks on different machines, or ours after a few hours, may differ by up to this much. */
const CLOCK_TOLERANCE_MS = 2_000;
/** Any short response from the server. */
const CLOCK_URL = "/api/v1/settings";

export function narrowBounds(
  bounds: ClockBounds,
  serverTime: number,
  sentAt: number | null,
  receivedAt: number,
): ClockBounds {
  const lowMs = serverTime - receivedAt;
  const highMs = sentAt === null ? Infinity : serverTime - sentAt;
  const both = { lowMs: Math.max(bounds.lowMs, lowMs), highMs: Math.min(bounds.highMs, highMs) };
  // Bounds that contradict each other mean that a clock was set or has drifted. Then only the newest pair counts.
  return both.lowMs <= both.highMs ? both : { lowMs, highMs };
}

/** The difference to add to our clock, in milliseconds. */
export function offsetMs({ lowMs, highMs }: ClockBounds): number {
  if (lowMs === -Infinity) return 0;
  return highMs === Infinity ? lowMs : (lowMs + highMs) / 2;
}

/** The device's clock minus the page's. */
const deviceOffsetMs = () => Date.now() - pageNow();

export class ServerClock {
  /**
   * Called after the device's clock has been set or the page's has stopped, when comparisons with `Date.now` are wrong.
   */
  onJump = () => {};
  #bounds = UNKNOWN_BOUNDS;
  /** The server's clock minus the page's, used until there are bounds. It starts with the device's clock. */
  #coarseOffsetMs = deviceOffsetMs();
  #lastDeviceOffsetMs = this.#coarseOffsetMs;

  /** Epoch ms by the server's clock. Rounded, because summed fractions would show a second too many. */
  readonly serverNow = (): number => {
    this.checkClock();
    return Math.round(pageNow() + this.#currentOffsetMs);
  };

  /** Uses an exact server time. `sentAt` is when it was requested (by `pageNow`), or null. */
  readonly recordServerTime = (serverTime: number, sentAt: number | null = null): void => {
    this.#bounds = narrowBounds(this.#bounds, serverTime, sentAt, pageNow());
  };

  /**
   * Uses the `Date` header of a response to a request sent at `sentAt` (by `pageNow`) if the estimate cannot be right.
   */
  readonly recordDateHeader = (header: string | null, sentAt: number): void => {
    // Without a date there's nothing to compare.
    const respondedAt = Date.parse(header ?? "");
    const [lowMs, highMs] = [respondedAt - pageNow(), respondedAt + DATE_HEADER_PRECISION_MS - sentAt];
    if (this.#currentOffsetMs < lowMs - CLOCK_TOLERANCE_MS || this.#currentOffsetMs > highMs + CLOCK_TOLERANCE_MS)
      this.#setOffset((lowMs + highMs) / 2);
  };

  /** Detects a jump of either clock. Called by `serverNow` and on each ping of a socket. */
  readonly checkClock = (): void => {
    const jumpMs = deviceOffsetMs() - this.#lastDeviceOffsetMs;
    if (Math.abs(jumpMs) < CLOCK_TOLERANCE_MS) return;
    this.#lastDeviceOffsetMs += jumpMs;
    // Deferred, because a component may be reading the time.
    queueMicrotask(() => {
      this.onJump();
      void this.#fetchServerTime(jumpMs);
    });
  };

  get #currentOffsetMs(): number {
    return this.#bounds === UNKNOWN_BOUNDS ? this.#coarseOffsetMs : offsetMs(this.#bounds);
  }

  #setOffset(differenceMs: number): void {
    this.#bounds = UNKNOWN_BOUNDS;
    this.#coarseOffsetMs = differenceMs;
  }

  async #fetchServerTime(jumpMs: number): Promise<void> {
    const sentAt = pageNow();
    try {
      const { headers } = await fetch(CLOCK_URL, { method: "HEAD" });
      // A captive portal has a clock of its own.
      if (headers.get("content-type")?.includes("json")) return this.recordDateHeader(headers.get("date"), sentAt);
    } catch {
      // A device that just woke up may be offline.
    }
    // The device's clock kept going while the page's stopped.
    if (jumpMs >= 0) this.#setOffset(this.#currentOffsetMs + jumpMs);
  }
}

/** One per document, because there is one server. All responses and frames narrow the same bounds. */
export const serverClock = new ServerClock();
export const { serverNow, recordServerTime, recordDateHeader, checkClock } = serverClock;

/**
 * The server's clock, which every countdown uses. Every message with the server's time in ms bounds the difference to
 * this page's own clock from both sides: the server read its clock after we sent the request and before we received the
 * response. One exchange puts the estimate in the middle, which is the correction by half the round trip; later ones
 * narrow the bounds, and a slow one cannot make them worse.
 *
 * The page's own clock is `performance.now()`, which nobody can set. It may stand still while the device sleeps, so the
 * `Date` header of each response is compared with the estimate and replaces one that is clearly wrong; and when the
 * device's clock and the page's disagree, because one was set or the other stood still, a response is requested at once.
 */
import { pageNow } from "./page-clock.ts";

export type ClockBounds = { readonly lowMs: number; readonly highMs: number };

export const UNKNOWN: ClockBounds = { lowMs: -Infinity, highMs: Infinity };

/** A Date header has whole seconds. */
const HEADER_MS = 1_000;
/** Clocks of different machines, and ours after hours, may differ by less than this. */
const COARSE_MS = 2_000;
/** Any short response of the server. */
const CLOCK_URL = "/api/v1/settings";

export function narrowed(
  bounds: ClockBounds,
  serverTime: number,
  sentAt: number | null,
  receivedAt: number,
): ClockBounds {
  const lowMs = serverTime - receivedAt;
  const highMs = sentAt === null ? Infinity : serverTime - sentAt;
  const both = { lowMs: Math.max(bounds.lowMs, lowMs), highMs: Math.min(bounds.highMs, highMs) };
  // Bounds that exclude each other mean that one of the clocks was set or has drifted: only the newest pair counts.
  return both.lowMs <= both.highMs ? both : { lowMs, highMs };
}

/** The difference to add to our clock, in milliseconds. */
export function offsetMs({ lowMs, highMs }: ClockBounds): number {
  if (lowMs === -Infinity) return 0;
  return highMs === Infinity ? lowMs : (lowMs + highMs) / 2;
}

/** The device's clock minus the page's. */
const deviceMs = () => Date.now() - pageNow();

// Module state, because there is one server and one clock: all responses and frames narrow the same bounds.
let bounds = UNKNOWN;
/** The server's clock minus the page's, as long as there are no bounds: at first the device is believed. */
let coarseMs = deviceMs();
let lastDeviceMs = coarseMs;
let jumped = () => {};

/** Epoch ms by the server's clock, whole: sums of fractions would show a second too many. */
export function serverNow(): number {
  checkClock();
  return Math.round(pageNow() + knownMs());
}

function knownMs(): number {
  return bounds === UNKNOWN ? coarseMs : offsetMs(bounds);
}

function believe(differenceMs: number): void {
  bounds = UNKNOWN;
  coarseMs = differenceMs;
}

/** Uses an exact server time; `sentAt` is when it was requested (by `pageNow`), null if it was not. */
export function noteServerTime(serverTime: number, sentAt: number | null = null): void {
  bounds = narrowed(bounds, serverTime, sentAt, pageNow());
}

/** Uses the `Date` header of a response to a request sent at `sentAt` (by `pageNow`) if the estimate cannot be right. */
export function noteAnswerDate(header: string | null, sentAt: number): void {
  // Without a date nothing below is true.
  const answeredAt = Date.parse(header ?? "");
  const [lowMs, highMs] = [answeredAt - pageNow(), answeredAt + HEADER_MS - sentAt];
  const known = knownMs();
  if (known < lowMs - COARSE_MS || known > highMs + COARSE_MS) believe((lowMs + highMs) / 2);
}

/** Called after the device's clock was set or the page's stood still, when comparisons with `Date.now` are wrong. */
export function onClockJump(listener: () => void): void {
  jumped = listener;
}

/** Notices a jump of either clock. `serverNow` does it, and each ping of a socket. */
export function checkClock(): void {
  const jumpMs = deviceMs() - lastDeviceMs;
  if (Math.abs(jumpMs) < COARSE_MS) return;
  lastDeviceMs += jumpMs;
  // Not now: a component may be asking for the time.
  queueMicrotask(() => {
    jumped();
    void askServer(jumpMs);
  });
}

async function askServer(jumpMs: number): Promise<void> {
  const sentAt = pageNow();
  try {
    const { headers } = await fetch(CLOCK_URL, { method: "HEAD" });
    // A network's own sign-in page has another clock.
    if (headers.get("content-type")?.includes("json")) return noteAnswerDate(headers.get("date"), sentAt);
  } catch {
    // A device that has just woken may have no network yet.
  }
  // Its clock went on while the page's stood still.
  if (jumpMs >= 0) believe(knownMs() + jumpMs);
}

/**
 * An auctioneer's calls in the last two minutes: when each begins and what it says. Pure. They follow from the end and
 * the server's clock, so an extension takes the calls back.
 */
import type { AuctionView } from "../../../api/auction-view.ts";

export type FinalCall = "none" | "twoMinutes" | "oneMinute" | "once" | "twice";

/**
 * When the last minutes begin. A bid within them usually extends the auction to two minutes after the bid. The extra
 * second keeps a page with a slightly slow clock from briefly leaving them.
 */
export const LAST_MINUTES_MS = 121_000;
const ONE_MINUTE_MS = 60_000;
/** Ten seconds between calls are enough to read the price and tap a button. */
export const GOING_ONCE_MS = 20_000;
export const GOING_TWICE_MS = 10_000;

/** Latest first. */
const CALL_STARTS = [
  { call: "twice", leftMs: GOING_TWICE_MS },
  { call: "once", leftMs: GOING_ONCE_MS },
  { call: "oneMinute", leftMs: ONE_MINUTE_MS },
  { call: "twoMinutes", leftMs: LAST_MINUTES_MS },
] as const;

/** The call at `now`. "none" before the last minutes and after the end. Both times are epoch ms. */
export function finalCallAt(endsAt: number, now: number): FinalCall {
  const leftMs = endsAt - now;
  if (leftMs <= 0) return "none";
  return CALL_STARTS.find((beginning) => leftMs <= beginning.leftMs)?.call ?? "none";
}

const TEXTS = {
  twoMinutes: "Last two minutes",
  oneMinute: "Last minute",
  once: "Going once",
  twice: "Going twice",
} as const;

/** The page's text for a call. It doesn't say "going" if the auction would end without a winner. */
export function callText(call: Exclude<FinalCall, "none">, isSelling: boolean): string {
  return (call === "once" || call === "twice") && !isSelling ? "Last seconds" : TEXTS[call];
}

/** Whether there's a winner if nothing else happens. */
export function wouldSell({ auction }: Pick<AuctionView, "auction">): boolean {
  return auction.bidCount > 0 && auction.reserveMet !== false;
}

/**
 * The start and the end of an auction. This file decides whether it has started, whether it's over, who won, when to
 * check it next, and how a late bid or withdrawal extends it. It takes the state and the time. Only the clock and the
 * stored times decide, never the alarm that caused the check.
 */
import { type Auction, type Bid, leaderOf, isReserveMet } from "./auction.ts";
import { accept, refuse } from "./decision.ts";
import type { Fact, Outcome } from "./facts.ts";
import type { Refusal } from "./refusal.ts";
import { undoCutoffMsFor } from "./withdrawal-times.ts";

export type Status = "Upcoming" | "Live" | "Sold" | "Expired" | "Voided";

/** The share of the scheduled duration that a soft-close window may take, so that short auctions stay short. */
const WINDOW_SHARE = 0.1;
/** Extensions end at most this many windows past the scheduled end. */
const MAX_WINDOWS = 10;
/** For new listings. Bidders who gave up get this many windows to return, which is ten minutes by default. */
export const WINDOWS_AFTER_WITHDRAWAL = 5;

/** An auction is over at exactly `endsAt`, or as soon as someone has bought it. Here and below, `now` is epoch ms. */
export function isOver(auction: Auction, now: number): boolean {
  return auction.bought || now >= auction.endsAt;
}

/** When bidding begins, or began (epoch ms). */
function startOf(auction: Auction): number {
  return auction.terms.startsAt ?? auction.openedAt;
}

/** An auction has started at exactly its start time. */
export function hasStarted(auction: Auction, now: number): boolean {
  return now >= (auction.terms.startsAt ?? now);
}

/** Whether the seller can still act on the auction at `now`. It may not have started yet, but it isn't over. */
export function isOpen(auction: Auction, now: number): boolean {
  return auction.phase === "open" && !isOver(auction, now);
}

/** Whether the auction takes bids at `now`. */
export function isLive(auction: Auction, now: number): boolean {
  return isOpen(auction, now) && hasStarted(auction, now);
}

/**
 * Why the auction takes no bids at `now`: `auction_not_started`, or a code from `refuseUnlessOpen`. Null while it is
 * live.
 */
export function refuseUnlessLive(
  auction: Auction,
  now: number,
): NotOpenRefusal | Refusal<"auction_not_started"> | null {
  return (
    refuseUnlessOpen(auction, now) ??
    (hasStarted(auction, now) ? null : { code: "auction_not_started", startsAt: startOf(auction) })
  );
}

type NotOpenRefusal = Refusal<"auction_ended" | "auction_voided">;

/** Why the seller can't act on the auction at `now`: `auction_voided` or `auction_ended`. Null while it is open. */
export function refuseUnlessOpen(auction: Auction, now: number): NotOpenRefusal | null {
  if (isOpen(auction, now)) return null;
  return auction.phase === "voided" ? { code: "auction_voided" } : { code: "auction_ended", endedAt: auction.endsAt };
}

/** The status that readers see at `now`, whether or not the room has recorded the closing. */
export function statusAt(auction: Auction, now: number): Status {
  if (isOpen(auction, now)) return hasStarted(auction, now) ? "Live" : "Upcoming";
  if (auction.phase === "voided") return "Voided";
  return auction.phase !== "cancelled" && auction.phase !== "removed" && findBuyer(auction) ? "Sold" : "Expired";
}

/**
 * The bid that wins if nothing more happens. Null if the leading bid doesn't meet the reserve, or the seller released
 * its bidder.
 */
function findBuyer(auction: Auction): Bid | null {
  return auction.buyerReleased || isReserveMet(auction) === false ? null : leaderOf(auction);
}

/** Live or upcoming. */
export function isOpenStatus(status: Status): boolean {
  return status === "Live" || status === "Upcoming";
}

/** When the status changes if nothing happens (epoch ms). */
export function statusUntil(auction: Auction, now: number): number {
  if (!isOpen(auction, now)) return Infinity;
  return hasStarted(auction, now) ? auction.endsAt : startOf(auction);
}

/** From the start to the end that the seller set, in milliseconds. */
export function scheduledDurationMs(auction: Auction): number {
  return auction.scheduledEndsAt - startOf(auction);
}

/** Length of the soft-close window in milliseconds. 0 when the auction has none. */
export function softCloseWindowMs(auction: Auction): number {
  return softCloseWindowFor(auction.terms.softCloseMs, scheduledDurationMs(auction));
}

/** The soft-close window for the term `softCloseMs` and this scheduled duration, all in milliseconds. */
export function softCloseWindowFor(softCloseMs: number, durationMs: number): number {
  return Math.min(softCloseMs, Math.floor(durationMs * WINDOW_SHARE));
}

/** How long before this auction's end bids can no longer be undone (ms). See `undoCutoffMsFor`. */
export function undoCutoffMs(auction: Auction): number {
  return undoCutoffMsFor(softCloseWindowMs(auction), auction.terms.freezeMs);
}

type ExtendedFact = Extract<Fact, { type: "extended" }>;

/**
 * The extension that a placed or raised bid at `now` causes, or null. The new end is one window from now, at most ten
 * windows past the scheduled end, and never before the current end.
 */
export function extensionAfterBid(auction: Auction, now: number): ExtendedFact | null {
  return extensionTo(auction, Math.min(now + softCloseWindowMs(auction), latestEnd(auction)));
}

/**
 * The extension that withdrawing the leading bid at `now` causes, or null. It gives bidders who gave up at that
 * bid's price time to return. `hasTimeAfterWithdrawal` checks beforehand whether enough time is left. Undoing a bid
 * extends the auction as far as possible.
 */
export function extensionAfterWithdrawal(auction: Auction, now: number): ExtendedFact | null {
  return extensionTo(auction, Math.min(now + timeAfterWithdrawalMs(auction), latestEnd(auction)));
}

/**
 * Whether bidders have enough time to return after a withdrawn lead. That time has to fit before the latest possible
 * end, or before the current end if that's later.
 */
export function hasTimeAfterWithdrawal(auction: Auction, now: number): boolean {
  return now + timeAfterWithdrawalMs(auction) <= Math.max(auction.endsAt, latestEnd(auction));
}

function timeAfterWithdrawalMs(auction: Auction): number {
  return auction.terms.windowsAfterWithdrawal * softCloseWindowMs(auction);
}

function latestEnd(auction: Auction): number {
  return latestEndAfter(auction.scheduledEndsAt, softCloseWindowMs(auction));
}

/** The latest end that extensions can reach (epoch ms), given the scheduled end and the length of the window. */
export function latestEndAfter(scheduledEndsAt: number, windowMs: number): number {
  return scheduledEndsAt + MAX_WINDOWS * windowMs;
}

/** Null if `endsAt` isn't later than the current end, for example before the window begins or if there's none. */
function extensionTo(auction: Auction, endsAt: number): ExtendedFact | null {
  return endsAt > auction.endsAt ? { type: "extended", endsAt, extensions: auction.extensions + 1 } : null;
}

type Close = { readonly type: "close"; readonly lastHash: string };

/**
 * Records `closed` once, after the end or a purchase. A hidden listing closes too, but without announcing its end.
 * Never refuses. If it's too early, or already closed, it accepts without a fact.
 */
export function close(auction: Auction, { lastHash }: Close, now: number) {
  if (auction.phase !== "open" || !isOver(auction, now)) return accept();
  const whileHidden = auction.hidden ? ({ whileHidden: true } as const) : {};
  return accept({ fact: { type: "closed", outcome: outcomeOf(auction), lastHash, ...whileHidden } });
}

function outcomeOf(auction: Auction): Outcome | null {
  const buyer = findBuyer(auction);
  return buyer && { winnerId: buyer.bidderId, bidId: buyer.id, priceMinor: buyer.amountMinor };
}

type ReleaseBuyer = { readonly type: "releaseBuyer"; readonly sellerId: string };

/**
 * Releases the buyer once their deal has ended without a sale, so that the seller can list the item again. The caller
 * has checked the deal. Enforces (in order):
 * 1. the caller is the seller: `not_your_auction`, or `auction_not_found` if it is hidden
 * 2. the listing is not hidden: `listing_hidden`
 * 3. the auction is not voided: `auction_voided`
 * 4. it is sold, and its end announced: `not_closed`
 *
 * Fact: `buyerReleased`, which leaves it without a winner. None if the buyer was already released.
 */
export function releaseBuyer(auction: Auction, { sellerId }: ReleaseBuyer) {
  if (sellerId !== auction.sellerId) return refuse(refuseNonSeller(auction));
  if (auction.hidden) return refuse({ code: "listing_hidden" });
  if (auction.phase === "voided") return refuse({ code: "auction_voided" });
  if (auction.buyerReleased) return accept();
  const { outcome, announcedAt } = auction;
  if (!outcome || announcedAt === null) return refuse({ code: "not_closed" });
  const { winnerId: bidderId, priceMinor } = outcome;
  return accept({ fact: { type: "buyerReleased", bidderId, priceMinor } });
}

/** The refusal for someone who acts as the seller but isn't. For them, a hidden listing doesn't exist. */
export function refuseNonSeller({ hidden }: Auction): Refusal<"auction_not_found" | "not_your_auction"> {
  return hidden ? { code: "auction_not_found" } : { code: "not_your_auction" };
}

/** How long bidders in a canceled auction can check what happened in it: 90 days. */
export const CANCELLED_RETENTION_MS = 90 * 24 * 3_600_000;

/**
 * When we delete the journal of a canceled auction (epoch ms). Null for other auctions. The cancellation is its last
 * fact.
 */
export function keptUntil(auction: Auction): number | null {
  return auction.phase === "cancelled" ? auction.at + CANCELLED_RETENTION_MS : null;
}

/** When to check the auction next (epoch ms), or null when nothing is left to decide. */
export function nextWakeAt(auction: Auction): number | null {
  return auction.phase === "open" ? auction.endsAt : null;
}

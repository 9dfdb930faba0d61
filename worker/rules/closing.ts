/**
 * The start and the end of an auction: whether it has started, whether it is over, its outcome, when to check it next,
 * and how a late bid, or a late withdrawal, moves the end. Given the state and the time; the clock and the stored start
 * and end decide, never the alarm that caused the check.
 */
import { type Auction, type Bid, leaderOf, reserveMet } from "./auction.ts";
import { accept, type Fact, type Outcome } from "./facts.ts";
import { refuse, type Refusal } from "./refusal.ts";

export type Status = "Upcoming" | "Live" | "Sold" | "Expired" | "Voided";

/** The share of the scheduled duration that a soft-close window may take, so that short auctions stay short. */
const WINDOW_SHARE = 0.1;
/** Extensions may move the end by at most this many windows past the scheduled end. */
const MAX_WINDOWS = 10;
/** The term of new listings: ten minutes by default, so that people who gave up have time to return. */
export const WINDOWS_AFTER_WITHDRAWAL = 5;

/**
 * At `endsAt` itself the auction is over, and after a purchase regardless of the clock. `now` is epoch ms, here and
 * below.
 */
export function isOver(auction: Auction, now: number): boolean {
  return auction.bought || now >= auction.endsAt;
}

/** When bidding begins, or began (epoch ms). */
function startOf(auction: Auction): number {
  return auction.terms.startsAt ?? auction.openedAt;
}

/** At exactly its start time it has started. */
export function hasStarted(auction: Auction, now: number): boolean {
  return now >= (auction.terms.startsAt ?? now);
}

/** Whether its seller may act on the auction at `now`: it is not over, started or not. */
export function isOpen(auction: Auction, now: number): boolean {
  return auction.phase === "open" && !isOver(auction, now);
}

/** Whether the auction takes bids at `now`. */
export function isLive(auction: Auction, now: number): boolean {
  return isOpen(auction, now) && hasStarted(auction, now);
}

/** Why the auction takes no bids at `now`: as `notOpen`, or `auction_not_started`; null while it is live. */
export function notLive(auction: Auction, now: number): NotOpen | Refusal<"auction_not_started"> | null {
  return (
    notOpen(auction, now) ??
    (hasStarted(auction, now) ? null : { code: "auction_not_started", startsAt: startOf(auction) })
  );
}

type NotOpen = Refusal<"auction_ended" | "auction_voided">;

/** Why its seller may not act on the auction at `now`: `auction_voided` or `auction_ended`; null while it is open. */
export function notOpen(auction: Auction, now: number): NotOpen | null {
  if (isOpen(auction, now)) return null;
  return auction.phase === "voided" ? { code: "auction_voided" } : { code: "auction_ended", endedAt: auction.endsAt };
}

/** The status that readers see at `now`, whether or not the closing has been recorded. */
export function statusAt(auction: Auction, now: number): Status {
  if (isOpen(auction, now)) return hasStarted(auction, now) ? "Live" : "Upcoming";
  if (auction.phase === "voided") return "Voided";
  return auction.phase !== "cancelled" && auction.phase !== "removed" && buyerIn(auction) ? "Sold" : "Expired";
}

/**
 * The bid that wins if nothing more happens: the leading one, unless there is a reserve that it does not meet, or its
 * bidder was released.
 */
function buyerIn(auction: Auction): Bid | null {
  return auction.buyerReleased || reserveMet(auction) === false ? null : leaderOf(auction);
}

/** Live or upcoming, so not over. */
export function isOpenStatus(status: Status): boolean {
  return status === "Live" || status === "Upcoming";
}

/** How long the status stays the same if nothing happens (epoch ms). */
export function statusUntil(auction: Auction, now: number): number {
  if (!isOpen(auction, now)) return Infinity;
  return hasStarted(auction, now) ? auction.endsAt : startOf(auction);
}

/** From the start to the end that the seller set, in milliseconds. */
export function scheduledDuration(auction: Auction): number {
  return auction.scheduledEndsAt - startOf(auction);
}

/** Length of the soft-close window in milliseconds; 0 when the auction has none. */
export function windowMs(auction: Auction): number {
  return Math.min(auction.terms.softCloseMs, Math.floor(scheduledDuration(auction) * WINDOW_SHARE));
}

/**
 * The time before the end in which no bid can be undone any more (ms): the soft-close window, in which a bid could no
 * longer be answered. Without soft close it is the time in which no bid may be withdrawn at all.
 */
export function lastWindowMs(auction: Auction): number {
  return windowMs(auction) || auction.terms.freezeMs;
}

type Extended = Extract<Fact, { type: "extended" }>;

/**
 * The extension that a placed or raised bid at `now` causes, or null: the end moves to one window from now, at most ten
 * windows past the scheduled end, and never backwards.
 */
export function extensionBy(auction: Auction, now: number): Extended | null {
  return extensionTo(auction, Math.min(now + windowMs(auction), latestEnd(auction)));
}

/**
 * The extension that withdrawing the leading bid at `now` causes, or null: people who gave up at its price have some
 * windows to return. `leavesTime` says beforehand whether the end can move that far; a bid that is undone moves it as
 * far as it can.
 */
export function extensionByWithdrawal(auction: Auction, now: number): Extended | null {
  return extensionTo(auction, Math.min(now + timeAfterWithdrawal(auction), latestEnd(auction)));
}

/** Whether the time that a withdrawn lead must leave fits before the latest possible end, or before the current one. */
export function leavesTime(auction: Auction, now: number): boolean {
  return now + timeAfterWithdrawal(auction) <= Math.max(auction.endsAt, latestEnd(auction));
}

function timeAfterWithdrawal(auction: Auction): number {
  return auction.terms.windowsAfterWithdrawal * windowMs(auction);
}

function latestEnd(auction: Auction): number {
  return latestEndAfter(auction.scheduledEndsAt, windowMs(auction));
}

/** The end that no extension passes (epoch ms), for a scheduled end and the length of the window. */
export function latestEndAfter(scheduledEndsAt: number, softCloseWindowMs: number): number {
  return scheduledEndsAt + MAX_WINDOWS * softCloseWindowMs;
}

/** Before the window begins, and without one, `endsAt` is no later than the current end. */
function extensionTo(auction: Auction, endsAt: number): Extended | null {
  return endsAt > auction.endsAt ? { type: "extended", endsAt, extensions: auction.extensions + 1 } : null;
}

export type Close = { readonly type: "close"; readonly lastHash: string };

/**
 * Records `closed` once, after the end or a purchase, also of a hidden listing, whose end is then not announced.
 * Refuses nothing: too early, or a second time, it accepts without a fact.
 */
export function close(auction: Auction, { lastHash }: Close, now: number) {
  if (auction.phase !== "open" || !isOver(auction, now)) return accept();
  const whileHidden = auction.hidden ? ({ whileHidden: true } as const) : {};
  return accept({ fact: { type: "closed", outcome: outcomeOf(auction), lastHash, ...whileHidden } });
}

function outcomeOf(auction: Auction): Outcome | null {
  const buyer = buyerIn(auction);
  return buyer && { winnerId: buyer.bidderId, bidId: buyer.id, priceMinor: buyer.amountMinor };
}

export type ReleaseBuyer = { readonly type: "releaseBuyer"; readonly sellerId: string };

/**
 * Releases the buyer once their deal has ended without a sale, so that the item can be listed again. The caller knows
 * that it has. Enforces (in order):
 * 1. the caller is the seller: `not_your_auction`, or `auction_not_found` where it is hidden
 * 2. the listing is not hidden: `listing_hidden`
 * 3. the auction is not voided: `auction_voided`
 * 4. it is sold, and its end announced: `not_closed`
 *
 * Fact: `buyerReleased`, which leaves it without a winner; none if the buyer was released before.
 */
export function releaseBuyer(auction: Auction, { sellerId }: ReleaseBuyer) {
  if (sellerId !== auction.sellerId) return refuse(notTheSeller(auction));
  if (auction.hidden) return refuse({ code: "listing_hidden" });
  if (auction.phase === "voided") return refuse({ code: "auction_voided" });
  if (auction.buyerReleased) return accept();
  const { outcome, announcedAt } = auction;
  if (!outcome || announcedAt === null) return refuse({ code: "not_closed" });
  const { winnerId: bidderId, priceMinor } = outcome;
  return accept({ fact: { type: "buyerReleased", bidderId, priceMinor } });
}

/** The answer to a stranger who acts as the seller. For them, a hidden listing doesn't exist. */
export function notTheSeller({ hidden }: Auction): Refusal<"auction_not_found" | "not_your_auction"> {
  return hidden ? { code: "auction_not_found" } : { code: "not_your_auction" };
}

/** Bidders of a cancelled auction can check what happened in it for this long: 90 days. */
export const CANCELLED_KEPT_MS = 90 * 24 * 3_600_000;

/**
 * How long the journal of a cancelled auction is kept (epoch ms). Null for any other. Its cancellation is its last
 * fact.
 */
export function keptUntil(auction: Auction): number | null {
  return auction.phase === "cancelled" ? auction.at + CANCELLED_KEPT_MS : null;
}

/** When the auction must be checked next (epoch ms), or null when nothing is left to decide. */
export function nextWake(auction: Auction): number | null {
  return auction.phase === "open" ? auction.endsAt : null;
}

/**
 * Withdrawing a bid. A bidder withdraws it while others have time to return, undoes a typo by separate rules, or has
 * the seller release it. This file also voids bids when a seller blocks their bidder, or an admin suspends the bidder
 * or removes the bid. It takes the state, a signed-in person's command and the time, and returns facts or a refusal.
 *
 * Nothing else lowers a price. The leader's automatic bids drop to the price that follows from the remaining
 * maximums. Withdrawing a bid must reveal nothing, so a bid that has met a hidden maximum or the reserve stays unless
 * the seller releases it.
 */
import { type Auction, type Bid, findBid, floorOf, leaderOf, standingBids } from "./auction.ts";
import { adjustmentDraft, bidRangeOf, priceOfOffer, priceRuleOf } from "./bidding.ts";
import {
  extensionAfterWithdrawal,
  undoCutoffMs,
  hasTimeAfterWithdrawal,
  refuseUnlessOpen,
  refuseNonSeller,
} from "./closing.ts";
import { accept, refuse } from "./decision.ts";
import { ownBid } from "./editing.ts";
import type { FactDraft, Fact } from "./facts.ts";
import type { Refusal } from "./refusal.ts";
import { UNDO_MS, undoableUntil, FREE_WITHDRAWAL_MS, WITHDRAWAL_GRACE_MS } from "./withdrawal-times.ts";

export type WithdrawBid = {
  readonly type: "withdrawBid";
  readonly bidId: string;
  readonly bidderId: string;
  /** Set when the bidder undoes a typo. Other rules apply then, and the reason is public. */
  readonly reason?: "mistake";
  /** How many bids the bidder has already withdrawn in this auction. Absent if that isn't checked. */
  readonly ownWithdrawals?: number;
};

/** The bidder asks the seller to release a bid. */
type RequestRelease = { readonly type: "requestRelease"; readonly bidId: string; readonly bidderId: string };

type ReleaseBid = { readonly type: "releaseBid"; readonly sellerId: string; readonly bidId: string };

/**
 * The bid of a person the seller has blocked (`personId` is their account), or one that an admin voids. The caller has
 * checked that it's that person's bid, or that the user is an admin. An admin's reason goes to the bidder and the list
 * of admin actions, not into the public journal.
 */
export type VoidBid = { readonly type: "voidBid"; readonly bidId: string } & (
  | { readonly by: "seller"; readonly personId: string }
  | { readonly by: "admin"; readonly reason: string; readonly salt: string }
);

/**
 * Takes a standing bid back. Neither a block nor a hidden listing prevents it. `now` is epoch ms. Enforces (in order):
 * 1. the bid is standing: `bid_not_found`
 * 2. it is the bidder's own: `not_your_bid`
 * 3. the auction is live: `auction_not_started`, `auction_ended`, `auction_voided`
 * 4. withdrawing it reveals nothing (`revealsIfWithdrawn`): `undo_reveals` as a mistake, otherwise `withdrawal_reveals`
 * 5. it does not bring back a Buy It Now price that the same bidder has blocked before: `already_withdrawn`
 * 6. without a reason, `canWithdraw` allows it, and so does `hasTimeAfterWithdrawal` if the lead is lost or the price
 *    falls: `withdrawal_too_late`
 * 7. as a mistake, instead of 6, it leads and was not raised against a later bid, was placed at most `UNDO_MS` ago, and
 *    the soft-close window has not begun: `undo_higher_bid`, `undo_too_late`, `undo_near_end`
 *
 * Facts: `bidWithdrawn`; `bidAdjusted` for each bid of the leader that is too high without it; and `extended` when the
 * lead is lost or the price falls with little time left.
 */
export function withdrawBid(auction: Auction, command: WithdrawBid, now: number) {
  const { bidId, bidderId, reason, ownWithdrawals = 0 } = command;
  const own = ownBid(auction, bidId, bidderId, now);
  if ("code" in own) return refuse(own);
  const removal = planRemoval(auction, own);
  const refusal =
    (revealsIfWithdrawn(auction, own, ownWithdrawals)
      ? ({ code: reason ? "undo_reveals" : "withdrawal_reveals" } as const)
      : null) ??
    (blocksBuyNow(auction, ownWithdrawals) ? ({ code: "already_withdrawn" } as const) : null) ??
    (reason
      ? refuseUndo(auction, own, removal.leads, now)
      : refuseWithdrawal(auction, own, removal.changesLeadOrPrice, now));
  if (refusal) return refuse(refusal);
  return accept(...withdrawalDrafts(auction, own, removal, reason, now));
}

/**
 * Whether withdrawing this bid would reveal something. Either it has met another person's automatic bid or the reserve,
 * or its bidder has already withdrawn one under a hidden reserve. Each such bid shows that the reserve is higher.
 */
function revealsIfWithdrawn({ reserve }: Auction, bid: Bid, ownWithdrawals: number): boolean {
  return bid.reveals || (reserve !== null && !reserve.opened && ownWithdrawals > 0);
}

/**
 * Whether the only bid must stay, because its bidder has already withdrawn one. Bidding and withdrawing again and again
 * would keep others from buying the item.
 */
function blocksBuyNow({ terms, bidCount }: Auction, ownWithdrawals: number): boolean {
  return terms.buyNowPriceMinor !== undefined && bidCount === 1 && ownWithdrawals > 0;
}

/**
 * Asks the seller to release a standing bid. `now` is epoch ms. Enforces, as for a withdrawal: `bid_not_found`,
 * `not_your_bid`, `auction_not_started`, `auction_ended`, `auction_voided`. Fact: `releaseRequested`, or none if the
 * bidder already asked.
 */
export function requestRelease(auction: Auction, { bidId, bidderId }: RequestRelease, now: number) {
  const own = ownBid(auction, bidId, bidderId, now);
  if ("code" in own) return refuse(own);
  if (own.releaseRequested) return accept();
  return accept({ fact: { type: "releaseRequested", bidId, bidderId, amountMinor: own.amountMinor } });
}

/**
 * The seller releases a bid whose bidder has asked for it. `now` is epoch ms. Enforces (in order):
 * 1. the caller is the seller: `not_your_auction`, or `auction_not_found` if the listing is hidden
 * 2. the bid is standing: `bid_not_found`
 * 3. the auction is open: `auction_ended`, `auction_voided`
 * 4. the listing is not hidden: `listing_hidden`
 * 5. the bidder has asked: `release_not_requested`
 * 6. the soft-close window has not begun, and `hasTimeAfterWithdrawal` allows it if the lead is lost or the price
 *    falls: `withdrawal_too_late`
 *
 * Facts: those of a withdrawal, with the reason `released`.
 */
export function releaseBid(auction: Auction, { sellerId, bidId }: ReleaseBid, now: number) {
  if (sellerId !== auction.sellerId) return refuse(refuseNonSeller(auction));
  const bid = findBid(auction, bidId);
  if (!bid) return refuse({ code: "bid_not_found" });
  const refusal = refuseUnlessOpen(auction, now);
  if (refusal) return refuse(refusal);
  if (auction.hidden) return refuse({ code: "listing_hidden" });
  if (!bid.releaseRequested) return refuse({ code: "release_not_requested" });
  const removal = planRemoval(auction, bid);
  const isInTime = auction.endsAt - now >= undoCutoffMs(auction);
  if (!isInTime || (removal.changesLeadOrPrice && !hasTimeAfterWithdrawal(auction, now)))
    return refuse({ code: "withdrawal_too_late" });
  return accept(...withdrawalDrafts(auction, bid, removal, "released", now));
}

/**
 * Voids a standing bid. `now` is epoch ms. Enforces (in order):
 * 1. the bid is standing: `bid_not_found`
 * 2. the auction is open: `auction_ended`, `auction_voided`
 * 3. for the seller, that the person is blocked: `bidder_unknown`. Only the room can check that the bid is theirs,
 *    because facts may identify a bidder by a number
 *
 * Facts: `bidVoided`, with `bidAdjusted` and `extended` as for a withdrawal. Extends the auction as far as possible,
 * because it is never too late to remove a bad bid.
 */
export function voidBid(auction: Auction, command: VoidBid, now: number) {
  const { bidId, by } = command;
  const bid = findBid(auction, bidId);
  if (!bid) return refuse({ code: "bid_not_found" });
  const refusal = refuseUnlessOpen(auction, now);
  if (refusal) return refuse(refusal);
  if (command.by === "seller" && !auction.blocked.includes(command.personId)) return refuse({ code: "bidder_unknown" });
  const { bidderId, amountMinor } = bid;
  const removal = planRemoval(auction, bid);
  const fact: Fact = { type: "bidVoided", bidId, bidderId, amountMinor, newLeaderId: removal.newLeaderId, by };
  const secret = command.by === "admin" ? { secret: { reason: command.reason, salt: command.salt } } : {};
  return accept({ fact, ...secret }, ...removalDrafts(auction, removal, now));
}

/** The effects of removing a standing bid. `changesLeadOrPrice` is whether the lead is lost or the price falls. */
type Removal = {
  readonly leads: boolean;
  readonly adjustmentDrafts: readonly FactDraft[];
  readonly newLeaderId: string | null;
  readonly changesLeadOrPrice: boolean;
};

function planRemoval(auction: Auction, bid: Bid): Removal {
  // Stryker disable next-line OptionalChaining: there is a leader, because this bid is standing.
  const leads = leaderOf(auction)?.id === bid.id;
  const { leader, adjustmentDrafts } = leaderWithout(auction, bid.id);
  const newLeaderId = leads && leader && leader.bidderId !== bid.bidderId ? leader.bidderId : null;
  return { leads, adjustmentDrafts, newLeaderId, changesLeadOrPrice: leads || adjustmentDrafts.length > 0 };
}

function withdrawalDrafts(
  auction: Auction,
  { id: bidId, bidderId, amountMinor }: Bid,
  removal: Removal,
  reason: "mistake" | "released" | undefined,
  now: number,
): FactDraft[] {
  const { newLeaderId } = removal;
  const fact: Fact = { type: "bidWithdrawn", bidId, bidderId, amountMinor, newLeaderId, ...(reason && { reason }) };
  return [{ fact }, ...removalDrafts(auction, removal, now)];
}

/** The facts that follow the removal of a standing bid. */
function removalDrafts(auction: Auction, { adjustmentDrafts, changesLeadOrPrice }: Removal, now: number): FactDraft[] {
  const extension = changesLeadOrPrice ? extensionAfterWithdrawal(auction, now) : null;
  return [...adjustmentDrafts, ...(extension ? [{ fact: extension }] : [])];
}

/**
 * Whether a bid placed at `placedAt` can be withdrawn at `now` (both epoch ms). After the end, and in the freeze before
 * it, it can't. In the last twelve hours, it can be withdrawn only within an hour of being placed.
 */
export function canWithdraw(auction: Auction, placedAt: number, now: number): boolean {
  const leftMs = auction.endsAt - now;
  if (leftMs < auction.terms.freezeMs || leftMs <= 0) return false;
  return leftMs > FREE_WITHDRAWAL_MS || now - placedAt <= WITHDRAWAL_GRACE_MS;
}

function refuseWithdrawal(
  auction: Auction,
  own: Bid,
  changesLeadOrPrice: boolean,
  now: number,
): Refusal<"withdrawal_too_late"> | null {
  const isInTime =
    canWithdraw(auction, own.placedAt, now) && (!changesLeadOrPrice || hasTimeAfterWithdrawal(auction, now));
  return isInTime ? null : { code: "withdrawal_too_late" };
}

/**
 * Refuses to undo a bid if someone has bid against it, if it's older than `UNDO_MS`, or if others would have no time
 * left to return.
 */
function refuseUndo(
  auction: Auction,
  own: Bid,
  leads: boolean,
  now: number,
): Refusal<"undo_higher_bid" | "undo_too_late" | "undo_near_end"> | null {
  // A bid that the rules raised against a later bid still leads.
  const isRaised = own.auto && own.amountMinor > priceOfOffer(priceRuleOf(auction), bidRangeOf(own), null);
  if (!leads || isRaised) return { code: "undo_higher_bid" };
  const latestAt = undoableUntil(own.placedAt, auction.endsAt, undoCutoffMs(auction));
  if (now <= latestAt) return null;
  return { code: latestAt < own.placedAt + UNDO_MS ? "undo_near_end" : "undo_too_late", latestAt };
}

/**
 * The leader once this bid is gone, and the facts that lower the leader's automatic bids to the price of the remaining
 * maximums. Only bids above everyone else's highest bid are lowered.
 */
function leaderWithout(
  auction: Auction,
  bidId: string,
): { readonly leader: Bid | null; readonly adjustmentDrafts: FactDraft[] } {
  const remaining = standingBids(auction).filter(({ id }) => id !== bidId);
  const [leader] = remaining;
  if (!leader) return { leader: null, adjustmentDrafts: [] };
  const rivalIndex = remaining.findIndex(({ bidderId }) => bidderId !== leader.bidderId);
  const leaderBids = rivalIndex === -1 ? remaining : remaining.slice(0, rivalIndex);
  const offer = { floorMinor: Math.max(...leaderBids.map(floorOf)), maxMinor: leader.maxMinor };
  const rival = rivalIndex === -1 ? null : remaining[rivalIndex];
  const priceMinor = priceOfOffer(priceRuleOf(auction), offer, rival?.amountMinor ?? null);
  const tooHigh = leaderBids.filter(({ amountMinor }) => amountMinor > priceMinor);
  const adjustmentDrafts = tooHigh
    .toReversed()
    .map((bid) => adjustmentDraft(bid, priceMinor, bid === leader ? {} : { maxMinor: priceMinor }));
  return { leader, adjustmentDrafts };
}

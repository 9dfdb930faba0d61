/**
 * Keeping people and listings out. A seller blocks a person: from then on the law refuses that person's bids and edits
 * on the auction, and what stands stays. The house hides a listing: nobody bids on it until it is shown again, and its
 * clock runs on. Who is blocked and why something is hidden is nobody else's business: both are the secret part of
 * their facts, salted, so that the journal commits to them and tells neither.
 */
import type { Auction } from "./auction.ts";
import { isLive, isOver } from "./closing.ts";
import { accept, type Decision, refuse, type Refusal } from "./refusal.ts";

/** `salt` is a random text: without it the few people who could be meant would be found by trying. */
export type BlockBidder = {
  readonly type: "blockBidder";
  readonly sellerId: string;
  readonly personId: string;
  readonly salt: string;
};
export type UnblockBidder = Omit<BlockBidder, "type"> & { readonly type: "unblockBidder" };
/** Of the house: who may say so is settled before the law is asked. */
export type HideListing = { readonly type: "hideListing"; readonly reason: string; readonly salt: string };
export type ShowListing = { readonly type: "showListing" };

/** Once it is over there is nothing left to refuse, so nothing is recorded then. */
export function blockBidder(auction: Auction, { sellerId, personId, salt }: BlockBidder, now: number): Decision {
  if (sellerId !== auction.sellerId) return refuse({ code: "not_your_auction" });
  if (!isLive(auction, now) || isBlocked(auction, personId)) return accept();
  return accept({ fact: { type: "bidderBlocked" }, secret: { personIds: [personId], salt } });
}

export function unblockBidder(auction: Auction, { sellerId, personId, salt }: UnblockBidder, now: number): Decision {
  if (sellerId !== auction.sellerId) return refuse({ code: "not_your_auction" });
  if (!isLive(auction, now) || !isBlocked(auction, personId)) return accept();
  return accept({ fact: { type: "bidderUnblocked" }, secret: { personIds: [personId], salt } });
}

/** Live or closed: a sold lot may be hidden, too. Hiding it again, for whatever reason, changes nothing. */
export function hideListing(auction: Auction, { reason, salt }: HideListing, now: number): Decision {
  if (auction.hidden || awaitsClosing(auction, now)) return accept();
  return accept({ fact: { type: "hidden" }, secret: { reason, salt } });
}

export function showListing(auction: Auction, now: number): Decision {
  if (!auction.hidden || awaitsClosing(auction, now)) return accept();
  return accept({ fact: { type: "shown" } });
}

/** Nothing comes between the end and the closing: the room records that first, in the same turn. */
function awaitsClosing(auction: Auction, now: number): boolean {
  return auction.phase === "open" && isOver(auction, now);
}

/** Why this person may not bid here, whatever the amount. */
export function keptOut(auction: Auction, personId: string): Refusal | null {
  if (auction.hidden) return { code: "auction_not_found" };
  return isBlocked(auction, personId) ? { code: "bidder_blocked" } : null;
}

function isBlocked(auction: Auction, personId: string): boolean {
  return auction.blocked.includes(personId);
}

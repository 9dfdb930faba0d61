/**
 * Blocked people and hidden listings. A seller blocks a person: from then on that person's bids and edits on the auction
 * are refused, and their standing bids stay. An admin hides a listing: it takes no bids until it is shown again, and its
 * clock runs on. The blocked person and the reason for hiding are private: both are the secret part of their facts,
 * salted, so that the journal commits to them without revealing them.
 */
import type { Auction } from "./auction.ts";
import { isLive, isOver } from "./closing.ts";
import { accept, type Decision, refuse } from "./refusal.ts";

/** `salt` is a random text: without it the blocked person could be found by hashing each candidate. */
export type BlockBidder = {
  readonly type: "blockBidder";
  readonly sellerId: string;
  readonly personId: string;
  readonly salt: string;
};
export type UnblockBidder = Omit<BlockBidder, "type"> & { readonly type: "unblockBidder" };
/** By an admin: the caller checks that before. */
export type HideListing = { readonly type: "hideListing"; readonly reason: string; readonly salt: string };
export type ShowListing = { readonly type: "showListing" };

/**
 * Blocks a person. Enforces that the caller is the seller: `not_your_auction`. Fact: `bidderBlocked`; none when the
 * person is blocked already, or after the end, when there are no more bids to refuse.
 */
export function blockBidder(auction: Auction, { sellerId, personId, salt }: BlockBidder, now: number): Decision {
  if (sellerId !== auction.sellerId) return refuse({ code: "not_your_auction" });
  if (!isLive(auction, now) || isBlocked(auction, personId)) return accept();
  return accept({ fact: { type: "bidderBlocked" }, secret: { personIds: [personId], salt } });
}

/** Unblocks a person. Enforces that the caller is the seller: `not_your_auction`. Fact: `bidderUnblocked`, or none. */
export function unblockBidder(auction: Auction, { sellerId, personId, salt }: UnblockBidder, now: number): Decision {
  if (sellerId !== auction.sellerId) return refuse({ code: "not_your_auction" });
  if (!isLive(auction, now) || !isBlocked(auction, personId)) return accept();
  return accept({ fact: { type: "bidderUnblocked" }, secret: { personIds: [personId], salt } });
}

/** Hides a live or a closed listing. Refuses nothing. Fact: `hidden`; none when it is hidden already. */
export function hideListing(auction: Auction, { reason, salt }: HideListing, now: number): Decision {
  if (auction.hidden || awaitsClosing(auction, now)) return accept();
  return accept({ fact: { type: "hidden" }, secret: { reason, salt } });
}

/** Shows a hidden listing again. Refuses nothing. Fact: `shown`, or none. */
export function showListing(auction: Auction, now: number): Decision {
  if (!auction.hidden || awaitsClosing(auction, now)) return accept();
  return accept({ fact: { type: "shown" } });
}

/** Nothing comes between the end and the closing: the room records that first, in the same transaction. */
function awaitsClosing(auction: Auction, now: number): boolean {
  return auction.phase === "open" && isOver(auction, now);
}

function isBlocked(auction: Auction, personId: string): boolean {
  return auction.blocked.includes(personId);
}

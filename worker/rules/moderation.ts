/**
 * Blocked people, hidden listings and voided auctions.
 *
 * A seller blocks a person. From then on we refuse that person's bids and edits on the auction, and the room voids
 * their standing bids (`withdrawing.ts`). An admin hides a listing. It accepts no bids until it is shown again, but
 * still ends at its time. An admin voids an auction for good. Its bids don't count, and no one wins it.
 *
 * The blocked person and the reason for hiding are private. They go into the secret, salted part of their facts, so
 * that the journal commits to them without revealing them. The reason for voiding is public, because everyone in the
 * auction receives it.
 */
import type { Auction } from "./auction.ts";
import { isOpen, isOver } from "./closing.ts";
import { accept, refuse } from "./decision.ts";

/** `salt` is random. Without it anyone could find the blocked person by hashing every candidate. */
type BlockBidder = {
  readonly type: "blockBidder";
  readonly sellerId: string;
  readonly personId: string;
  readonly salt: string;
};
type UnblockBidder = Omit<BlockBidder, "type"> & { readonly type: "unblockBidder" };
/** The caller has checked that the user is an admin. */
type HideListing = { readonly type: "hideListing"; readonly reason: string; readonly salt: string };
type ShowListing = { readonly type: "showListing" };
/** By an admin, or because a hidden listing's seller deletes their account. The caller has checked that. */
type VoidAuction = { readonly type: "voidAuction"; readonly reason: string };

/**
 * Blocks a person. Enforces that the caller is the seller: `not_your_auction`. Fact: `bidderBlocked`. None if the
 * person is already blocked, or after the end, when there are no more bids to refuse.
 */
export function blockBidder(auction: Auction, { sellerId, personId, salt }: BlockBidder, now: number) {
  if (sellerId !== auction.sellerId) return refuse({ code: "not_your_auction" });
  if (!isOpen(auction, now) || isBlocked(auction, personId)) return accept();
  return accept({ fact: { type: "bidderBlocked" }, secret: { personIds: [personId], salt } });
}

/** Unblocks a person. Enforces that the caller is the seller: `not_your_auction`. Fact: `bidderUnblocked`, or none. */
export function unblockBidder(auction: Auction, { sellerId, personId, salt }: UnblockBidder, now: number) {
  if (sellerId !== auction.sellerId) return refuse({ code: "not_your_auction" });
  if (!isOpen(auction, now) || !isBlocked(auction, personId)) return accept();
  return accept({ fact: { type: "bidderUnblocked" }, secret: { personIds: [personId], salt } });
}

/** Hides a listing, live or not. Never refuses. Fact: `hidden`, or none if it's already hidden. */
export function hideListing(auction: Auction, { reason, salt }: HideListing, now: number) {
  if (auction.hidden || awaitsClosing(auction, now)) return accept();
  return accept({ fact: { type: "hidden" }, secret: { reason, salt } });
}

/** Shows a hidden listing again. Never refuses. Fact: `shown`, with the outcome if it ended while hidden; or none. */
export function showListing(auction: Auction, _command: ShowListing, now: number) {
  if (!auction.hidden || awaitsClosing(auction, now)) return accept();
  const { endUnannounced, outcome } = auction;
  return accept({ fact: { type: "shown", ...(endUnannounced ? { closing: { outcome } } : {}) } });
}

/**
 * Voids an auction, before or after its end, hidden or not. Never refuses. Fact: `voided`, or none if it's already
 * voided.
 */
export function voidAuction(auction: Auction, { reason }: VoidAuction, now: number) {
  if (auction.phase === "voided" || awaitsClosing(auction, now)) return accept();
  return accept({ fact: { type: "voided", reason } });
}

/**
 * No command applies between the end and the closing, because the room records the closing first, in the same
 * transaction.
 */
function awaitsClosing(auction: Auction, now: number): boolean {
  return auction.phase === "open" && isOver(auction, now);
}

function isBlocked(auction: Auction, personId: string): boolean {
  return auction.blocked.includes(personId);
}

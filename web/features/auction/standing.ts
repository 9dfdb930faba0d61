/**
 * Whether a person leads in an auction, and the auction's stage. Pure: derived from the view, the person's ID and the
 * server's clock.
 */
import type { AuctionView } from "../../api/auction-view.ts";

/** `watching` means that the person has no bid in this auction. */
export type ViewerStanding = "visitor" | "seller" | "watching" | "leading" | "outbid";

/** `hasUnloadedBid` means that the person has a standing bid below the loaded part of the list. */
export function viewerStanding(
  { auction, bids }: AuctionView,
  userId: string | undefined,
  hasUnloadedBid: boolean,
): ViewerStanding {
  if (userId === undefined) return "visitor";
  if (userId === auction.seller._id) return "seller";
  if (bids[0]?.bidder._id === userId) return "leading";
  return hasUnloadedBid || bids.some(({ bidder }) => bidder._id === userId) ? "outbid" : "watching";
}

/**
 * `upcoming`: bidding hasn't begun. `closing`: the end has passed, but the room hasn't published the outcome yet. Both
 * follow from the clock, because the room publishes nothing at the start, and the outcome only after the end. A message
 * in between already has the status `Sold`, but no winner.
 */
export type Stage =
  | "upcoming"
  | "live"
  | "closing"
  | "sold"
  | "expired"
  | "voided"
  | "cancelled"
  | "removed"
  | "hidden"
  | "unavailable";

export function stageOf({ auction, gone }: AuctionView, hasStarted: boolean, isOver: boolean): Stage {
  if (gone) return gone;
  if (auction.hidden) return "hidden";
  if (auction.status === "Voided") return "voided";
  if (auction.status === "Sold") return auction.winner ? "sold" : "closing";
  if (auction.status === "Expired") return "expired";
  if (isOver) return "closing";
  return hasStarted ? "live" : "upcoming";
}

/**
 * Once an auction starts, it can be bought at its Buy It Now price. A view from before the start has no offer, and the
 * room publishes nothing at the start. Its next message brings the current status and offer.
 */
export function withBuyNowPriceAtStart(view: AuctionView, hasStarted: boolean): AuctionView {
  const { status, terms } = view.auction;
  if (status !== "Upcoming" || !hasStarted || terms.buyNowPrice === undefined) return view;
  return { ...view, auction: { ...view.auction, buyNowPrice: terms.buyNowPrice } };
}

/** An auction that ends within this time counts as closing soon. */
const CLOSING_SOON_MS = 24 * 60 * 60_000;

/** Both in epoch ms. */
export function isClosingSoon(endsAt: number, now: number): boolean {
  return endsAt > now && endsAt - now <= CLOSING_SOON_MS;
}

/** Screen reader announcements of an auction: prices, ends, and the time left shortly before the end. Pure. */
import type { PublicBid } from "../../../worker/contract/bid.ts";
import type { AuctionView, Withdrawal } from "../../api/auction-view.ts";
import { zonedDateTimeText } from "../../ui/date-time.tsx";
import { fullName } from "../../ui/full-name.ts";
import { priceText } from "../../ui/items/price.tsx";
import { callText, GOING_ONCE_MS, GOING_TWICE_MS, wouldSell } from "./last-minutes/final-calls.ts";

/**
 * Describes the change between two views. Null if there is nothing to announce. Changes that the page shows in an alert
 * aren't repeated here.
 */
export function announcementOf(before: AuctionView, after: AuctionView, userId: string | undefined): string | null {
  const { auction, bids } = after;
  const sentences: string[] = [];
  const leader = bids[0]?.bidder;
  if (after.withdrawal && after.withdrawal.bidId !== before.withdrawal?.bidId)
    sentences.push(withdrawalText(after.withdrawal, userId));
  if (userId === auction.seller._id) sentences.push(...newRequests(before, after));
  if (auction.currentBid !== before.auction.currentBid || auction.bidCount !== before.auction.bidCount) {
    const price = priceText(auction.currentBid, auction.currency);
    if (auction.bidCount === 0) sentences.push("There are no bids now.");
    else if (!leader || auction.currentBid < before.auction.currentBid)
      sentences.push(`The current bid is now ${price}.`);
    else sentences.push(`New current bid: ${price} by ${leader._id === userId ? "you" : fullName(leader)}.`);
  }
  if (auction.reserveMet && before.auction.reserveMet === false) sentences.push("The reserve is met.");
  if (auction.auctionEndTime !== before.auction.auctionEndTime) {
    sentences.push(`The auction now ends ${zonedDateTimeText(auction.auctionEndTime)}.`);
  }
  return sentences.length > 0 ? sentences.join(" ") : null;
}

/** Explains why the price fell. Everyone can see the reason for a withdrawal. */
export function withdrawalText({ bidder, reason }: Withdrawal, userId: string | undefined): string {
  const isOwn = bidder._id === userId;
  if (reason === "mistake") return `${isOwn ? "You" : fullName(bidder)} undid a bid.`;
  const bid = isOwn ? "Your bid" : `A bid by ${fullName(bidder)}`;
  return reason === "released" ? `${bid} was released by the seller.` : `${bid} was voided.`;
}

/** A bidder's request to the seller. */
export function requestText({ bidder, amount }: Pick<PublicBid, "bidder" | "amount">, currency: string): string {
  return `${fullName(bidder)} asked to withdraw a bid of ${priceText(amount, currency)}`;
}

function newRequests(before: AuctionView, { auction, bids }: AuctionView): string[] {
  const known = new Set(before.bids.filter((bid) => bid.releaseRequested).map(({ _id }) => _id));
  return bids
    .filter((bid) => bid.releaseRequested && !known.has(bid._id))
    .map((bid) => `${requestText(bid, auction.currency)}.`);
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

type AnnouncedTime = { readonly remainingMs: number; readonly text: string; readonly call?: "once" | "twice" };

/** The remaining times to announce, nearest the end last. */
const ANNOUNCED_TIMES: readonly AnnouncedTime[] = [
  { remainingMs: 5 * MINUTE_MS, text: "5 minutes left" },
  { remainingMs: MINUTE_MS, text: "1 minute left" },
  { remainingMs: GOING_ONCE_MS, text: "20 seconds left", call: "once" },
  { remainingMs: GOING_TWICE_MS, text: "10 seconds left", call: "twice" },
];

/** How many of `ANNOUNCED_TIMES` have passed. 0 before the first and after the end. */
export function countAnnouncedTimes(endsAt: number, now: number): number {
  return now >= endsAt ? 0 : ANNOUNCED_TIMES.filter(({ remainingMs }) => now >= endsAt - remainingMs).length;
}

/** The announcement for the last of the `passed` times, with the auctioneer's call if it has one. */
export function timeLeftText(passed: number, view: AuctionView): string {
  const time = ANNOUNCED_TIMES[passed - 1];
  if (!time) return "";
  return time.call ? `${callText(time.call, wouldSell(view))}: ${time.text}` : time.text;
}

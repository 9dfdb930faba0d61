/** The rows that D1 stores for an auction and its bids. Pure. */
import type { AuctionRow, BidRow } from "../../db/schema.ts";
import { type Auction, leaderOf, minNextBid, priceOf, isReserveMet, reserveOf } from "../../rules/auction.ts";
import { softCloseWindowMs } from "../../rules/closing.ts";
import { placedSeqOf, type StoredBid } from "../storage/bids.ts";
import type { Participants } from "../storage/participants.ts";

export function auctionRow(auction: Auction, participants: Participants): AuctionRow {
  const { terms, outcome } = auction;
  const leader = leaderOf(auction);
  return {
    id: auction.id,
    sellerId: auction.sellerId,
    categoryId: terms.categoryId,
    title: terms.title,
    description: terms.description,
    imageKeys: terms.imageKeys,
    currency: auction.currency,
    increments: terms.increments,
    startingPriceMinor: terms.startingPriceMinor,
    priceMinor: priceOf(auction) ?? terms.startingPriceMinor,
    minNextMinor: minNextBid(auction),
    bidCount: auction.bidCount,
    leaderId: leader && participants.personIdOf(leader.bidderId),
    winnerId: outcome && !auction.endUnannounced ? participants.personIdOf(outcome.winnerId) : null,
    phase: phaseOf(auction),
    voidedReason: auction.voided?.reason ?? null,
    createdAt: auction.openedAt,
    startsAt: terms.startsAt ?? null,
    scheduledEndsAt: auction.scheduledEndsAt,
    endsAt: auction.endsAt,
    extensions: auction.extensions,
    windowMs: softCloseWindowMs(auction),
    buyNowMinor: terms.buyNowPriceMinor ?? null,
    details: terms.details ?? null,
    reserveMinor: reserveOf(auction),
    // If the seller released the buyer, lists show the auction as ended below its reserve, because no one has won it.
    reserveMet: auction.buyerReleased ? false : isReserveMet(auction),
    closedAt: auction.closedAt,
    changedAt: auction.at,
    seq: auction.seq,
  };
}

/** A hidden auction is in no public list, live or not. One that its seller removed counts as removed. */
function phaseOf({ phase, hidden }: Auction): AuctionRow["phase"] {
  return hidden && phase !== "removed" && phase !== "cancelled" ? "hidden" : phase;
}

export function bidRow(auctionId: string, bid: StoredBid, participants: Participants): BidRow {
  const { id, amountMinor, auto, edited, withdrawn, placedAt, seq } = bid;
  const bidderId = participants.personIdOf(bid.bidderId);
  return { placedSeq: placedSeqOf(id), auctionId, id, bidderId, amountMinor, auto, edited, withdrawn, placedAt, seq };
}

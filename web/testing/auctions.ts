/** Builders for auctions, bids and live frames in the contract's shapes. */
import type { AuctionDetails, OwnAuction } from "../../worker/contract/auction.ts";
import type { PublicBid } from "../../worker/contract/bid.ts";
import {
  type ListedAuction,
  listedAuction as auctionSchema,
  type Person,
  type Standing,
} from "../../worker/contract/catalogue.ts";
import type { EventsFrame, LiveEvent } from "../../worker/contract/live.ts";
import { type AuctionView, viewOf } from "../api/auction-view.ts";

export const END = "2030-11-21T10:00:00.000Z";

export function person(id: string): Person {
  return { _id: id, firstName: id, lastName: "Test", image: null };
}

export function bid(id: string, amount: number, bidderId = "ann"): PublicBid {
  return {
    _id: id,
    amount,
    bidder: person(bidderId),
    createdAt: "2030-11-21T09:00:00.000Z",
    auto: false,
    edited: false,
  };
}

/** The parts of an accepted bid's response other than the bid and the standing. */
export const ACCEPTED = { leads: true, seq: 2, hash: "aa" };

export function standing(currentBid: number, bidCount: number, more: Partial<Standing> = {}): Standing {
  const raise = bidCount > 0 ? 1 : 0;
  return {
    currentBid,
    minNextBid: currentBid + raise,
    bidCount,
    auctionEndTime: END,
    scheduledEndTime: END,
    status: "Live",
    extensions: 0,
    ...more,
  };
}

export function details(bids: PublicBid[], seq: number, more: Partial<AuctionDetails> = {}): AuctionDetails {
  return {
    _id: "lot",
    title: "Clock",
    description: "Ticks",
    images: null,
    pictures: [],
    startingPrice: 100,
    currency: "USD",
    createdAt: "2030-11-20T10:00:00.000Z",
    category: null,
    seller: person("sue"),
    terms: { increments: "flat", softCloseMs: 120_000 },
    freezeMs: 120_000,
    ...standing(bids[0]?.amount ?? 100, bids.length),
    bids,
    seq,
    serverTime: Date.now(),
    watching: 1,
    winner: null,
    ...more,
  };
}

/** An auction as lists show it. */
export function listedAuction(id: string, more: Partial<ListedAuction> = {}): ListedAuction {
  return { ...auctionSchema.parse(details([], 1)), _id: id, title: `Lot ${id}`, ...more };
}

/** An auction as its seller's list shows it. */
export function ownAuction(id: string, more: Partial<OwnAuction> = {}): OwnAuction {
  return { ...listedAuction(id), terms: { increments: "flat", softCloseMs: 120_000 }, ...more };
}

export function view(bids: PublicBid[] = [], seq = 1, more: Partial<AuctionDetails> = {}): AuctionView {
  return viewOf(details(bids, seq, more));
}

export function newBidEvent(seq: number, newBid: PublicBid): LiveEvent {
  return {
    seq,
    type: "newBid",
    productId: "lot",
    bidAmount: newBid.amount,
    bid: newBid,
    user: newBid.bidder.firstName,
    userId: newBid.bidder._id,
    bidderEmail: "a•••@e•••.com",
    auto: false,
  };
}

export function eventsFrame(events: LiveEvent[], auction: Standing, more: Partial<EventsFrame> = {}): EventsFrame {
  return {
    type: "events",
    from: events[0]?.seq ?? 0,
    to: events.at(-1)?.seq ?? 0,
    serverTime: Date.now(),
    omitted: 0,
    auction,
    events,
    ...more,
  };
}

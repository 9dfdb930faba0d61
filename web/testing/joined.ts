/** Builders for the auctions that a person bids in, in the contract's shapes. */
import type { PersonalStanding } from "../../worker/contract/joined-auction.ts";
import type { JoinedAuctionEntry } from "../api/joined.ts";
import { standing } from "./auctions.ts";

/** The standing of an outbid bidder at a price of 150, after fact 5. */
export function personalStanding(more: Partial<PersonalStanding> = {}): PersonalStanding {
  return { ...standing(150, 2), seq: 5, leads: false, ...more };
}

export function joinedAuction(id: string, more: Partial<JoinedAuctionEntry> = {}): JoinedAuctionEntry {
  return { _id: id, title: `Lot ${id}`, images: null, currency: "USD", ...personalStanding(), ownBid: 120, ...more };
}

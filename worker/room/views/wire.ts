/** A room's state in the words of the contract. Pure: state, names and time in, wire out. */
import type { Auction as WireAuction, AuctionDetails } from "../../contract/auction.ts";
import type { Bid as WireBid, Standing as WireStanding } from "../../contract/bid.ts";
import type { Person } from "../../contract/fields.ts";
import type { LiveEvent } from "../../contract/live.ts";
import { imageOf } from "../../contract/pictures.ts";
import { type Auction, type Bid, minNextBid, priceOf, type Recorded } from "../../rules/auction.ts";
import { statusAt } from "../../rules/closing.ts";
import { toMajor } from "../../rules/money.ts";
import { deletedPerson } from "../rpc.ts";
import { aliasOf, type Card, type People as AllPeople } from "../storage/participants.ts";

/** An auction's own page and a snapshot carry this many of the newest bids; older ones are paged. */
export const NEWEST_BIDS = 100;

/** Who is who, by what the facts call them. */
type People = Pick<AllPeople, "get">;

export type Named = { readonly auction: Auction; readonly people: People };

/** What was worded lately: all that one turn brings has one time, and the end is told with each bid. */
const worded = new Map<number, string>();
const MOST_WORDED = 64;

export function toIso(at: number): string {
  let text = worded.get(at);
  if (text === undefined) {
    if (worded.size >= MOST_WORDED) worded.clear();
    text = new Date(at).toISOString();
    worded.set(at, text);
  }
  return text;
}

/** As everyone sees someone: by name, or by the number of who does not want to be named. */
export function toPerson(id: string, people: People): Person {
  const card: Card = people.get(id) ?? deletedPerson(id);
  if (card.anonymous && card.number !== undefined) {
    return { _id: aliasOf(card.number), firstName: "Bidder", lastName: String(card.number), image: null };
  }
  return toNamedPerson(card);
}

/** By name, for those who may know it. */
export function toNamedPerson({ id, firstName, lastName, imageUrl: url }: Card): Person {
  return { _id: id, firstName, lastName, image: url === null ? null : { url } };
}

export function toBid(bid: Bid, people: People): WireBid {
  return {
    _id: bid.id,
    amount: toMajor(bid.amountMinor),
    bidder: toPerson(bid.bidderId, people),
    createdAt: toIso(bid.placedAt),
    auto: bid.auto,
    edited: bid.edited,
  };
}

export function toStanding(auction: Auction, now: number): WireStanding {
  return {
    currentBid: toMajor(priceOf(auction) ?? auction.terms.startingPriceMinor),
    minNextBid: toMajor(minNextBid(auction)),
    bidCount: auction.bidCount,
    auctionEndTime: toIso(auction.endsAt),
    status: statusAt(auction, now),
    extensions: auction.extensions,
  };
}

export function toAuction({ auction, people }: Named, now: number): WireAuction {
  const { terms } = auction;
  const pictures = terms.imageKeys.map(imageOf);
  return {
    _id: auction.id,
    title: terms.title,
    description: terms.description,
    images: pictures[0] ?? null,
    pictures,
    startingPrice: toMajor(terms.startingPriceMinor),
    currency: auction.currency,
    scheduledEndTime: toIso(auction.scheduledEndsAt),
    createdAt: toIso(auction.openedAt),
    category: { _id: terms.categoryId, name: terms.categoryName },
    seller: toPerson(auction.sellerId, people),
    ...toStanding(auction, now),
  };
}

export function newestBids({ auction, people }: Named): WireBid[] {
  const bids: WireBid[] = [];
  for (let at = auction.top; at && bids.length < NEWEST_BIDS; at = at.below) bids.push(toBid(at.bid, people));
  return bids;
}

export function toWinner({ auction, people }: Named): Person | null {
  return auction.outcome && toPerson(auction.outcome.winnerId, people);
}

export function toDetails(named: Named, watching: number, now: number): AuctionDetails {
  return {
    ...toAuction(named, now),
    bids: newestBids(named),
    seq: named.auction.seq,
    serverTime: now,
    watching,
    winner: toWinner(named),
  };
}

/** What a recorded fact is called on the live wire; `placedAt` knows when an edited bid was first placed (epoch ms). */
export function toEvent(record: Recorded, named: Named, placedAt: (bidId: string) => number): LiveEvent {
  const { fact, seq, at } = record;
  const { auction, people } = named;
  if (auction.hidden) return { seq, type: "hidden" };
  switch (fact.type) {
    case "newBid": {
      const bidder = toPerson(fact.bidderId, people);
      const amount = toMajor(fact.amountMinor);
      return {
        seq,
        type: "newBid",
        productId: auction.id,
        bidAmount: amount,
        bid: { _id: fact.bidId, amount, bidder, createdAt: toIso(at), auto: fact.auto, edited: false },
        user: `${bidder.firstName} ${bidder.lastName}`,
        userId: bidder._id,
        bidderEmail: maskedEmailOf(people.get(fact.bidderId)),
        auto: fact.auto,
      };
    }
    case "bidEdited":
      return {
        seq,
        type: "bidEdited",
        previousAmount: toMajor(fact.previousMinor),
        bid: {
          _id: fact.bidId,
          amount: toMajor(fact.amountMinor),
          bidder: toPerson(fact.bidderId, people),
          createdAt: toIso(placedAt(fact.bidId)),
          auto: false,
          edited: true,
        },
      };
    case "bidWithdrawn":
      return { seq, type: "bidWithdrawn", bidId: fact.bidId, bidder: toPerson(fact.bidderId, people) };
    case "listingEdited": {
      const { title, description, startingPrice, images, pictures } = toAuction(named, at);
      return { seq, type: "listingEdited", title, description, startingPrice, images, pictures };
    }
    case "extended":
      return { seq, type: "extended", auctionEndTime: toIso(fact.endsAt), extensions: fact.extensions };
    case "closed":
      return {
        seq,
        type: "closed",
        status: fact.outcome ? "Sold" : "Expired",
        winner: fact.outcome && toPerson(fact.outcome.winnerId, people),
        finalPrice: fact.outcome && toMajor(fact.outcome.priceMinor),
      };
    case "opened":
    case "bidderBlocked":
    case "bidderUnblocked":
    case "hidden":
    case "shown":
    case "cancelled":
    case "removed":
      return { seq, type: fact.type };
  }
}

/** Even masked, an e-mail would tell two numbers of one person apart from all others. */
function maskedEmailOf(card: Card | undefined): string {
  return card === undefined || card.anonymous ? "" : card.maskedEmail;
}

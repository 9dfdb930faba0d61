/** The requests of the room's RPC as wishes: which command each is, and how its acceptance is worded. */
import { bidIdAt } from "../../contract/bid.ts";
import { findBid, type Recorded } from "../../rules/auction.ts";
import type * as rpc from "../rpc.ts";
import { type Named, toAuction, toBid, toStanding } from "../views/wire.ts";
import type { Wish } from "./wish.ts";

export function open(request: rpc.OpenRequest): Wish<rpc.Opened> {
  const { actor, auctionId, currency, terms, limits, blockedIds: personIds = [], key } = request;
  const blocked = personIds.length > 0 ? { blocked: { personIds, salt: crypto.randomUUID() } } : {};
  return {
    ...tracedBy(request),
    actor,
    key,
    payload: `open ${JSON.stringify(terms)}`,
    command: () => ({ type: "open", auctionId, sellerId: actor.id, currency, terms, limits, ...blocked }),
    answer: (named, _recorded, now) => ({ auction: toAuction(named, now) }),
  };
}

export function placeBid(request: rpc.PlaceBidRequest, auctionId: string): Wish<rpc.BidPlaced> {
  const { actor, amountMinor, key } = request;
  return {
    ...tracedBy(request),
    actor,
    key,
    payload: `placeBid ${amountMinor}`,
    mayBeShed: true,
    command: (seq, bidderId) => {
      const bidId = bidIdAt(auctionId, seq);
      return { type: "placeBid", bidId, bidderId, personId: actor.id, amountMinor };
    },
    answer: (named, recorded, now) => ({
      newBid: bidOf(named, recorded, "newBid"),
      auction: toStanding(named.auction, now),
    }),
  };
}

export function editBid(request: rpc.EditBidRequest): Wish<rpc.BidEdited> {
  const { actor, bidId, amountMinor, key } = request;
  return {
    ...tracedBy(request),
    actor,
    key,
    payload: `editBid ${bidId} ${amountMinor}`,
    mayBeShed: true,
    command: (_seq, bidderId) => ({ type: "editBid", bidId, bidderId, personId: actor.id, amountMinor }),
    answer: (named, recorded, now) => ({
      updatedBid: bidOf(named, recorded, "bidEdited"),
      auction: toStanding(named.auction, now),
    }),
  };
}

export function withdrawBid({ actor, bidId, key }: rpc.WithdrawBidRequest): Wish<rpc.BidWithdrawn> {
  return {
    actor,
    key,
    payload: `withdrawBid ${bidId}`,
    command: (_seq, bidderId) => ({ type: "withdrawBid", bidId, bidderId }),
    answer: ({ auction }, _recorded, now) => ({ auction: toStanding(auction, now) }),
  };
}

export function editListing({ actor, change, asked, limits, key }: rpc.EditListingRequest): Wish<rpc.ListingEdited> {
  return {
    actor,
    key,
    payload: `editListing ${asked ?? JSON.stringify(change)}`,
    command: () => ({ type: "editListing", sellerId: actor.id, change, limits }),
    answer: (named, _recorded, now) => ({ auction: toAuction(named, now) }),
  };
}

export function deleteListing({ actor, key }: rpc.DeleteListingRequest): Wish<rpc.ListingDeleted> {
  return {
    actor,
    key,
    payload: "deleteListing",
    command: () => ({ type: "deleteListing", sellerId: actor.id }),
    answer: ({ auction }) => ({ imageKeys: auction.terms.imageKeys }),
  };
}

function tracedBy({ trace }: rpc.Traced): rpc.Traced {
  return trace ? { trace } : {};
}

/** The bid that a command has just placed or edited. */
function bidOf({ auction, people }: Named, recorded: readonly Recorded[], type: "newBid" | "bidEdited") {
  const fact = recorded.map((record) => record.fact).find((candidate) => candidate.type === type);
  const bid = fact && "bidId" in fact ? findBid(auction, fact.bidId) : null;
  if (!bid) throw new Error("an accepted bid stands");
  return toBid(bid, people);
}
